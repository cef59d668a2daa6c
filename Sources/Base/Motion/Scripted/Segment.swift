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

    /// The highest frequency in its motion, in Hz.
    var bandwidth: Double { 0 }

    /// Whether it sets the specific force itself, as a recording does.
    var ownsForce: Bool { false }

    final var end: Pose {
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

    /// The angle turned, in radians.
    func angle(_ t: Double) -> Jet { .zero }

    override func evaluate(_ t: Double, _ state: inout Kinematics) {
        let angle = angle(t)
        turn(angle, &state)
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
        let way = way(t)
        state.position += line * way.value
        state.velocity = line * way.rate
        state.acceleration = line * way.acceleration
    }
}
