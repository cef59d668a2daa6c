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
            case rejoin(Rejoining)
        }

        let motion: Motion
        let start: Int64

        init(_ motion: Motion, start: Int64) {
            self.motion = motion
            self.start = start
        }

        func state(at time: Int64) -> Kinematics {
            switch motion {
            case .script(let track): return track.state(at: time)
            case .approach(let approach): return approach.state(Double(time - start) * 1e-9)
            case .turn(let guided):
                let turn = guided.state(time)
                var state = Kinematics(
                    restingAt: Pose(position: guided.position, orientation: turn.orientation))
                state.angularRate = turn.rate
                return state
            case .rejoin(let rejoining): return rejoining.state(at: time, since: start)
            }
        }

        func bandwidth(at time: Int64) -> Bandwidth {
            switch motion {
            case .script(let track): return track.bandwidth(at: time)
            case .approach(let approach):
                let isOn = Double(time - start) * 1e-9 < approach.duration
                return Bandwidth(isOn ? approach.bandwidth : 0, at: time)
            case .turn(let guided): return Bandwidth(guided.bandwidth(at: time), at: time)
            case .rejoin(let rejoining):
                return Bandwidth(rejoining.bandwidth(at: time, since: start), at: time)
            }
        }

        var end: Int64 {
            switch motion {
            case .script(let track): track.end
            case .approach(let approach): start + Int64((approach.duration * 1e9).rounded(.up))
            case .turn: start
            case .rejoin(let rejoining): rejoining.end(since: start)
            }
        }
    }

    /// The moves that it was made with.
    private let script: Track
    /// What it lies on while it rests; nil: something that is quite still.
    public var floor: Floor? { didSet { forget() } }

    /// In the order of time: sensors and reports ask for the past as well.
    private var plans: [Plan]
    private var current: Plan
    private var currentEnd = Int64.max

    // What was asked last: three sensors ask for the same instant, and a segment lasts for many.
    @exclusivity(unchecked) private var lastTime = Int64.min
    @exclusivity(unchecked) private var last: Felt
    @exclusivity(unchecked) private var wholeTime = Int64.min
    @exclusivity(unchecked) private var whole: Kinematics
    @exclusivity(unchecked) private var bandwidth = Bandwidth.unknown
    /// The segment that begins at `origin` and is known to hold from one nanosecond until before
    /// another; nil for a motion that has none.
    private var segment: Segment?
    @exclusivity(unchecked) private var origin = Int64.min
    @exclusivity(unchecked) private var holdsFrom = Int64.max
    @exclusivity(unchecked) private var holdsUntil = Int64.min
    /// Whether that segment is a rest.
    @exclusivity(unchecked) private var isResting = false

    /// A body that starts in `pose` and begins its moves at `start`; without a pose it starts
    /// level, or in the first attitude of an initial recording, or in the pose at time 0 of initial
    /// keyframes.
    public init(
        _ moves: [Move], pose: Pose? = nil, start: Instant = .zero
    ) throws(MoveError) {
        try Move.check(moves, isBeginning: pose == nil)
        var pose = pose ?? Move.first(of: moves)?.beginning ?? Pose()
        pose.orientation = pose.orientation.normalized
        script = Track(moves, from: pose, start: start.nanoseconds)
        current = Plan(.script(script), start: .min)
        plans = [current]
        whole = Kinematics(restingAt: pose)
        last = Felt(whole)
    }

    /// A body at rest, by default level.
    public init(pose: Pose = Pose()) {
        script = Track([], from: pose, start: 0)
        current = Plan(.script(script), start: .min)
        plans = [current]
        whole = Kinematics(restingAt: pose)
        last = Felt(whole)
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
        let here = state(at: time.nanoseconds)
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
        let here = state(at: time.nanoseconds)
        var goal = Pose(position: here.position, orientation: here.orientation)
        if case .approach(let approach) = plan(at: time.nanoseconds).motion { goal = approach.goal }
        if let position { goal.position = position }
        if let orientation { goal.orientation = orientation }
        approach(goal, from: time.nanoseconds)
    }

    /// Goes back to the moves that the body was made with, which have gone on meanwhile: a hand brings it smoothly to where
    /// it would be by then, and lets go. Nothing changes if they were never left.
    public func rejoin(from time: Instant) {
        let nanoseconds = time.nanoseconds
        guard !followsScript(at: time) else { return }
        let span = Approach.lookBack
        let here = state(at: time.nanoseconds)
        let before = plan(at: nanoseconds).state(at: nanoseconds - span)
        let rejoining = Rejoining(
            script, from: here, before: before, at: nanoseconds)
        add(Plan(.rejoin(rejoining), start: nanoseconds))
        add(Plan(.script(script), start: rejoining.arrival(since: nanoseconds)))
    }

    /// Whether the body makes the moves that it was made with, or is on its way back to them.
    public func followsScript(at time: Instant) -> Bool {
        switch plan(at: time.nanoseconds).motion {
        case .script(let track): track === script
        case .rejoin: true
        case .approach, .turn: false
        }
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
            forget()
            return
        }
        let here = state(at: time.nanoseconds)
        let turn = GuidedTurn(
            from: GuidedTurn.State(
                orientation: here.orientation.normalized, rate: here.angularRate),
            at: here.position, to: orientation.normalized, time: nanoseconds)
        add(Plan(.turn(turn), start: nanoseconds))
    }

    private func approach(_ goal: Pose, from time: Int64) {
        let here = state(at: time)
        // Of the plan until now, a little earlier.
        let span = Approach.lookBack
        let before = plan(at: time).state(at: time - span)
        let turning = (here.angularRate - before.angularRate) * (1e9 / Double(span))
        add(Plan(.approach(Approach(from: here, turning: turning, to: goal)), start: time))
    }

    private func add(_ moves: [Move], from time: Int64) {
        let here = state(at: time)
        let pose = Pose(position: here.position, orientation: here.orientation.normalized)
        add(Plan(.script(Track(moves, from: pose, start: time)), start: time))
    }

    private func add(_ plan: Plan) {
        while let last = plans.last, last.start >= plan.start { plans.removeLast() }
        plans.append(plan)
        (current, currentEnd) = (plan, .max)
        forget()
    }

    private func forget() {
        (lastTime, wholeTime) = (.min, .min)
        (holdsFrom, holdsUntil) = (.max, .min)
        bandwidth = .unknown
    }

    /// When the last move ends.
    public var end: Instant { Instant(nanoseconds: plans[plans.count - 1].end) }

    /// The true state; the last result is kept.
    public func kinematics(at time: Instant) -> Kinematics {
        let time = time.nanoseconds
        if time != wholeTime {
            find(time)
            whole = segment?.state(at: time, since: origin) ?? plan(at: time).state(at: time)
            if let floor, isResting { floor.shake(&whole, at: time) }
            wholeTime = time
        }
        return whole
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

    /// The last result is kept, because accelerometer, gyroscope and magnetometer request the same
    /// instant.
    @inline(__always) private func look(_ time: Instant) {
        if time.nanoseconds != lastTime { refresh(time.nanoseconds) }
    }

    private func refresh(_ time: Int64) {
        find(time)
        // Taken and put back, which counts no references.
        if let here = segment.take() {
            last = here.feel(at: time, since: origin)
            segment = here
        } else {
            last = Felt(plan(at: time).state(at: time))
        }
        if isResting, let floor { floor.shake(&last, at: time) }
        lastTime = time
    }

    /// Looks up the segment at a nanosecond, if it is another than the last one.
    @inline(__always) private func find(_ time: Int64) {
        if time < holdsFrom || time >= holdsUntil { findSegment(time) }
    }

    private func findSegment(_ time: Int64) {
        let plan = plan(at: time)
        guard case .script(let track) = plan.motion else {
            segment = nil
            isResting = false
            (holdsFrom, holdsUntil) = (.max, .min)
            return
        }
        let piece = track.piece(at: time)
        segment = piece.segment
        isResting = piece.segment.bandwidth == 0
        origin = piece.start
        holdsFrom = max(piece.start, plan.start)
        holdsUntil = min(piece.end, currentEnd)
    }

    /// The state without what the floor adds.
    private func state(at time: Int64) -> Kinematics { plan(at: time).state(at: time) }

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
        if !bandwidth.holds(time) { bandwidth = findBandwidth(time) }
        return bandwidth.hertz
    }

    private func findBandwidth(_ time: Int64) -> Bandwidth {
        let plan = plan(at: time)
        let end = currentEnd
        var here = plan.bandwidth(at: time)
        if floor != nil, here.hertz == 0 {
            here = Bandwidth(Floor.bandwidth, from: here.from, until: here.until)
        }
        let calm = plan.start > .min ? Bandwidth.calm(after: plan.start) : .min
        if time < calm {
            let before = self.plan(at: plan.start - 1).bandwidth(at: plan.start - 1)
            return Bandwidth(max(here.hertz, before.hertz), at: time)
        }
        return Bandwidth(here.hertz, from: max(here.from, calm), until: min(here.until, end))
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
            case .sequence(let inner), .person(_, let inner):
                if let first = first(of: inner) { return first }
            case .repeat(let times, let inner):
                if times > 0, let first = first(of: inner) { return first }
            default: return move
            }
        }
        return nil
    }
}
