public import Simulation

/// A body that rests.
public final class ScriptedBody: Body {
    private let state: Kinematics

    /// At rest in the given orientation.
    public init(orientation: Quaternion = .identity) {
        state = Kinematics(
            position: .zero, velocity: .zero, acceleration: .zero, orientation: orientation,
            angularRate: .zero,
            specificForce: orientation.unrotate(Vector3(0, 0, standardGravity)))
    }

    public func kinematics(at time: Instant) -> Kinematics { state }
    public func bandwidth(at time: Instant) -> Double { 0 }
}
