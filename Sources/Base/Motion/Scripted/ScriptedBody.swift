public import Simulation

/// A body that follows a script of moves and then rests.
///
/// Position, velocity, acceleration, orientation and rate come from the same formulas and their
/// derivatives, so that they are consistent at every instant; every join is smooth.
public final class ScriptedBody: Body {
    private var track: Track
    private var lastTime = Int64.min
    private var last: Kinematics
    /// Overrides the track from its start on.
    private var guided: GuidedTurn?

    /// A body that starts in `pose` and begins its moves at `start`; without a pose it starts
    /// level, or in the first attitude of an initial recording, or in the pose at time 0 of initial
    /// keyframes.
    public init(
        _ moves: [Move], pose: Pose? = nil, start: Instant = .zero
    ) throws(MoveError) {
        try Move.check(moves, isBeginning: pose == nil)
        var pose = pose ?? Move.first(of: moves)?.beginning ?? Pose()
        pose.orientation = pose.orientation.normalized
        track = Track(moves, from: pose, start: start.nanoseconds)
        last = Kinematics(restingAt: pose)
    }

    /// A body at rest, by default level.
    public init(pose: Pose = Pose()) {
        track = Track([], from: pose, start: 0)
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
        let here = kinematics(at: time)
        let pose = Pose(position: here.position, orientation: here.orientation.normalized)
        track = Track(moves, from: pose, start: time.nanoseconds)
        guided = nil
        lastTime = .min
    }

    /// Turns towards an orientation from an instant on, in the place where the body is then; each
    /// call replaces the orientation of the last.
    ///
    /// This is for a hand outside the simulation: the body follows orientations that arrive many
    /// times a second without a jump in its rate, and comes to rest in the last one. Its planned
    /// moves are over with the first call. Instants must not decrease from call to call.
    public func turn(towards orientation: Quaternion, at time: Instant) {
        let nanoseconds = time.nanoseconds
        if let guided {
            guided.follow(orientation.normalized, time: nanoseconds)
        } else {
            let here = kinematics(at: time)
            guided = GuidedTurn(
                from: GuidedTurn.State(
                    orientation: here.orientation.normalized, rate: here.angularRate),
                at: here.position, to: orientation.normalized, time: nanoseconds)
        }
        lastTime = .min
    }

    /// When the last move ends.
    public var end: Instant { Instant(nanoseconds: track.end) }

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
        lastTime = time
        var state = Kinematics(restingAt: Pose())
        if let guided, time >= guided.start {
            let turn = guided.state(time)
            state.position = guided.position
            state.orientation = turn.orientation
            state.angularRate = turn.rate
            state.feelForce()
        } else {
            track.evaluate(time, &state)
        }
        last = state
    }

    /// The highest frequency of the move at `time` in Hz; for a tenth of a second also that of the
    /// previous move, for sensors that average over their output interval.
    public func bandwidth(at time: Instant) -> Double {
        if let guided, time.nanoseconds >= guided.start {
            return guided.bandwidth(at: time.nanoseconds)
        }
        return track.bandwidth(at: time.nanoseconds)
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
