public import Scenario
public import YAML

/// Takes steps several times.
public struct LoopStep: Section {
    public static let title = "repetition"
    public static let about = "Takes steps several times; `$i` counts them from 0."
    public static let example = """
        - repeat:
            times: 8
            steps:
              - ask: {send: "0C 02 0A 00 00 00 FF FF 00", answer: "0C 02 $i"}
        """

    /// How often.
    public var times = 2
    /// One after the other.
    public var steps: [CaseStep] = []
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.required(&times, "times", in: 1...10_000, "How often.")
        keys.list(&steps, "steps", count: 1...100, "One after the other.")
    }
}

/// Something happens to the board.
public struct InputStep: Section {
    public static let title = "input step"
    public static let about = """
        Something happens to the board from outside, as in the inputs of a scenario: a person is told, \
        a model gets it.
        """

    /// What happens.
    public var kind = Input.Kind.lightColour(.daylight)
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) { keys.exactlyOne(&kind) }
}

/// Something goes wrong.
public struct FaultStep: Section {
    public static let title = "fault step"
    public static let about =
        "Something goes wrong, as in the faults of a scenario; for models only."

    /// What goes wrong.
    public var kind = Fault.Kind.reset(Fault.ResetFault())
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) { keys.exactlyOne(&kind) }
}

/// The board is moved.
public struct MoveStep: Section {
    public static let title = "movement"
    public static let about = """
        Begins to move the board from where it is; the steps go on meanwhile. A person is told in words.
        """
    public static let example = """
        - move:
            says: turn the board over within a second
            moves: [{turn: {by: 180 deg, about: x, for: 1 s}}]
        """

    /// For a person who holds the board.
    public var says = ""
    /// One after the other.
    public var moves: [Move] = []
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.required(&says, "says", "What a person who holds the board is told.")
        keys.list(&moves, "moves", count: 1...1_000, "One after the other.")
    }

    public mutating func check(_ reader: Reader) {
        moves.checkBeginning(reader, isBeginning: false)
    }
}
