/// Short knocks, after each of which the body is back where it was.
public struct Tap: MoveKind {
    static let name = "tap"

    /// Peak acceleration in g along `direction`; the recoil before and after is two thirds of it.
    public var peak: Double
    /// Seconds for which the acceleration has the sign of the peak.
    public var width: Double
    /// Any length but zero.
    public var direction: Vector3
    /// The coordinate system of `direction`.
    public var frame: AxisFrame
    /// The number of knocks.
    public var count: Int
    /// Seconds from one peak to the next.
    public var spacing: Double

    /// A tap; by default one of 4 g and 5 ms downwards onto the face.
    public init(
        peak: Double = 4, width: Double = 0.005, direction: Vector3 = Vector3(0, 0, -1),
        frame: AxisFrame = .body, count: Int = 1, spacing: Double = 0.2
    ) {
        self.peak = peak
        self.width = width
        self.direction = direction
        self.frame = frame
        self.count = count
        self.spacing = spacing
    }

    var problem: String? {
        Check.first(
            Check.finite(peak, "peak"), Check.positive(width, "width"),
            Check.direction(direction, "direction"),
            count >= 1 && count <= 1_000_000 ? nil : "count is \(count): give 1 to 1000000",
            count == 1 ? nil : Check.positive(spacing, "spacing"),
            count == 1 || spacing >= shortestSpacing
                ? nil
                : """
                spacing is \(spacing) s, and a knock of width \(width) s takes \
                \(shortestSpacing) s: give at least that
                """,
            Check.duration(Double(count - 1) * spacing + 3 * width))
    }

    /// Seconds that one knock takes.
    package var shortestSpacing: Double { 2 * Profile.pulseHalfWidth * width }

    func segment(from start: Pose) -> Segment { TapSegment(start: start, self) }
}

private final class TapSegment: LineSegment {
    private let acceleration: Double
    private let halfWidth: Double
    private let spacing: Double
    private let last: Double
    private let width: Double

    init(start: Pose, _ tap: Tap) {
        acceleration = tap.peak * standardGravity
        halfWidth = Profile.pulseHalfWidth * tap.width
        spacing = tap.spacing
        last = Double(tap.count - 1)
        width = tap.width
        super.init(
            start: start,
            duration: 2 * halfWidth + (tap.count > 1 ? last * spacing : 0),
            line: tap.frame.inWorld(tap.direction.direction ?? .zAxis, start))
    }

    override func way(_ t: Double) -> Jet {
        let since = t - halfWidth
        guard last > 0 else {
            return Profile.pulse(since, halfWidth: halfWidth) * acceleration
        }
        let nearest = max(0, min(last, (since / spacing).rounded()))
        return Profile.pulse(since - nearest * spacing, halfWidth: halfWidth) * acceleration
    }

    override var bandwidth: Double { 2.5 / width }
}
