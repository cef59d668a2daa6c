public import Simulation
public import YAML

/// One move of a board.
public struct Move: Section {
    public static let title = "move"
    public static let about =
        "One movement of a board; moves follow each other without a gap."
    public static let example = """
        motion:
          - rest: 1 s
          - turn: {by: 90 deg, about: z, for: 800 ms}
          - shake: {rate: 4 Hz, for: 2 s}
            blend: 300 ms
        """

    /// What the board does.
    public var kind = Kind.rest(Rest())
    /// How long a recording is faded in and out.
    public var blend = Nanoseconds.zero
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.exactlyOne(&kind)
        keys.optional(
            &blend, "blend", in: .zero...(.seconds(60)), otherwise: "300 ms for a recording",
            "How long a recording is faded in and out; other moves begin and end at rest by themselves."
        )
    }

    /// What the board does.
    public indirect enum Kind: OneOf {
        public static let title = "kind of move"
        case rest(Rest)
        case pause(Pause)
        case turn(Turn)
        case tilt(Tilt)
        case swing(Swing)
        case shake(Shake)
        case tap(Tap)
        case walk(Walk)
        case lift(Lift)
        case `throw`(Throw)
        case freeFall(FreeFall)
        case spin(Spin)
        case vibration(Vibration)
        case keyframes(Keyframes)
        case recording(Recording)
        case `repeat`(Repeat)
        case together(Together)

        public static func declare(_ cases: Cases<Kind>) {
            cases("rest", Kind.rest)
            cases("pause", Kind.pause)
            cases("turn", Kind.turn)
            cases("tilt", Kind.tilt)
            cases("swing", Kind.swing)
            cases("shake", Kind.shake)
            cases("tap", Kind.tap)
            cases("walk", Kind.walk)
            cases("lift", Kind.lift)
            cases("throw", Kind.throw)
            cases("free-fall", Kind.freeFall)
            cases("spin", Kind.spin)
            cases("vibration", Kind.vibration)
            cases("keyframes", Kind.keyframes)
            cases("recording", Kind.recording)
            cases("repeat", Kind.repeat)
            cases("together", Kind.together)
        }
    }

    /// How long a move may take.
    static let durations = Nanoseconds.milliseconds(1)...Nanoseconds.longest
}

/// An axis of the board: x to the right, y away from the viewer, z out of the face.
public enum Axis: String, Choice {
    public static let title = "axis"
    case x, y, z
    /// World z, whatever the board's orientation.
    case vertical

    public var about: String {
        switch self {
        case .x: "The board's x axis: to the right."
        case .y: "The board's y axis: away from the viewer."
        case .z: "The board's z axis: out of its face."
        case .vertical: "Straight up, however the board is held."
        }
    }
}
