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
    /// level, or, if a recording comes first, in that one's first attitude.
    public init(
        _ moves: [Move], pose: Pose? = nil, start: Instant = .zero
    ) throws(MoveError) {
        try Move.check(moves)
        let isPlaced = pose != nil
        var cursor = MoveCursor(moves)
        var pose = pose ?? Pose()
        if case .recording(let playback)? = cursor.next(), !isPlaced {
            pose.orientation = playback.firstAttitude
        }
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
        try Move.check(moves)
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
