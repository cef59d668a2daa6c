import Declaration
import Motion
import Simulation
import YAML

package struct Move: LocatedSection {
    package static let example = """
        motion:
          - rest: 1 s
          - turn: {by: 90 deg, about: z, for: 800 ms}
          - shake: {rate: 4 Hz, for: 2 s}
            blend: 300 ms
        """

    /// What the board does.
    var kind: any MoveKind = Rest()
    package var blend = Nanoseconds.zero
    package var maker = Maker()
    package var mark = Mark.start

    package static let keys = Keys(Self(), "move") { keys in
        keys.about = "One movement of a board. Each move follows the previous one without a gap."
        keys.exactlyOne(
            \.kind, of: Cases("kind of move", kinds, as: { $0 }) { $0.read($1, $2) })
        keys.optional(
            \.blend, "blend", in: .zero...(.seconds(60)), otherwise: "300 ms for a recording",
            "How long a recording is faded in and out. Other moves begin and end at rest anyway."
        )
        keys.optional(
            \.maker, "by", otherwise: "machine",
            "Who makes it. Moves that follow each other and are made by the same person are one motion."
        )
    }

    /// The kinds of move, by key.
    static let kinds: [any MoveKind.Type] = [
        Rest.self, Pause.self, Turn.self, Tilt.self, Swing.self, Shake.self, Tap.self, Walk.self,
        Lift.self, Throw.self, FreeFall.self, Spin.self, Vibration.self, Keyframes.self,
        Recording.self, Repeat.self, Together.self,
    ]

    /// How long a move may take.
    static let durations = Nanoseconds.milliseconds(1)...Nanoseconds.longest
}

/// One kind of move: its keys, its duration, and its move in the motion library.
protocol MoveKind: Alternative, Section {
    /// Its longest duration in seconds, with repeats expanded. Floating point cannot overflow.
    var seconds: Double { get }
    /// The number of moves, with repeats expanded.
    var moveCount: Double { get }
    /// The move of the motion library.
    func motion(_ reader: MoveReader, blend: Nanoseconds) throws(ScenarioError) -> Motion.Move
    /// Reports a pose at 0 s that the board cannot be in by then.
    ///
    /// - Parameter isBeginning: whether the board begins with this move, and with its pose.
    func checkBeginning(_ reader: Reader, isBeginning: Bool)
    /// The files that it reads, as the scenario names them.
    var files: [RelativePath] { get }
    /// What a person does with the board, who calls it `it`: `shake it along x`.
    var words: String { get }
}

extension MoveKind {
    var moveCount: Double { 1 }
    func checkBeginning(_ reader: Reader, isBeginning: Bool) {}
    var files: [RelativePath] { [] }
}

/// A move that takes the time of its key `for`.
protocol TimedMove: MoveKind {
    var duration: Nanoseconds { get }
}

extension TimedMove {
    var seconds: Double { duration.seconds }
}

extension [Move] {
    /// Their longest duration, with repeats expanded.
    var seconds: Double { reduce(0) { $0 + $1.blend.seconds + $1.kind.seconds } }
    /// Their number, with repeats expanded.
    var moveCount: Double { reduce(0) { $0 + $1.kind.moveCount } }
    /// The files that they read, as the scenario names them.
    var files: [RelativePath] { flatMap { $0.kind.files } }

    /// For a person: the first few, one after the other.
    var words: String { words(", then ") }

    func words(_ joint: String) -> String {
        let most = 3
        let first = prefix(most).map(\.kind.words).joined(separator: joint)
        let rest = count - most
        return rest <= 0 ? first : first + " and \(rest) more move\(rest == 1 ? "" : "s")"
    }

    /// Reports a keyframe at 0 s with a pose that the board cannot be in by then.
    ///
    /// - Parameter isBeginning: whether the board begins with these moves, and with the pose that
    ///   they name.
    package func checkBeginning(_ reader: Reader, isBeginning: Bool) {
        for (index, move) in enumerated() {
            move.kind.checkBeginning(reader, isBeginning: isBeginning && index == 0)
        }
    }
}

/// An axis of the board: x to the right, y away from the viewer, z out of the face.
package enum Axis: String, Choice {
    package static let title = "axis"
    case x, y, z
    /// World z, whatever the board's orientation.
    case vertical

    package var about: String {
        switch self {
        case .x: "The board's x axis: to the right."
        case .y: "The board's y axis: away from the viewer."
        case .z: "The board's z axis: out of its face."
        case .vertical: "Straight up, however the board is held."
        }
    }
}
