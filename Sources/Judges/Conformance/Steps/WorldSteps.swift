import Declaration
import ScenarioFile
import YAML

package struct LoopStep: Section {
    package static let example = """
        - repeat:
            times: 8
            steps:
              - ask: {send: "0C 02 0A 00 00 00 FF FF 00", answer: "0C 02 $i"}
        """

    package var times = 2
    package var steps: [CaseStep] = []

    package static let keys = Keys(Self(), "repetition") { keys in
        keys.about = "Repeats steps; `$i` counts from 0."
        keys.required(\.times, "times", in: 1...10_000, "How often.")
        keys.list(\.steps, "steps", count: 1...100, "One after the other.")
    }
}

package struct InputStep: Section {
    package var kind: any InputKind = LightColour.daylight

    package static let keys = Keys(Self(), "input step") { keys in
        keys.about = """
            Something happens to the board from outside, as in the inputs of a scenario: a person gets an \
            instruction, a model the input.
            """
        keys.exactlyOne(\.kind, of: Input.cases)
    }
}

package struct FaultStep: Section {
    package var kind: any FaultKind = Fault.ResetFault()

    package static let keys = Keys(Self(), "fault step") { keys in
        keys.about = "Something goes wrong, as in the faults of a scenario; for models only."
        keys.exactlyOne(\.kind, of: Fault.cases)
    }
}

package struct MoveStep: Section {
    package static let example = """
        - move:
            says: turn the board over within a second
            moves: [{turn: {by: 180 deg, about: x, for: 1 s}}]
        """

    package var says = ""
    package var moves: [Move] = []

    package static let keys = Keys(Self(), "movement") { keys in
        keys.about = """
            Begins to move the board from where it is; the steps go on meanwhile. A person gets the instruction in words.
            """
        keys.required(\.says, "says", "The instruction for the person who holds the board.")
        keys.list(\.moves, "moves", count: 1...1_000, "One after the other.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        moves.checkBeginning(reader, isBeginning: false)
    }
}
