/// A recording as a move: the body has the specific force and the rate of the recorded board.
///
/// First it turns to the recording's first attitude (its heading stays), then the recording fades
/// in, plays and fades out to rest in its last attitude. Specific force, angular rate and attitude
/// are the recording's; a recording has no position, so the body's position is constant and its
/// velocity zero.
public struct Playback: MoveKind {
    static let name = "recording"

    /// The recording.
    public let recording: Recording
    /// Seconds into the recording.
    public let from: Double
    /// Seconds; nil: to the end.
    public let length: Double?
    /// Seconds of fading in and out.
    public let blend: Double

    private let motion: RecordedMotion?

    /// A playback; by default all of the recording with fades of 0.3 s.
    public init(
        _ recording: Recording, from: Double = 0, length: Double? = nil, blend: Double = 0.3
    ) {
        self.recording = recording
        self.from = from
        self.length = length
        self.blend = blend
        motion =
            Self.problem(recording, from, length, blend) == nil
            ? RecordedMotion(recording, from: from, length: length, blend: blend) : nil
    }

    /// The same, repeated for `total` seconds of recording; the last one is cut.
    public func looped(for total: Double) -> Move {
        guard let motion, motion.duration > 0, total > 0, total < 1e9 else { return .sequence([]) }
        let times = (total / motion.duration).rounded(.down)
        let rest = total - times * motion.duration
        let whole = Move.repeat(Int(times), [.recording(self)])
        if rest < max(1e-3, 2 * blend) { return whole }
        let last = Playback(recording, from: from, length: rest, blend: blend)
        return .sequence([whole, .recording(last)])
    }

    /// The attitude in which it begins, facing north.
    public var firstAttitude: Quaternion { motion?.firstAttitude ?? .identity }

    /// Seconds of recording played.
    public var duration: Double { motion?.duration ?? 0 }

    /// The same stretch of the same samples.
    public static func == (a: Self, b: Self) -> Bool {
        a.from == b.from && a.length == b.length && a.blend == b.blend
            && (a.motion === b.motion || a.recording == b.recording)
    }

    var problem: String? { Self.problem(recording, from, length, blend) }

    private static func problem(
        _ recording: Recording, _ from: Double, _ length: Double?, _ blend: Double
    ) -> String? {
        let counts = [recording.specificForce.count, recording.angularRate.count].filter { $0 > 0 }
        return Check.first(
            Check.positive(recording.rate, "rate"),
            counts.isEmpty
                ? "the recording has neither acceleration nor rotation: give one with samples"
                : nil,
            Set(counts).count > 1
                ? "the channels differ in length: combine them first" : nil,
            Check.notNegative(from, "from"), Check.notNegative(blend, "blend"),
            length.flatMap { Check.positive($0, "length") },
            from >= recording.duration
                ? "from is \(SampleSpacing.text(from)) s and the recording ends at"
                    + " \(SampleSpacing.text(recording.duration)) s: give less"
                : nil)
    }

    func segment(from start: Pose) -> Segment {
        guard let motion else { return Segment(start: start, duration: 0) }
        return PlaybackSegment(start: start, motion, blend: blend)
    }
}

private final class PlaybackSegment: Segment {
    private let motion: RecordedMotion
    private let heading: Quaternion
    private let axis: Vector3
    private let angle: Double
    private let lead: Double

    init(start: Pose, _ motion: RecordedMotion, blend: Double) {
        self.motion = motion
        heading = Quaternion(angle: start.orientation.heading, axis: .zAxis)
        let first = heading * motion.firstAttitude
        (axis, angle) = (start.orientation.inverse * first).axisAndAngle
        // A quarter turn takes at least 0.6 s, so that this turn is not the fastest part.
        lead = blend == 0 || angle < 1e-6 ? 0 : max(blend, 0.4 * angle)
        super.init(start: start, duration: lead + motion.duration)
    }

    override func evaluate(_ t: Double, _ state: inout Kinematics) { play(t, &state) }

    override func feel(_ t: Double) -> Felt { felt { play(t, &$0) } }

    @inline(__always) private func play(_ t: Double, _ state: inout Kinematics) {
        let since = t - lead
        if since < 0 {
            let share = Profile.minimumJerk(t, lead)
            state.orientation =
                start.orientation * Quaternion(angle: angle * share.value, axis: axis)
            state.angularRate = axis * (angle * share.rate)
            state.feelForce()
            return
        }
        let (force, rate, attitude) = motion.evaluate(since)
        state.orientation = heading * attitude
        state.angularRate = rate
        state.specificForce = force
        state.acceleration = state.orientation.rotate(force) - Vector3(0, 0, standardGravity)
    }

    override var bandwidth: Double { motion.bandwidth }

    override var ownsForce: Bool { true }
}
