import Declaration
import Motion
import Simulation

extension Move {
    package struct Repeat: MoveKind {
        package static let example = """
            - repeat:
                times: 5
                moves:
                  - turn: {by: 30 deg, for: 400 ms}
                  - turn: {by: -30 deg, for: 400 ms}
            """

        package var times = 2
        package var moves: [Move] = []

        package static let keys = Keys(Self(), "repeat") { keys in
            keys.about = "Repeats moves several times."
            keys.required(\.times, "times", in: 1...1_000_000, "How many times.")
            keys.list(\.moves, "moves", count: 1...10_000, "The moves, one after the other.")
        }

        var seconds: Double { moves.seconds * Double(times) }
        var moveCount: Double { 1 + moves.moveCount * Double(times) }
        var files: [RelativePath] { moves.files }

        var words: String { "\(times == 1 ? "once" : "\(times) times"): \(moves.words)" }

        func motion(
            _ reader: MoveReader, blend: Nanoseconds
        ) throws(ScenarioError) -> Motion.Move {
            .repeat(times, try reader.moves(moves))
        }

        func checkBeginning(_ reader: Reader, isBeginning: Bool) {
            moves.checkBeginning(reader, isBeginning: false)
        }
    }

    package struct Together: MoveKind {
        package var moves: [Move] = []

        package static let keys = Keys(Self(), "together") { keys in
            keys.about =
                "Combines several moves: their displacements are added, and their turns are"
                + " applied in order."
            keys.list(
                \.moves, "moves", count: 2...100, principal: true,
                "The moves. All begin at the same time, and the longest decides the duration.")
        }

        var seconds: Double { moves.seconds }
        var moveCount: Double { 1 + moves.moveCount }
        var files: [RelativePath] { moves.files }

        var words: String { "at the same time " + moves.words(", ") }

        func motion(
            _ reader: MoveReader, blend: Nanoseconds
        ) throws(ScenarioError) -> Motion.Move {
            .together(try reader.moves(moves))
        }

        func checkBeginning(_ reader: Reader, isBeginning: Bool) {
            moves.checkBeginning(reader, isBeginning: false)
        }
    }
}
