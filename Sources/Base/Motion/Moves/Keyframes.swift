/// A list of poses with times; the body comes to rest in each and moves between them with the least
/// jerk.
///
/// A pose at time 0 is the body's at the start of the move: only the first move of a body may have
/// one.
public struct Keyframes: Equatable, Sendable {
    static let name = "keyframes"

    /// A pose at a time.
    public struct Frame: Equatable, Sendable {
        /// Seconds after the start of the move.
        public var time: Double
        /// Metres from the start of the move, in the world's axes; nil: unchanged.
        public var position: Vector3?
        /// Body to world; nil: unchanged.
        public var orientation: Quaternion?

        /// A keyframe.
        public init(time: Double, position: Vector3? = nil, orientation: Quaternion? = nil) {
            self.time = time
            self.position = position
            self.orientation = orientation
        }
    }

    /// In the order of time.
    public var frames: [Frame]

    /// Keyframes in the order of time.
    public init(_ frames: [Frame]) { self.frames = frames }

    /// The equivalent moves from pose to pose.
    var moves: [Move] {
        reaches.map { .reach($0) }
    }

    /// The pose of the first frame, if its time is 0.
    var start: Pose? {
        guard let first = frames.first, first.time == 0 else { return nil }
        guard first.position != nil || first.orientation != nil else { return nil }
        return Pose(
            position: first.position ?? .zero, orientation: first.orientation ?? .identity)
    }

    private var reaches: [Reach] {
        var (time, place) = (0.0, Vector3.zero)
        return frames.compactMap { frame in
            let goal = frame.position ?? place
            defer { (time, place) = (frame.time, goal) }
            guard frame.time > 0 else { return nil }
            return Reach(
                way: goal - place, orientation: frame.orientation, duration: frame.time - time)
        }
    }

    var problem: String? {
        var before = 0.0
        for (index, frame) in frames.enumerated() {
            guard frame.time > before || (index == 0 && frame.time == 0) else {
                return """
                    keyframe \(index) is at \(frame.time) s, not after \(before) s: \
                    give rising times
                    """
            }
            let reach = Reach(
                position: frame.position, orientation: frame.orientation,
                duration: frame.time > 0 ? frame.time - before : 1)
            if let problem = reach.problem { return "keyframe \(index): \(problem)" }
            before = frame.time
        }
        return nil
    }
}
