public import Simulation

/// A body that carries out a script of moves and rests after the last.
///
/// Position, velocity, acceleration, orientation and rate come from the same formulas and their
/// derivatives, so that they fit each other at every instant; every join is smooth.
public final class ScriptedBody: Body {
    private var track: Track
    private var lastTime = Int64.min
    private var last: Kinematics

    /// A body that starts in `pose` and begins its moves at `start`; without a pose it starts
    /// level, or in the first attitude of a recording that comes first, or in the pose at time 0 of
    /// keyframes that do.
    public init(
        _ moves: [Move], pose: Pose? = nil, start: Instant = .zero
    ) throws(MoveError) {
        try Move.check(moves, isBeginning: pose == nil)
        var pose = pose ?? Move.first(of: moves)?.beginning ?? Pose()
        pose.orientation = pose.orientation.normalized
        track = Track(moves, from: pose, start: start.nanoseconds)
        last = Kinematics(restingAt: pose)
    }

    /// A body at rest, level unless told.
    public init(pose: Pose = Pose()) {
        track = Track([], from: pose, start: 0)
        last = Kinematics(restingAt: pose)
    }

    /// A body at rest in the given orientation.
    public convenience init(orientation: Quaternion) {
        self.init(pose: Pose(orientation: orientation))
    }

    /// Gives up what was planned and carries out other moves, from the pose of an instant on.
    ///
    /// A body that moves at that instant stops at once.
    public func perform(_ moves: [Move], from time: Instant) throws(MoveError) {
        try Move.check(moves, isBeginning: false)
        let here = kinematics(at: time)
        let pose = Pose(position: here.position, orientation: here.orientation.normalized)
        track = Track(moves, from: pose, start: time.nanoseconds)
        lastTime = .min
    }

    /// When the last move ends.
    public var end: Instant { Instant(nanoseconds: track.end) }

    /// The true state; the last answer is kept, because accelerometer, gyroscope and
    /// magnetometer ask for the same instant.
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
        track.evaluate(time, &state)
        last = state
        lastTime = time
    }

    /// The highest frequency of the move at `time` in Hz; for a tenth of a second also that of
    /// the move before, for sensors that look back over their output interval.
    public func bandwidth(at time: Instant) -> Double { track.bandwidth(at: time.nanoseconds) }
}

extension Move {
    /// The pose in which a body begins with it; nil if any will do.
    fileprivate var beginning: Pose? {
        switch self {
        case .recording(let playback): Pose(orientation: playback.firstAttitude)
        case .keyframes(let keyframes): keyframes.start
        default: nil
        }
    }

    /// The first that takes time.
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
