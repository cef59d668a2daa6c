/// A quantity with its first and second derivative in time.
struct Jet: Sendable {
    var value: Double
    var rate: Double
    var acceleration: Double

    static let zero = Jet(value: 0, rate: 0, acceleration: 0)

    @inline(__always) static func * (a: Jet, s: Double) -> Jet {
        Jet(value: a.value * s, rate: a.rate * s, acceleration: a.acceleration * s)
    }

    /// The product of two quantities.
    @inline(__always) static func * (a: Jet, b: Jet) -> Jet {
        Jet(
            value: a.value * b.value,
            rate: a.rate * b.value + a.value * b.rate,
            acceleration: a.acceleration * b.value + 2 * a.rate * b.rate
                + a.value * b.acceleration)
    }
}

/// The curves of moves; each starts and ends with zero rate and acceleration, so that moves join
/// smoothly.
enum Profile {
    /// From 0 to 1 in `duration` with the least jerk (Flash and Hogan, 1985).
    @inline(__always) static func minimumJerk(_ t: Double, _ duration: Double) -> Jet {
        let u = t / duration
        if !(u > 0) { return .zero }
        if u >= 1 { return Jet(value: 1, rate: 0, acceleration: 0) }
        let w = 1 - u
        return Jet(
            value: u * u * u * (10 - 15 * u + 6 * u * u),
            rate: 30 * u * u * w * w / duration,
            acceleration: 60 * u * w * (1 - 2 * u) / (duration * duration))
    }

    /// The first and second integral over u of the minimum-jerk curve, for u in 0 ... 1.
    static func minimumJerkIntegrals(_ u: Double) -> (first: Double, second: Double) {
        let u4 = u * u * u * u
        return (u4 * (2.5 - 3 * u + u * u), u4 * u * (0.5 - 0.5 * u + u * u / 7))
    }

    /// An envelope over `duration`: up within `ramp`, 1, down within `ramp`.
    @inline(__always)
    static func envelope(_ t: Double, ramp: Double, duration: Double) -> Jet {
        if t >= ramp && t <= duration - ramp { return Jet(value: 1, rate: 0, acceleration: 0) }
        if t < ramp { return minimumJerk(t, ramp) }
        let down = minimumJerk(duration - t, ramp)
        return Jet(value: down.value, rate: -down.rate, acceleration: down.acceleration)
    }

    /// The integral over time of `envelope`.
    static func envelopeIntegral(_ t: Double, ramp: Double, duration: Double) -> Double {
        if t < ramp { return ramp * minimumJerkIntegrals(max(0, t / ramp)).first }
        if t <= duration - ramp { return 0.5 * ramp + (t - ramp) }
        let left = max(0, duration - t)
        return (duration - ramp) - ramp * minimumJerkIntegrals(left / ramp).first
    }

    /// A sine of `frequency` Hz that starts at 0.
    @inline(__always) static func sine(_ t: Double, frequency: Double) -> Jet {
        let (s, c) = Elementary.sineAndCosine(turns: t * frequency)
        let omega = 2 * Double.pi * frequency
        return Jet(value: s, rate: omega * c, acceleration: -omega * omega * s)
    }

    /// A displacement that comes and goes within ±`halfWidth` of t = 0 and whose acceleration
    /// peaks at 1 in its middle; the main lobe is 0.756 `halfWidth` wide, between two side lobes
    /// of -0.65.
    ///
    /// (1 - x²)⁴, turned over: its second derivative has the double zeros at the ends that make
    /// the acceleration start and end smoothly.
    @inline(__always) static func pulse(_ t: Double, halfWidth: Double) -> Jet {
        let x = t / halfWidth
        let z = 1 - x * x
        if !(z > 0) { return .zero }
        let scale = -0.125 * halfWidth * halfWidth
        return Jet(
            value: scale * z * z * z * z,
            rate: scale * -8 * x * z * z * z / halfWidth,
            acceleration: z * z * (1 - 7 * x * x))
    }

    /// Half width of a pulse per width of its main lobe: √7 / 2.
    static let pulseHalfWidth = 1.322_875_655_532_295_3
}
