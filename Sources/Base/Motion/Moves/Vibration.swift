/// A steady vibration, as on a machine or a motor.
public struct Vibration: MoveKind {
    static let name = "vibration"

    /// Hz.
    public var frequency: Double
    /// Peak acceleration in g.
    public var peak: Double
    /// Any length but zero.
    public var axis: Vector3
    /// The coordinate system of `axis`.
    public var frame: AxisFrame
    /// Seconds, of which the first and the last five cycles grow and fade.
    public var duration: Double

    /// A vibration; by default ±0.5 g at 50 Hz along the body's z for two seconds.
    public init(
        frequency: Double = 50, peak: Double = 0.5, axis: Vector3 = .zAxis,
        frame: AxisFrame = .body, duration: Double = 2
    ) {
        self.frequency = frequency
        self.peak = peak
        self.axis = axis
        self.frame = frame
        self.duration = duration
    }

    var problem: String? {
        Check.first(
            Check.positive(frequency, "frequency"), Check.finite(peak, "peak"),
            Check.direction(axis), Check.positive(duration, "duration"), Check.duration(duration))
    }

    func segment(from start: Pose) -> Segment {
        OscillationSegment(
            start: start, duration: duration, line: frame.inWorld(axis.direction ?? .zAxis, start),
            peak: peak, frequency: frequency, rampCycles: 5)
    }
}
