public import Simulation

/// A body that follows a script of moves and then rests; a hand may take it, or give it another
/// script.
///
/// Position, velocity, acceleration, orientation and rate come from the same formulas and their
/// derivatives, so that they are consistent at every instant; every join is smooth.
public final class ScriptedBody: Body {
    /// What it does from a time until that of the next plan.
    private final class Plan {
        enum Motion {
            case script(Track)
            case approach(Approach)
            case turn(GuidedTurn)
        }

        let motion: Motion
        let start: Int64

        init(_ motion: Motion, start: Int64) {
            self.motion = motion
            self.start = start
        }

        func evaluate(_ time: Int64, _ state: inout Kinematics) {
            switch motion {
            case .script(let track): track.evaluate(time, &state)
            case .approach(let approach):
                approach.evaluate(Double(time - start) * 1e-9, &state)
            case .turn(let guided):
                let turn = guided.state(time)
                state.position = guided.position
                state.orientation = turn.orientation
                state.angularRate = turn.rate
                state.feelForce()
            }
        }

        func bandwidth(at time: Int64) -> Double {
            switch motion {
            case .script(let track): track.bandwidth(at: time)
            case .approach(let approach):
                Double(time - start) * 1e-9 < approach.duration ? approach.bandwidth : 0
            case .turn(let guided): guided.bandwidth(at: time)
            }
        }

        var end: Int64 {
            switch motion {
            case .script(let track): track.end
            case .approach(let approach): start + Int64((approach.duration * 1e9).rounded(.up))
            case .turn: start
            }
        }
    }

    /// In the order of time: sensors and reports ask for the past as well.
    private var plans: [Plan]
    private var current: Plan
    private var currentEnd = Int64.max
    private var lastTime = Int64.min
    private var last: Kinematics

    /// A body that starts in `pose` and begins its moves at `start`; without a pose it starts
    /// level, or in the first attitude of an initial recording, or in the pose at time 0 of initial
    /// keyframes.
    public init(
        _ moves: [Move], pose: Pose? = nil, start: Instant = .zero
    ) throws(MoveError) {
        try Move.check(moves, isBeginning: pose == nil)
        var pose = pose ?? Move.first(of: moves)?.beginning ?? Pose()
        pose.orientation = pose.orientation.normalized
        current = Plan(.script(Track(moves, from: pose, start: start.nanoseconds)), start: .min)
        plans = [current]
        last = Kinematics(restingAt: pose)
    }

    /// A body at rest, by default level.
    public init(pose: Pose = Pose()) {
        current = Plan(.script(Track([], from: pose, start: 0)), start: .min)
        plans = [current]
        last = Kinematics(restingAt: pose)
    }

    /// A body at rest in the given orientation.
    public convenience init(orientation: Quaternion) {
        self.init(pose: Pose(orientation: orientation))
    }

    /// Replaces the planned moves by others, from the pose at an instant on.
    ///
    /// A body that moves at that instant stops at once.
    public func perform(_ moves: [Move], from time: Instant) throws(MoveError) {
        try Move.check(moves, isBeginning: false)
        add(moves, from: time.nanoseconds)
    }

    /// Replaces the planned moves by others; a body that moves at that instant is first brought to
    /// rest, as by a hand.
    public func begin(_ moves: [Move], from time: Instant) throws(MoveError) {
        try Move.check(moves, isBeginning: false)
        let here = kinematics(at: time)
        let isMoving = here.velocity.length > 1e-6 || here.angularRate.length > 1e-6
        guard isMoving else { return add(moves, from: time.nanoseconds) }
        let pause = Approach.shortest
        let stop = Pose(
            position: here.position + here.velocity * (0.5 * pause),
            orientation: here.orientation
                * Quaternion(rotationVector: here.angularRate * (0.5 * pause)))
        approach(stop, from: time.nanoseconds)
        add(moves, from: current.end)
    }

    /// A hand takes the body at an instant, and brings it to rest in a pose; instead of the planned
    /// moves.
    ///
    /// - Parameters:
    ///   - position: metres, world; nil: where the hand brings it already, or where it is.
    ///   - orientation: body to world; nil: the same.
    public func guide(
        to position: Vector3?, _ orientation: Quaternion?, from time: Instant
    ) {
        let here = kinematics(at: time)
        var goal = Pose(position: here.position, orientation: here.orientation)
        if case .approach(let approach) = plan(at: time.nanoseconds).motion { goal = approach.goal }
        if let position { goal.position = position }
        if let orientation { goal.orientation = orientation }
        approach(goal, from: time.nanoseconds)
    }

