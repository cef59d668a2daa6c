/// A rotation at a steady rate, as on a turntable.
public struct Spin: MoveKind {
    static let name = "spin"

    /// rad/s, right-handed.
    public var rate: Double
    /// Any length but zero.
    public var axis: Vector3
    /// The coordinate system of `axis`.
    public var frame: AxisFrame
    /// Seconds, ramps included.
    public var duration: Double
    /// Seconds to reach the rate, and as many to stop.
    public var ramp: Double

    /// A spin; by default one turn a second about the body's z for 3 s.
    public init(
        rate: Double = 2 * .pi, axis: Vector3 = .zAxis, frame: AxisFrame = .body,
        duration: Double = 3, ramp: Double = 0.5
    ) {
        self.rate = rate
        self.axis = axis
        self.frame = frame
        self.duration = duration
        self.ramp = ramp
    }

    var problem: String? {
        Check.first(
            Check.finite(rate, "rate"), Check.direction(axis), Check.positive(ramp, "ramp"),
            Check.positive(duration, "duration"), Check.duration(duration),
            2 * ramp <= duration
                ? nil : "ramp is \(ramp) s: give at most half the duration of \(duration) s")
    }

    func segment(from start: Pose) -> Segment { SpinSegment(start: start, self) }
}

private final class SpinSegment: AngleSegment {
    private let rate: Double
    private let ramp: Double

    init(start: Pose, _ spin: Spin) {
        rate = spin.rate
        ramp = spin.ramp
        super.init(
            start: start, duration: spin.duration,
            axis: spin.frame.inBody(spin.axis.direction ?? .zAxis, start), arm: nil)
    }

    override func angle(_ t: Double) -> Jet {
        let share = Profile.envelope(t, ramp: ramp, duration: duration)
        return Jet(
            value: rate * Profile.envelopeIntegral(t, ramp: ramp, duration: duration),
            rate: rate * share.value, acceleration: rate * share.rate)
    }

    // In other axes the world, such as the magnetic field, turns at the rate.
    override var bandwidth: Double { max(4 / ramp, rate.magnitude / (2 * .pi)) }
}
