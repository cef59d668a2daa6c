import Simulation

/// What a person adds to a move: turns about the body's axes and displacements along them, as random curves of seven octaves,
/// each of which is a cubic B-spline.
///
/// Turns and displacements grow with the effort of the move. Their spectra, relative to the rate of the move, are those of seglearn's
/// recordings of shoulder exercises: the rate falls as 1/f from 1 to 11 Hz and faster above; about the body's x, the long axis of the
/// forearm, it is up to six times as much as about the others; the acceleration is 2 to 4 mg for each degree per second. What is left
/// at rest is that of MetaMotion boards on wrists between exercises with a barbell: 0.3 to 0.6 °/s and 2 to 3.5 mg in each octave up to
/// 6 Hz, and less above.
struct PersonNoise: Sendable {
    /// Nothing in it is faster, in hertz.
    static let bandwidth = 30.0

    private var octaves: [Octave]

    /// Of one octave: rates in parts of the move's rate, accelerations in mg for each degree per second of it, about and along x, y, z;
    /// and at rest, in degrees per second and mg.
    private struct Sizes {
        let rate: Vector3
        let acceleration: Vector3
        let rest: (rate: Double, acceleration: Double)

        init(
            _ rate: (Double, Double, Double), _ acceleration: (Double, Double, Double),
            rest: (rate: Double, acceleration: Double)
        ) {
            self.rate = Vector3(rate.0, rate.1, rate.2)
            self.acceleration = Vector3(acceleration.0, acceleration.1, acceleration.2)
            self.rest = rest
        }
    }

    /// From slow to fast: the first of 1 s between its knots.
    private static let sizes = [
        Sizes((0.03, 0.03, 0.03), (0.05, 0.05, 0.05), rest: (0.35, 1)),
        Sizes((0.07, 0.06, 0.05), (0.12, 0.12, 0.15), rest: (0.45, 2)),
        Sizes((0.13, 0.12, 0.10), (0.30, 0.30, 0.40), rest: (0.5, 2.7)),
        Sizes((0.09, 0.09, 0.06), (0.22, 0.25, 0.35), rest: (0.45, 3)),
        Sizes((0.085, 0.03, 0.022), (0.16, 0.22, 0.25), rest: (0.4, 3)),
        Sizes((0.08, 0.018, 0.013), (0.11, 0.18, 0.16), rest: (0.25, 2.2)),
        Sizes((0.012, 0.004, 0.003), (0.05, 0.08, 0.06), rest: (0.09, 1.4)),
    ]
    /// Of the logarithm of each size, between persons.
    private static let spread = 0.3
    /// The deviation of a spline's first and second derivative, times the time between its knots and its square.
    static let slope = (2.0 / 3 / (151.0 / 315)).squareRoot()
    private static let bend = (8.0 / 3 / (151.0 / 315)).squareRoot()

    init(_ person: Person) {
        var random = RandomStream(seed: person.seed, purpose: "a person")
        let normal = NormalDistribution.standard
        func factor(_ random: inout RandomStream) -> Double {
            Elementary.exponential(Self.spread * normal.next(&random))
        }
        func factors(_ random: inout RandomStream) -> Vector3 {
            let x = factor(&random)
            let y = factor(&random)
            return Vector3(x, y, factor(&random))
        }
        let turns = factor(&random) * person.unsteadiness
        let ways = factor(&random) * person.unsteadiness
        // mg for each degree per second, in metres per second squared for each radian per second.
        let degree = Double.pi / 180
        let unit = 1e-3 * standardGravity
        octaves = []
        var step = 1.0
        for size in Self.sizes {
            let turn = factors(&random) * (turns * step / Self.slope)
            let way = factors(&random) * (ways * unit * step * step / Self.bend)
            octaves.append(
                Octave(
                    seed: random.next(), step: step,
                    move: Knot(
                        turn: turn.scaled(by: size.rate),
                        way: way.scaled(by: size.acceleration) * (1 / degree)),
                    rest: Knot(
                        turn: turn * (size.rest.rate * degree),
                        way: way * size.rest.acceleration)))
            step /= 2
        }
    }

    /// Turn (radians) and displacement (metres) in the body's axes, with their derivatives.
    struct State {
        var turn = (value: Vector3.zero, first: Vector3.zero, second: Vector3.zero)
        var way = (value: Vector3.zero, first: Vector3.zero, second: Vector3.zero)
    }

    /// - Parameter effort: of the move at a time, in radians per second; 0 at rest.
    mutating func state(_ t: Double, effort: (_ t: Double) -> Double) -> State {
        var state = State()
        for index in octaves.indices { octaves[index].add(to: &state, t, effort) }
        return state
    }

    /// A number of each kind and axis.
    private struct Knot {
        var turn = Vector3.zero
        var way = Vector3.zero
    }

    private struct Octave {
        let seed: UInt64
        /// Seconds between two knots.
        let step: Double
        /// Sizes for each radian per second of effort, and at rest.
        private let move: Knot
        private let rest: Knot
        /// The knot before the present piece, and the piece's four.
        private var place = Int64.min
        private var knots = (Knot(), Knot(), Knot(), Knot())

        init(seed: UInt64, step: Double, move: Knot, rest: Knot) {
            (self.seed, self.step) = (seed, step)
            (self.move, self.rest) = (move, rest)
        }

        mutating func add(to state: inout State, _ t: Double, _ effort: (Double) -> Double) {
            let spline = Spline(t / step)
            if spline.place != place { go(to: spline.place, effort) }
            let (a, b, c, d) = knots
            func sum(_ w: Spline.Weights, _ part: (Knot) -> Vector3) -> Vector3 {
                part(a) * w.a + part(b) * w.b + part(c) * w.c + part(d) * w.d
            }
            let (value, first, second) = (spline.value, spline.first, spline.second)
            let (once, twice) = (1 / step, 1 / (step * step))
            state.turn.value += sum(value) { $0.turn }
            state.turn.first += sum(first) { $0.turn } * once
            state.turn.second += sum(second) { $0.turn } * twice
            state.way.value += sum(value) { $0.way }
            state.way.first += sum(first) { $0.way } * once
            state.way.second += sum(second) { $0.way } * twice
        }

        private mutating func go(to k: Int64, _ effort: (Double) -> Double) {
            if k == place + 1, place > .min {
                knots = (knots.1, knots.2, knots.3, knot(k + 2, effort))
            } else {
                knots = (
                    knot(k - 1, effort), knot(k, effort), knot(k + 1, effort), knot(k + 2, effort)
                )
            }
            place = k
        }

        private func knot(_ k: Int64, _ effort: (Double) -> Double) -> Knot {
            var random = Spline.random(seed, k)
            let size = effort(Double(k) * step)
            func three(_ random: inout RandomStream) -> Vector3 {
                let x = Spline.number(&random)
                let y = Spline.number(&random)
                return Vector3(x, y, Spline.number(&random))
            }
            let turn = (rest.turn + move.turn * size).scaled(by: three(&random))
            return Knot(turn: turn, way: (rest.way + move.way * size).scaled(by: three(&random)))
        }
    }
}

extension Vector3 {
    /// Each component by its own factor.
    fileprivate func scaled(by other: Vector3) -> Vector3 {
        Vector3(x * other.x, y * other.y, z * other.z)
    }
}
