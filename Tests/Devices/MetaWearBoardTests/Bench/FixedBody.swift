import Motion
import Simulation

/// A body that feels what a test says, in the units of the sensors.
final class FixedBody: Body {
    /// g.
    var acceleration = Vector3(0, 0, 1)
    /// °/s.
    var rotation = Vector3.zero
    /// How it stands in the magnetic field; what it feels does not follow from it.
    var attitude = Quaternion.identity
    /// Acceleration in g by time, in place of the constant.
    var course: ((Instant) -> Vector3)?

    /// A scripted motion, in place of all else.
    var script: ScriptedBody?

    func kinematics(at time: Instant) -> Kinematics {
        if let script { return script.kinematics(at: time) }
        return Kinematics(
            position: .zero, velocity: .zero, acceleration: .zero, orientation: attitude,
            angularRate: rotation * (Double.pi / 180),
            specificForce: (course?(time) ?? acceleration) * standardGravity)
    }

    func bandwidth(at time: Instant) -> Double { script?.bandwidth(at: time) ?? 0 }
}
