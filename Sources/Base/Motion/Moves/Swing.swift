/// A swing back and forth about an axis, like an arm from the shoulder or a hand from the wrist.
public struct Swing: MoveKind {
    static let name = "swing"

    /// Radians to either side.
    public var amplitude: Double
    /// Hz.
    public var frequency: Double
    /// Any length but zero.
    public var axis: Vector3
    /// The coordinate system of `axis`.
    public var frame: AxisFrame
    /// Full back-and-forth swings; the first and the last half cycle grow and fade.
    public var cycles: Double
    /// Metres from the pivot, which is above the body (towards its z axis, or its y axis if it
    /// swings about z), which adds the arm's centripetal acceleration.
    public var radius: Double

    /// A swing; by default four cycles of ±30° at 1 Hz about the body's x at the pivot.
    public init(
        amplitude: Double = .pi / 6, frequency: Double = 1, axis: Vector3 = .xAxis,
        frame: AxisFrame = .body, cycles: Double = 4, radius: Double = 0
    ) {
        self.amplitude = amplitude
        self.frequency = frequency
        self.axis = axis
        self.frame = frame
        self.cycles = cycles
        self.radius = radius
    }

    var problem: String? {
        Check.first(
            Check.finite(amplitude, "amplitude"), Check.positive(frequency, "frequency"),
            Check.direction(axis), Check.positive(cycles, "cycles"),
            Check.notNegative(radius, "radius"), Check.duration(cycles / frequency))
    }

    func segment(from start: Pose) -> Segment { SwingSegment(start: start, self) }

    /// From the pivot to the body: down, perpendicular to the axis.
    static func arm(radius: Double, axis: Vector3) -> Vector3? {
        guard radius > 0 else { return nil }
        for down in [Vector3(0, 0, -1), Vector3(0, -1, 0)] {
            let square = down - axis * axis.dot(down)
            if square.length > 0.1, let direction = square.direction { return direction * radius }
        }
        return nil
    }
}

private final class SwingSegment: AngleSegment {
    private let amplitude: Double
    private let frequency: Double
    private let ramp: Double

    init(start: Pose, _ swing: Swing) {
        amplitude = swing.amplitude
        frequency = swing.frequency
        let duration = swing.cycles / swing.frequency
        ramp = min(0.5 / swing.frequency, 0.5 * duration)
        let axis = swing.frame.inBody(swing.axis.direction ?? .xAxis, start)
        super.init(
            start: start, duration: duration, axis: axis,
            arm: Swing.arm(radius: swing.radius, axis: axis))
    }

    override func angle(_ t: Double) -> Jet {
        let sine = Profile.sine(t, frequency: frequency) * amplitude
        if t >= ramp && t <= duration - ramp { return sine }
        return sine * Profile.envelope(t, ramp: ramp, duration: duration)
    }

    override var bandwidth: Double { 3 * frequency }
}
