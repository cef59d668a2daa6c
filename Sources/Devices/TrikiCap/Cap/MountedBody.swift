public import Motion
public import Simulation

/// A body as the cap's sensor sees it: the chip sits on the far side of the cap, half a turn about
/// x away from the body's axes.
///
/// With the metal face up the body's z points up and the chip's z down, so that a cap at rest reads
/// -1 g on z (protocol, triki 1.1). The far edge, 12 o'clock, is the body's +y and the chip's -y.
public final class MountedBody: Body {
    private let body: any Body

    /// The same body in the chip's axes.
    public init(_ body: any Body) { self.body = body }

    private static let mounting = Quaternion(0, 1, 0, 0)

    private static func turned(_ v: Vector3) -> Vector3 { Vector3(v.x, -v.y, -v.z) }

    /// The true state, with what is in body axes in those of the chip.
    public func kinematics(at time: Instant) -> Kinematics {
        var state = body.kinematics(at: time)
        state.orientation = state.orientation * Self.mounting
        state.angularRate = Self.turned(state.angularRate)
        state.specificForce = Self.turned(state.specificForce)
        return state
    }

    /// That of the body.
    public func bandwidth(at time: Instant) -> Double { body.bandwidth(at: time) }

    /// m/s², in the chip's axes.
    public func specificForce(at time: Instant) -> Vector3 {
        Self.turned(body.specificForce(at: time))
    }

    /// rad/s, in the chip's axes.
    public func angularRate(at time: Instant) -> Vector3 {
        Self.turned(body.angularRate(at: time))
    }

    /// Chip to world.
    public func orientation(at time: Instant) -> Quaternion {
        body.orientation(at: time) * Self.mounting
    }
}
