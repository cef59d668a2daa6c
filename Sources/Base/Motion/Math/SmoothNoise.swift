import Simulation

/// A smooth random curve of mean 0 and variance 1, which is known at any time without those before it: a cubic B-spline
/// through random numbers that only depend on their place.
struct SmoothNoise: Sendable {
    private let seed: UInt64
    /// Seconds between two numbers.
    private let step: Double
    /// The number before the present piece, and the piece's four.
    private var place = Int64.min
    private var knots = (0.0, 0.0, 0.0, 0.0)

    /// The mean of the squares of a spline's four weights is 0.4794.
    private static let normal = 1 / 0.479_365_079_365_079_4.squareRoot()

    /// - Parameters:
    ///   - random: which curve it is.
    ///   - step: in seconds; nothing in it is faster than about half of 1/step hertz.
    init(_ random: inout RandomStream, step: Double) {
        seed = random.next()
        self.step = step
    }

    /// The curve at a time in seconds, with its derivatives.
    mutating func jet(_ t: Double) -> Jet {
        let steps = t / step
        let whole = steps.rounded(.down)
        let k = Int64(max(-9e15, min(9e15, whole)))
        if k != place { move(to: k) }
        let u = steps - whole
        let w = 1 - u
        let (a, b, c, d) = knots
        let value =
            (a * (w * w * w) + b * (4 + u * u * (3 * u - 6)) + c * (4 + w * w * (3 * w - 6))
                + d * (u * u * u)) / 6
        let rate =
            (-a * (w * w) + b * (u * (3 * u - 4)) - c * (w * (3 * w - 4)) + d * (u * u)) / 2
        let acceleration = a * w + b * (3 * u - 2) + c * (3 * w - 2) + d * u
        return Jet(
            value: value, rate: rate / step, acceleration: acceleration / (step * step))
    }

    private mutating func move(to k: Int64) {
        if k == place + 1, place > .min {
            knots = (knots.1, knots.2, knots.3, number(k + 2))
        } else {
            knots = (number(k - 1), number(k), number(k + 1), number(k + 2))
        }
        place = k
    }

    private func number(_ k: Int64) -> Double {
        var random = RandomStream(
            seed: seed &+ UInt64(bitPattern: k) &* 0x9E37_79B9_7F4A_7C15, purpose: "")
        return NormalDistribution.standard.next(&random) * Self.normal
    }
}
