import Declaration
public import Scenario
public import YAML

public struct LoopStep: Section {
    public static let title = "repetition"
    public static let about = "Takes steps several times; `$i` counts them from 0."
    public static let example = """
        - repeat:
            times: 8
            steps:
              - ask: {send: "0C 02 0A 00 00 00 FF FF 00", answer: "0C 02 $i"}
        """

    public var times = 2
    public var steps: [CaseStep] = []

    public static let keys = Keys(Self()) { keys in
        keys.required(\.times, "times", in: 1...10_000, "How often.")
        keys.list(\.steps, "steps", count: 1...100, "One after the other.")
    }
}

public struct InputStep: Section {
    public static let title = "input step"
    public static let about = """
        Something happens to the board from outside, as in the inputs of a scenario: a person is told, \
        a model gets it.
        """

    /// What happens.
    public var kind = Input.Kind.lightColour(.daylight)

    public static let keys = Keys(Self()) { keys in keys.exactlyOne(\.kind) }
}

public struct FaultStep: Section {
    public static let title = "fault step"
    public static let about =
        "Something goes wrong, as in the faults of a scenario; for models only."

    /// What goes wrong.
    package var kind: any FaultKind = Fault.ResetFault()

    public static let keys = Keys(Self()) { keys in keys.exactlyOne(\.kind, of: Fault.cases) }
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

    public var says = ""
    public var moves: [Move] = []

    public static let keys = Keys(Self()) { keys in
        keys.required(\.says, "says", "What a person who holds the board is told.")
        keys.list(\.moves, "moves", count: 1...1_000, "One after the other.")
    }

    public func check(_ reader: Reader, at mark: Mark) {
        moves.checkBeginning(reader, isBeginning: false)
    }
}
