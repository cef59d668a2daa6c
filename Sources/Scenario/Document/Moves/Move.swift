public import Simulation
public import YAML

/// One move of a board.
public struct Move: LocatedSection {
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
    public var blend = Nanoseconds.zero
    public var mark = Mark.start

    public static let keys = Keys(Self()) { keys in
        keys.exactlyOne(\.kind)
        keys.optional(
            \.blend, "blend", in: .zero...(.seconds(60)), otherwise: "300 ms for a recording",
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

        public static let cases = Cases<Kind> { cases in
            cases(
                Kind.rest, Kind.pause, Kind.turn, Kind.tilt, Kind.swing, Kind.shake, Kind.tap,
                Kind.walk, Kind.lift, Kind.throw, Kind.freeFall, Kind.spin, Kind.vibration,
                Kind.keyframes, Kind.recording, Kind.repeat, Kind.together)
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
