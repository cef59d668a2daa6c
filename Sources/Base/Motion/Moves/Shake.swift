/// A shake back and forth along a line.
public struct Shake: MoveKind {
    static let name = "shake"

    /// Peak acceleration in g.
    public var peak: Double
    /// Hz.
    public var frequency: Double
    /// Any length but zero.
    public var axis: Vector3
    /// The coordinate system of `axis`.
    public var frame: AxisFrame
    /// Seconds, of which the first and the last cycle grow and fade.
    public var duration: Double

    /// A shake; by default ±1.5 g at 4 Hz along the body's x for 1.5 s.
    public init(
        peak: Double = 1.5, frequency: Double = 4, axis: Vector3 = .xAxis,
        frame: AxisFrame = .body, duration: Double = 1.5
    ) {
        self.peak = peak
        self.frequency = frequency
        self.axis = axis
        self.frame = frame
        self.duration = duration
    }

    /// A shake by its displacement: `amplitude` metres to either side.
    public init(
        amplitude: Double, frequency: Double = 4, axis: Vector3 = .xAxis,
        frame: AxisFrame = .body, duration: Double = 1.5
    ) {
        let omega = 2 * Double.pi * frequency
        self.init(
            peak: amplitude * omega * omega / standardGravity, frequency: frequency, axis: axis,
            frame: frame, duration: duration)
    }

    var problem: String? {
        Check.first(
            Check.finite(peak, "peak"), Check.positive(frequency, "frequency"),
            Check.direction(axis), Check.positive(duration, "duration"), Check.duration(duration))
    }

    func segment(from start: Pose) -> Segment {
        OscillationSegment(
            start: start, duration: duration, line: frame.inWorld(axis.direction ?? .xAxis, start),
            peak: peak, frequency: frequency, rampCycles: 1)
    }
}

/// A sine along a line whose acceleration peaks at `peak` g.
final class OscillationSegment: LineSegment {
    private let amplitude: Double
    private let frequency: Double
    private let ramp: Double

    init(
        start: Pose, duration: Double, line: Vector3, peak: Double, frequency: Double,
        rampCycles: Double
    ) {
        let omega = 2 * Double.pi * frequency
        // Negative, so that the first push is along the axis.
        amplitude = -peak * standardGravity / (omega * omega)
        self.frequency = frequency
        ramp = min(rampCycles / frequency, 0.5 * duration)
        super.init(start: start, duration: duration, line: line)
    }

    override func way(_ t: Double) -> Jet {
        let sine = Profile.sine(t, frequency: frequency) * amplitude
        if t >= ramp && t <= duration - ramp { return sine }
        return sine * Profile.envelope(t, ramp: ramp, duration: duration)
    }

    override var bandwidth: Double { frequency }
}
