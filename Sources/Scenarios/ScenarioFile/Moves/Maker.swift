import Declaration
import Motion

extension Move {
    /// Who makes a move.
    package struct Maker: Section, Equatable {
        package static let example = """
            by: {maker: person, seed: 2, steadiness: shaky}
            """

        enum Kind: String, Choice {
            static let title = "maker"
            case machine, person

            var about: String {
                switch self {
                case .machine: "Exactly as it is written, each time."
                case .person:
                    "As somebody with the board on the wrist does: a little unsteady about all axes and along all of"
                        + " them, more in a fast move, never quite still in a rest, and in no exact rhythm."
                }
            }
        }

        var kind = Kind.machine
        var seed = 1
        var steadiness = Steadiness.usual

        /// How much a person adds to a move.
        enum Steadiness: String, Choice {
            static let title = "steadiness"
            case steady, usual, shaky

            var about: String {
                switch self {
                case .steady: "Half as unsteady as usual."
                case .usual: "As ten people in three exercises were."
                case .shaky: "Twice as unsteady."
                }
            }

            var factor: Double {
                switch self {
                case .steady: 0.5
                case .usual: 1
                case .shaky: 2
                }
            }
        }

        package init() {}

        package static let keys = Keys(Self(), "by") { keys in
            keys.about =
                "Who makes a move. Not for recordings, which are of a person already (`vary`)."
            keys.optional(\.kind, "maker", principal: true, "A machine or a person.")
            keys.optional(\.seed, "seed", in: 0...1_000_000, "Each number is another person.")
            keys.optional(\.steadiness, "steadiness", "How unsteady the person is.")
        }

        /// nil for a machine.
        var person: Person? {
            kind == .person
                ? Person(seed: UInt64(seed), unsteadiness: steadiness.factor) : nil
        }
    }
}
