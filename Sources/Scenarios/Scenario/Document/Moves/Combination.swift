import Declaration
import Motion
import Simulation

extension Move {
    public struct Repeat: MoveKind {
        public static let title = "repeat"
        public static let about = "Does the same moves several times."
        public static let example = """
            - repeat:
                times: 5
                moves:
                  - turn: {by: 30 deg, for: 400 ms}
                  - turn: {by: -30 deg, for: 400 ms}
            """

        public var times = 2
        public var moves: [Move] = []

        public static let keys = Keys(Self()) { keys in
            keys.required(\.times, "times", in: 1...1_000_000, "How often.")
            keys.list(\.moves, "moves", count: 1...10_000, "One after the other.")
        }

        var seconds: Double { moves.seconds * Double(times) }
        var moveCount: Double { 1 + moves.moveCount * Double(times) }

        func motion(
            _ reader: MoveReader, blend: Nanoseconds
        ) throws(ScenarioError) -> Motion.Move {
            .repeat(times, try reader.moves(moves))
        }

        func checkBeginning(_ reader: Reader, isBeginning: Bool) {
            moves.checkBeginning(reader, isBeginning: false)
        }
    }

    public struct Together: MoveKind {
        public static let title = "together"
        public static let about =
            "Does several moves at once: their displacements add, their turns follow each other."

        public var moves: [Move] = []

        public static let keys = Keys(Self()) { keys in
            keys.list(
                \.moves, "moves", count: 2...100, principal: true,
                "All begin at once; the longest says how long it takes.")
        }

        var seconds: Double { moves.seconds }
        var moveCount: Double { 1 + moves.moveCount }

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
