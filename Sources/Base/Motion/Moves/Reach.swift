/// From the current pose to another, straight and with the least jerk.
public struct Reach: MoveKind {
    static let name = "reach"

    /// Metres in the world; nil: unchanged.
    public var position: Vector3?
    /// Metres in the world's axes to move from the start, without a position.
    public var way: Vector3 = .zero
    /// Body to world; nil: unchanged.
    public var orientation: Quaternion?
    /// Seconds.
    public var duration: Double

    /// A reach; by default in one second.
    public init(position: Vector3? = nil, orientation: Quaternion? = nil, duration: Double = 1) {
        self.position = position
        self.orientation = orientation
        self.duration = duration
    }

    /// A reach by a displacement from the start.
    public init(way: Vector3, orientation: Quaternion? = nil, duration: Double = 1) {
        self.init(orientation: orientation, duration: duration)
        self.way = way
    }

    var problem: String? {
        Check.first(
            Check.duration(duration), Check.positive(duration, "duration"), Self.problem(of: self))
    }

    private static func problem(of reach: Self) -> String? {
        if !(reach.position ?? reach.way).isFinite { return "position is not finite: give metres" }
        guard let q = reach.orientation else { return nil }
        let square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z
        return square > 1e-6 && square < 1e6
            ? nil : "orientation is not a rotation: give a unit quaternion"
    }

    func segment(from start: Pose) -> Segment { ReachSegment(start: start, self) }
}

private final class ReachSegment: RotationSegment {
    private let way: Vector3
    private let total: Double

    init(start: Pose, _ reach: Reach) {
        way = reach.position.map { $0 - start.position } ?? reach.way
        let goal = (reach.orientation ?? start.orientation).normalized
        let (axis, angle) = (start.orientation.inverse * goal).axisAndAngle
        total = angle
        super.init(start: start, duration: reach.duration, axis: axis, arm: nil)
    }

    override func evaluate(_ t: Double, _ state: inout Kinematics) {
        let share = Profile.minimumJerk(t, duration)
        turn(share * total, &state)
        state.position += way * share.value
        state.velocity = way * share.rate
        state.acceleration = way * share.acceleration
    }

    override var bandwidth: Double { 4 / duration }
}
