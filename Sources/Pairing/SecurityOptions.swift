public import Simulation

/// How a board pairs.
public struct SecurityOptions: Equatable, Sendable {
    /// Whether a central may pair.
    public enum Policy: Equatable, Sendable, CaseIterable {
        /// Every Pairing Request is refused.
        case refused
        /// A central may.
        case allowed
        /// The board asks for it as soon as a link is open (Security Request).
        case required
    }

    /// Which of the two ways to make keys.
    public enum SecureConnections: Equatable, Sendable, CaseIterable {
        /// LE legacy pairing alone.
        case off
        /// LE Secure Connections if the central knows them.
        case supported
        /// No key of LE legacy pairing is made or used.
        case only
    }

    /// Whether a central may pair.
    public var pairing = Policy.allowed
    /// What the board shows and reads.
    public var capability = IOCapability.noInputNoOutput
    /// Whether keys are kept for the next link.
    public var isBonding = true
    /// Which of the two ways to make keys.
    public var secureConnections = SecureConnections.supported
    /// Pairing without protection against somebody in the middle is refused.
    public var requiresMITM = false
    /// The shortest and the longest key in bytes, within 7 to 16.
    public var keySizes: ClosedRange<UInt8> = 7...16
    /// The keys that the board gives and takes; those of the other transport never.
    public var keys: KeyDistribution = [.encryption, .identity]
    /// What it shows, or what is typed on it, 0 to 999,999; nil shows another one each time, and
    /// waits for `answer` where it is to be typed.
    public var passkey: UInt32?
    /// Whether two numbers are found equal; nil waits for `answer`.
    public var numbersAgree: Bool? = true
    /// The oldest bond goes when there are so many; at least 1.
    public var maximumBonds = 8
    /// The first wait after a wrong secret; each further one is twice as long (Core Vol 3, Part
    /// H, 2.3.6). Zero for none.
    public var delayAfterFailure = Nanoseconds.seconds(1 as Int64)

    /// What boards do unless told otherwise: Just Works, with bonding, by either way.
    public init() {}

    /// AuthReq of this board.
    var requirements: AuthenticationRequirements {
        var result: AuthenticationRequirements = isBonding ? .bonding : []
        if requiresMITM || capability != .noInputNoOutput { result.insert(.mitm) }
        if secureConnections != .off { result.insert(.secureConnections) }
        return result
    }
}
