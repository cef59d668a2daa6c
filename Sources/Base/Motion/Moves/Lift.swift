/// Moves to another height with the least jerk.
public struct Lift: MoveKind {
    static let name = "lift"

    /// Metres, negative for down.
    public var height: Double
    /// Seconds.
    public var duration: Double

    /// A lift; by default half a metre in one second.
    public init(height: Double = 0.5, duration: Double = 1) {
        self.height = height
        self.duration = duration
    }

    var problem: String? {
        Check.first(
            Check.finite(height, "height"), Check.positive(duration, "duration"),
            Check.duration(duration))
    }

    func segment(from start: Pose) -> Segment {
        let goal = start.position + .zAxis * height
        return Reach(position: goal, duration: duration).segment(from: start)
    }
}
