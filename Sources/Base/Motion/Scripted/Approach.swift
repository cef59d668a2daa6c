/// A smooth motion from any state of a body to rest in a pose, as a hand that follows a pointer
/// makes it.
///
/// Position and rotation vector are polynomials of the fifth degree in time, whose value, rate and
/// acceleration are the body's at the start and those of rest at the end. It takes the least time
/// in which a hand could do it.
struct Approach {
    /// Where it begins.
    let start: Pose
    /// Where it ends.
    let goal: Pose
    /// Seconds.
    let duration: Double
    /// Metres from the start, world axes.
    private let way: Quintic
    /// The rotation vector from the first orientation, body axes.
    private let turn: Quintic

    /// What a hand does at most, in m/s², rad/s and rad/s².
    static let mostAcceleration = 40.0
    static let mostRate = 25.0
    static let mostTurning = 400.0
    /// Seconds: shorter ones would be knocks.
    static let shortest = 0.15
    private static let longest = 20.0
    /// The angular acceleration at the start is that of so many nanoseconds before it.
    static let lookBack: Int64 = 20_000

    /// From the state of a body, with its angular acceleration (rad/s², body).
    init(from state: Kinematics, turning: Vector3, to goal: Pose) {
        let first = state.orientation.normalized
        let last = goal.orientation.normalized
        start = Pose(position: state.position, orientation: first)
        self.goal = Pose(position: goal.position, orientation: last)
        let (axis, angle) = (first.inverse * last).axisAndAngle
        let acceleration = state.acceleration.limited(to: Self.mostAcceleration)
        let turning = turning.limited(to: Self.mostTurning)
        func plan(_ duration: Double) -> (way: Quintic, turn: Quintic) {
            (
                Quintic(
                    to: goal.position - state.position, in: duration, rate: state.velocity,
                    acceleration: acceleration),
                Quintic(
                    to: axis * angle, in: duration, rate: state.angularRate, acceleration: turning)
            )
        }
        var duration = Self.shortest
        var best = plan(duration)
        while duration < Self.longest, !Self.isPossible(best.way, best.turn) {
            duration *= 1.2
            best = plan(duration)
        }
        self.duration = duration
        (way, turn) = best
    }

    private static func isPossible(_ way: Quintic, _ turn: Quintic) -> Bool {
        for step in 1..<16 {
            let t = way.duration * Double(step) / 16
            guard way.acceleration(t).length <= mostAcceleration,
                turn.rate(t).length <= mostRate, turn.acceleration(t).length <= mostTurning
            else { return false }
        }
        return true
    }

    /// The state after so many seconds; it stays at rest in the goal.
    func state(_ t: Double) -> Kinematics {
        var state = Kinematics(restingAt: goal)
        guard t < duration else { return state }
        state.position = start.position + way.value(t)
        state.velocity = way.rate(t)
        state.acceleration = way.acceleration(t)
        let (angle, rate) = (turn.value(t), turn.rate(t))
        state.orientation = (start.orientation * Quaternion(rotationVector: angle)).normalized
        state.angularRate = rate.asAngularRate(at: angle)
        state.feelForce()
        return state
    }

    /// The highest frequency in it, in Hz.
    var bandwidth: Double { 4 / duration }
}

/// A polynomial of the fifth degree from 0, with a rate and an acceleration, to rest at a place.
private struct Quintic {
    let duration: Double
    private let rate: Vector3
    private let acceleration: Vector3
    private let third, fourth, fifth: Vector3

    init(to end: Vector3, in duration: Double, rate: Vector3, acceleration: Vector3) {
        self.duration = duration
        self.rate = rate
        self.acceleration = acceleration
        // In units of the duration.
        let v = rate * duration
        let a = acceleration * (duration * duration)
        let cube = 1 / (2 * duration * duration * duration)
        third = (end * 20 - v * 12 - a * 3) * cube
        fourth = (end * -30 + v * 16 + a * 3) * (cube / duration)
        fifth = (end * 12 - v * 6 - a) * (cube / (duration * duration))
    }

    func value(_ t: Double) -> Vector3 {
        (rate + (acceleration * 0.5 + (third + (fourth + fifth * t) * t) * t) * t) * t
    }

    func rate(_ t: Double) -> Vector3 {
        rate + (acceleration + (third * 3 + (fourth * 4 + fifth * (5 * t)) * t) * t) * t
    }

    func acceleration(_ t: Double) -> Vector3 {
        acceleration + (third * 6 + (fourth * 12 + fifth * (20 * t)) * t) * t
    }
}

extension Vector3 {
    /// The same direction, and at most this length.
    fileprivate func limited(to most: Double) -> Vector3 {
        let length = length
        return length > most ? self * (most / length) : self
    }

    /// The angular rate in body axes of a rotation vector that is `angle` and changes by this a
    /// second (the right Jacobian of the rotation group).
    fileprivate func asAngularRate(at angle: Vector3) -> Vector3 {
        let square = angle.squaredLength
        let once = angle.cross(self)
        let twice = angle.cross(once)
        guard square > 1e-8 else { return self - once * 0.5 + twice * (1 / 6.0) }
        let length = square.squareRoot()
        let (sine, cosine) = Elementary.sineAndCosine(length)
        return self - once * ((1 - cosine) / square)
            + twice * ((length - sine) / (square * length))
    }
}
