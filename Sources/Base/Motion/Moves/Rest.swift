/// No motion: the body stays where it is.
public struct Rest: MoveKind {
    static let name = "rest"

    /// Seconds.
    public var duration: Double

    /// A pause; by default one second.
    public init(duration: Double = 1) { self.duration = duration }

    var problem: String? { Check.duration(duration) }

    func segment(from start: Pose) -> Segment { Segment(start: start, duration: duration) }
}
