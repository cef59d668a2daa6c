/// A turn by an angle about an axis, started and stopped with the least jerk.
public struct Turn: MoveKind {
    static let name = "turn"

    /// Radians, right-handed.
    public var angle: Double
    /// Any length but zero.
    public var axis: Vector3
    /// The coordinate system of `axis`.
    public var frame: AxisFrame
    /// Seconds.
    public var duration: Double

    /// A turn; by default a quarter about the body's z in one second.
    public init(
        angle: Double = .pi / 2, axis: Vector3 = .zAxis, frame: AxisFrame = .body,
        duration: Double = 1
    ) {
        self.angle = angle
        self.axis = axis
        self.frame = frame
        self.duration = duration
    }

    var problem: String? {
        Check.first(
            Check.finite(angle, "angle"), Check.direction(axis),
            Check.positive(duration, "duration"),
            Check.duration(duration))
    }

    func segment(from start: Pose) -> Segment {
        TurnSegment(
            start: start, duration: duration,
            axis: frame.inBody(axis.direction ?? .zAxis, start), total: angle)
    }
}

/// A minimum-jerk turn about a body axis.
final class TurnSegment: AngleSegment {
    private let total: Double

    init(start: Pose, duration: Double, axis: Vector3, total: Double) {
        self.total = total
        super.init(start: start, duration: duration, axis: axis, arm: nil)
    }

    override func angle(_ t: Double) -> Jet { Profile.minimumJerk(t, duration) * total }

    override var bandwidth: Double { 4 / duration }
}
