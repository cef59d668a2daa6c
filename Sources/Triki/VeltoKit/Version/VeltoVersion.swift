/// The published state of VeltoKit that the engine reproduces.
///
/// Both use the same formulas; what differs is one row of `VersionTraits` and the presets of `MotionConfig`.
public enum VeltoVersion: String, Sendable, CaseIterable {
    /// The state that the published documents describe; the default (protocol, triki-motion, letter S).
    case seed
    /// The newest state, with the gamepad stack (protocol, triki-motion, letter N).
    case current

    /// What is different in this version.
    public var traits: VersionTraits { self == .seed ? .seed : .current }
}