    /// Turns towards an orientation from an instant on, in the place where the body is then; each
    /// call replaces the orientation of the last.
    ///
    /// This is for a hand outside the simulation: the body follows orientations that arrive many
    /// times a second without a jump in its rate, and comes to rest in the last one. Its planned
    /// moves are over with the first call. Instants must not decrease from call to call.
    public func turn(towards orientation: Quaternion, at time: Instant) {
        let nanoseconds = time.nanoseconds
        if let newest = plans.last, case .turn(let guided) = newest.motion {
            guided.follow(orientation.normalized, time: nanoseconds)
            lastTime = .min
            return
        }
        let here = kinematics(at: time)
        let turn = GuidedTurn(
            from: GuidedTurn.State(
                orientation: here.orientation.normalized, rate: here.angularRate),
            at: here.position, to: orientation.normalized, time: nanoseconds)
        add(Plan(.turn(turn), start: nanoseconds))
    }

    private func approach(_ goal: Pose, from time: Int64) {
        let here = kinematics(at: Instant(nanoseconds: time))
        // Of the plan until now, a little earlier.
        let span: Int64 = 20_000
        var before = here
        plan(at: time).evaluate(time - span, &before)
        let turning = (here.angularRate - before.angularRate) * (1e9 / Double(span))
        add(Plan(.approach(Approach(from: here, turning: turning, to: goal)), start: time))
    }

    private func add(_ moves: [Move], from time: Int64) {
        let here = kinematics(at: Instant(nanoseconds: time))
        let pose = Pose(position: here.position, orientation: here.orientation.normalized)
        add(Plan(.script(Track(moves, from: pose, start: time)), start: time))
    }

    private func add(_ plan: Plan) {
        while let last = plans.last, last.start >= plan.start { plans.removeLast() }
        plans.append(plan)
        (current, currentEnd) = (plan, .max)
        lastTime = .min
    }

    /// When the last move ends.
    public var end: Instant { Instant(nanoseconds: plans[plans.count - 1].end) }

    /// The true state; the last result is kept, because accelerometer, gyroscope and magnetometer
    /// request the same instant.
    public func kinematics(at time: Instant) -> Kinematics {
        look(time)
        return last
    }

    /// m/s², body.
    public func specificForce(at time: Instant) -> Vector3 {
        look(time)
        return last.specificForce
    }

    /// rad/s, body.
    public func angularRate(at time: Instant) -> Vector3 {
        look(time)
        return last.angularRate
    }

    /// Body to world.
    public func orientation(at time: Instant) -> Quaternion {
        look(time)
        return last.orientation
    }

    @inline(__always) private func look(_ time: Instant) {
        if time.nanoseconds != lastTime { refresh(time.nanoseconds) }
    }

    private func refresh(_ time: Int64) {
        var state = Kinematics(restingAt: Pose())
        plan(at: time).evaluate(time, &state)
        last = state
        lastTime = time
    }

    @inline(__always) private func plan(at time: Int64) -> Plan {
        if time < current.start || time >= currentEnd { seek(time) }
        return current
    }

    /// The last plan that begins by then.
    private func seek(_ time: Int64) {
        var (low, high) = (0, plans.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if plans[middle].start <= time { low = middle } else { high = middle }
        }
        current = plans[low]
        currentEnd = low + 1 < plans.count ? plans[low + 1].start : .max
    }

    /// The highest frequency of the move at `time` in Hz; for a tenth of a second also that of the
    /// previous move, for sensors that average over their output interval.
    public func bandwidth(at time: Instant) -> Double {
        let time = time.nanoseconds
        let plan = plan(at: time)
        let bandwidth = plan.bandwidth(at: time)
        guard plan.start > .min, time - plan.start < 100_000_000 else { return bandwidth }
        let before = self.plan(at: plan.start - 1).bandwidth(at: plan.start - 1)
        return max(bandwidth, before)
    }
}

extension Move {
    /// The pose in which a body begins with it; nil if any is possible.
    fileprivate var beginning: Pose? {
        switch self {
        case .recording(let playback): Pose(orientation: playback.firstAttitude)
        case .keyframes(let keyframes): keyframes.start
        default: nil
        }
    }

    /// The first move that takes time.
    fileprivate static func first(of moves: [Move]) -> Move? {
        for move in moves {
            switch move {
            case .sequence(let inner): if let first = first(of: inner) { return first }
            case .repeat(let times, let inner):
                if times > 0, let first = first(of: inner) { return first }
            default: return move
            }
        }
        return nil
    }
}
