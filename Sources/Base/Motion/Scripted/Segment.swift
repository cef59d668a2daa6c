/// One move with its start pose.
///
/// A class, because a body evaluates the same segment thousands of times in a row.
class Segment {
    let start: Pose
    /// Seconds.
    let duration: Double

    init(start: Pose, duration: Double) {
        self.start = start
        self.duration = duration
    }

    /// Changes `state`, initially at rest in the start pose, to the state `t` seconds after the
    /// start; the specific force is added afterwards unless `ownsForce`.
    func evaluate(_ t: Double, _ state: inout Kinematics) {}

    /// What sensors feel of that state.
    ///
    /// A segment may override it with its own formulas within `felt`, of which the compiler leaves
    /// out place and velocity.
    func feel(_ t: Double) -> Felt { felt { evaluate(t, &$0) } }

    /// What sensors feel of the state that `move` makes of that at the start.
    @inline(__always) final func felt(_ move: (inout Kinematics) -> Void) -> Felt {
        Felt(moved(move))
    }

    @inline(__always)
    private final func moved(_ move: (inout Kinematics) -> Void) -> Kinematics {
        var state = Kinematics(
            position: start.position, velocity: .zero, acceleration: .zero,
            orientation: start.orientation, angularRate: .zero, specificForce: .zero)
        move(&state)
        if !ownsForce { state.feelForce() }
        return state
    }

    /// The state at a nanosecond of a segment that starts at another.
    final func state(at time: Int64, since origin: Int64) -> Kinematics {
        guard duration > 0 else { return Kinematics(restingAt: start) }
        return moved { evaluate(Double(time - origin) * 1e-9, &$0) }
    }

    /// What sensors feel at a nanosecond of a segment that starts at another.
    @inline(__always) final func feel(at time: Int64, since origin: Int64) -> Felt {
        guard duration > 0 else { return Felt(Kinematics(restingAt: start)) }
        return feel(Double(time - origin) * 1e-9)
    }

    /// The highest frequency in its motion, in Hz.
    var bandwidth: Double { 0 }

    /// Whether it sets the specific force itself, as a recording does.
    var ownsForce: Bool { false }

    /// The pose from which the next move goes on.
    var end: Pose {
        var state = Kinematics(restingAt: start)
        evaluate(duration, &state)
        return Pose(
            position: state.position, orientation: state.orientation.normalized)
    }
}

/// A turn about an axis that is fixed in the body, possibly at the end of an arm.
class RotationSegment: Segment {
    private let axis: Vector3
    private let arm: Arm?

    /// The body's position relative to the pivot, and its derivatives; body axes.
    private struct Arm {
        let place: Vector3
        let tangent: Vector3
        let normal: Vector3
        let pivot: Vector3
    }

    /// `arm` is the vector from the pivot to the body, in body axes.
    init(start: Pose, duration: Double, axis: Vector3, arm: Vector3?) {
        self.axis = axis
        self.arm = arm.map {
            let tangent = axis.cross($0)
            return Arm(
                place: $0, tangent: tangent, normal: axis.cross(tangent),
                pivot: start.position - start.orientation.rotate($0))
        }
        super.init(start: start, duration: duration)
    }

    /// Turns by `angle` and moves the body on its arm.
    @inline(__always) final func turn(_ angle: Jet, _ state: inout Kinematics) {
        let q = start.orientation * Quaternion(angle: angle.value, axis: axis)
        state.orientation = q
        state.angularRate = axis * angle.rate
        if let arm {
            state.position = arm.pivot + q.rotate(arm.place)
            state.velocity = q.rotate(arm.tangent * angle.rate)
            state.acceleration = q.rotate(
                arm.tangent * angle.acceleration + arm.normal * (angle.rate * angle.rate))
        }
    }
}

/// A turn about an axis that is fixed in the body, and no other motion.
class AngleSegment: RotationSegment {
    /// The angle turned, in radians.
    func angle(_ t: Double) -> Jet { .zero }

    final override func evaluate(_ t: Double, _ state: inout Kinematics) {
        turn(angle(t), &state)
    }

    final override func feel(_ t: Double) -> Felt {
        let angle = angle(t)
        return felt { turn(angle, &$0) }
    }
}

/// A displacement along a straight line in the world, without turning.
class LineSegment: Segment {
    private let line: Vector3

    /// `line` is a unit vector in world axes.
    init(start: Pose, duration: Double, line: Vector3) {
        self.line = line
        super.init(start: start, duration: duration)
    }

    /// The displacement in metres.
    func way(_ t: Double) -> Jet { .zero }

    final override func evaluate(_ t: Double, _ state: inout Kinematics) {
        move(way(t), &state)
    }

    final override func feel(_ t: Double) -> Felt {
        let way = way(t)
        return felt { move(way, &$0) }
    }

    @inline(__always) private func move(_ way: Jet, _ state: inout Kinematics) {
        state.position += line * way.value
        state.velocity = line * way.rate
        state.acceleration = line * way.acceleration
    }
}
