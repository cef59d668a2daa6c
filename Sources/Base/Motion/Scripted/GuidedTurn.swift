/// A turn by a hand outside the simulation: the body follows orientations that arrive one by one.
///
/// From one arrival to the next the rotation towards the newest orientation decays with three equal
/// poles, so that orientation, rate and angular acceleration have no jumps whatever arrives, and
/// the body comes to rest in the last orientation when no more arrive.
final class GuidedTurn {
    /// From the arrival of one orientation to that of the next.
    ///
    /// The rotation vector since its start is `goal + (a + b t + c t²) exp(-k t)`.
    private struct Stretch {
        /// Nanoseconds.
        let start: Int64
        let base: Quaternion
        let goal: Vector3
        let a: Vector3, b: Vector3, c: Vector3
        /// 1/s.
        let k: Double

        init(_ start: Int64, from state: State, to orientation: Quaternion, k: Double) {
            self.start = start
            base = state.orientation
            let (axis, angle) = (base.inverse * orientation).axisAndAngle
            goal = axis * angle
            a = goal * -1
            b = state.rate + a * k
            c = (state.acceleration + b * (2 * k) - a * (k * k)) * 0.5
            self.k = k
        }

        /// Whether it has come to rest, to less than any sensor resolves.
        func isAtRest(_ t: Double) -> Bool { k * t > 40 }

        func state(_ t: Double) -> State {
            if isAtRest(t) {
                return State(orientation: base * Quaternion(rotationVector: goal))
            }
            let decay = Elementary.exponential(-k * t)
            let p = a + b * t + c * (t * t)
            let p1 = b + c * (2 * t)
            return State(
                base, rotation: goal + p * decay, first: (p1 - p * k) * decay,
                second: (c * 2 - p1 * (2 * k) + p * (k * k)) * decay)
        }
    }

    /// Orientation, rate (rad/s, body) and its derivative.
    struct State {
        var orientation: Quaternion
        var rate = Vector3.zero
        var acceleration = Vector3.zero
    }

    /// Metres, world: where the body is while it turns.
    let position: Vector3
    private var stretches: [Stretch] = []
    /// Seconds between arrivals, averaged.
    private var interval = 0.1
    /// Index of the stretch last asked for: times are mostly asked in order.
    private var last = 0

    /// Seconds within which the time constant of a pole lies.
    private static let constants = 0.02...0.12
    /// Of an interval: short against the movement, long enough to blur the single arrivals.
    private static let share = 0.6
    /// More than ten minutes at 60 Hz; before that the body is taken to rest where it was.
    private static let mostStretches = 1 << 16

    /// Begins at `time` with the state of another motion.
    init(from state: State, at position: Vector3, to orientation: Quaternion, time: Int64) {
        self.position = position
        append(time, from: state, to: orientation)
    }

    /// Nanoseconds.
    var start: Int64 { stretches[0].start }

    /// Follows another orientation from `time` on, or from the last one's arrival if that is later.
    func follow(_ orientation: Quaternion, time: Int64) {
        let newest = stretches[stretches.count - 1]
        let time = max(time, newest.start)
        if time > newest.start {
            interval += 0.25 * (min(Double(time - newest.start) * 1e-9, 0.35) - interval)
        }
        append(time, from: newest.state(Double(time - newest.start) * 1e-9), to: orientation)
    }

    private func append(_ time: Int64, from state: State, to orientation: Quaternion) {
        let constant = min(
            max(Self.share * interval, Self.constants.lowerBound), Self.constants.upperBound)
        if stretches.count == Self.mostStretches {
            stretches.removeFirst(Self.mostStretches / 2)
            last = 0
        }
        stretches.append(Stretch(time, from: state, to: orientation, k: 1 / constant))
    }

    /// The state at a nanosecond; before the start, that of the start.
    func state(_ time: Int64) -> State {
        let stretch = stretch(at: time)
        return stretch.state(Double(max(0, time - stretch.start)) * 1e-9)
    }

    /// Hz; 0 at rest.
    func bandwidth(at time: Int64) -> Double {
        let stretch = stretch(at: time)
        return stretch.isAtRest(Double(time - stretch.start) * 1e-9) ? 0 : 0.5 * stretch.k
    }

    private func stretch(at time: Int64) -> Stretch {
        func holds(_ index: Int) -> Bool {
            stretches[index].start <= time
                && (index + 1 == stretches.count || time < stretches[index + 1].start)
        }
        if holds(last) { return stretches[last] }
        if last + 1 < stretches.count, holds(last + 1) {
            last += 1
            return stretches[last]
        }
        var (low, high) = (0, stretches.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if stretches[middle].start <= time { low = middle } else { high = middle }
        }
        last = low
        return stretches[low]
    }
}

extension GuidedTurn.State {
    /// From a rotation vector since `base` and its derivatives in time.
    init(
        _ base: Quaternion, rotation v: Vector3, first: Vector3, second: Vector3
    ) {
        // The body's rate is J(v) v', with J = 1 - A [v] + B [v]² (the right Jacobian of SO(3)).
        let j = Jacobian(v.squaredLength)
        let cross = v.cross(first)
        let double = v.cross(cross)
        let growth = v.dot(first)
        orientation = base * Quaternion(rotationVector: v)
        rate = first - cross * j.a + double * j.b
        let turning = second - v.cross(second) * j.a + v.cross(v.cross(second)) * j.b
        acceleration =
            turning + first.cross(cross) * j.b - cross * (j.da * growth) + double * (j.db * growth)
    }

    /// A = (1 - cos φ) / φ² and B = (φ - sin φ) / φ³, and their derivatives by φ, divided by φ.
    private struct Jacobian {
        var a: Double, b: Double, da: Double, db: Double

        init(_ square: Double) {
            if square < 0.01 {
                a = 0.5 - square * (1 / 24.0 - square / 720)
                b = 1 / 6.0 - square * (1 / 120.0 - square / 5040)
                da = -1 / 12.0 + square * (1 / 180.0 - square / 6720)
                db = -1 / 60.0 + square * (1 / 1260.0 - square / 60480)
                return
            }
            let angle = square.squareRoot()
            let (sine, cosine) = Elementary.sineAndCosine(angle)
            a = (1 - cosine) / square
            b = (angle - sine) / (square * angle)
            da = (angle * sine - 2 * (1 - cosine)) / (square * square)
            db = (angle * (1 - cosine) - 3 * (angle - sine)) / (square * square * angle)
        }
    }
}
