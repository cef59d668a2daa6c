import Simulation

/// One piece of a uniform cubic B-spline: the weights of its four numbers.
struct Spline {
    struct Weights {
        let a: Double, b: Double, c: Double, d: Double
    }

    /// The number of the second of them.
    let place: Int64
    private let u: Double

    /// - Parameter steps: the place on the spline; 0 is at number 0.
    @inline(__always) init(_ steps: Double) {
        let whole = steps.rounded(.down)
        place = Int64(max(-9e15, min(9e15, whole)))
        u = steps - whole
    }

    /// Of the value.
    @inline(__always) var value: Weights {
        let w = 1 - u
        return Weights(
            a: w * w * w / 6, b: (4 + u * u * (3 * u - 6)) / 6, c: (4 + w * w * (3 * w - 6)) / 6,
            d: u * u * u / 6)
    }

    /// Of the first derivative by the step.
    @inline(__always) var first: Weights {
        let w = 1 - u
        return Weights(
            a: -0.5 * w * w, b: 0.5 * u * (3 * u - 4), c: -0.5 * w * (3 * w - 4), d: 0.5 * u * u)
    }

    /// Of the second derivative.
    @inline(__always) var second: Weights {
        Weights(a: 1 - u, b: 3 * u - 2, c: 1 - 3 * u, d: u)
    }

    /// The mean of the squares of the weights is 151/315.
    private static let normal = 1 / (151.0 / 315).squareRoot()

    /// The random numbers of one place, which do not depend on those of others.
    static func random(_ seed: UInt64, _ place: Int64) -> RandomStream {
        RandomStream(seed: seed &+ UInt64(bitPattern: place) &* 0x9E37_79B9_7F4A_7C15, purpose: "")
    }

    /// One of them, such that a spline through such numbers has the variance 1.
    static func number(_ random: inout RandomStream) -> Double {
        NormalDistribution.standard.next(&random) * normal
    }
}

/// A smooth random curve of mean 0 and variance 1, which is known at any time without what was before.
struct SmoothNoise: Sendable {
    private let seed: UInt64
    /// Seconds between two numbers.
    private let step: Double
    /// The number before the present piece, and the piece's four.
    private var place = Int64.min
    private var knots = (0.0, 0.0, 0.0, 0.0)

    /// - Parameters:
    ///   - random: which curve it is.
    ///   - step: in seconds; nothing in it is faster than about half of 1/step hertz.
    init(_ random: inout RandomStream, step: Double) {
        seed = random.next()
        self.step = step
    }

    /// The curve at a time in seconds, with its derivatives.
    mutating func jet(_ t: Double) -> Jet {
        let spline = Spline(t / step)
        if spline.place != place { move(to: spline.place) }
        let (a, b, c, d) = knots
        func sum(_ w: Spline.Weights) -> Double { a * w.a + b * w.b + c * w.c + d * w.d }
        return Jet(
            value: sum(spline.value), rate: sum(spline.first) / step,
            acceleration: sum(spline.second) / (step * step))
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
        var random = Spline.random(seed, k)
        return Spline.number(&random)
    }
}
