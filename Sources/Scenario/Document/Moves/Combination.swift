extension Move {
    /// The same moves several times.
    public struct Repeat: Section {
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
    }

    /// Moves on top of each other.
    public struct Together: Section {
        public static let title = "together"
        public static let about =
            "Does several moves at once: their displacements add, their turns follow each other."

        public var moves: [Move] = []

        public static let keys = Keys(Self()) { keys in
            keys.list(
                \.moves, "moves", count: 2...100, principal: true,
                "All begin at once; the longest says how long it takes.")
        }
    }
}
