/// A list of poses with times; the body comes to rest in each and goes between them with the
/// least jerk.
public struct Keyframes: Equatable, Sendable {
    static let name = "keyframes"

    /// A pose at a time.
    public struct Frame: Equatable, Sendable {
        /// Seconds after the start of the move.
        public var time: Double
        /// Metres in the world; nil: as before.
        public var position: Vector3?
        /// Body to world; nil: as before.
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

    /// The same as moves from pose to pose.
    var moves: [Move] {
        var before = 0.0
        return frames.map { frame in
            defer { before = frame.time }
            return .reach(
                Reach(
                    position: frame.position, orientation: frame.orientation,
                    duration: frame.time - before))
        }
    }

    var problem: String? {
        var before = 0.0
        for (index, frame) in frames.enumerated() {
            guard frame.time > before else {
                return """
                    keyframe \(index) is at \(frame.time) s, not after \(before) s: \
                    give rising times above 0
                    """
            }
            let reach = Reach(
                position: frame.position, orientation: frame.orientation,
                duration: frame.time - before)
            if let problem = reach.problem { return "keyframe \(index): \(problem)" }
            before = frame.time
        }
        return nil
    }
}
