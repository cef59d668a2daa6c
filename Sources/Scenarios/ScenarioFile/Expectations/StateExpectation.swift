import Declaration
import ScriptedClient
import YAML

package struct StateExpectation: JudgementKind {
    package static let key = "state"
    package var condition = BoardCondition()

    package static let keys = Keys(Self(), "state of a board") { keys in
        keys.about =
            "The board is in all of these states at the same time; a state that is left out is"
            + " not checked."
        BoardCondition.declare(&keys, \.condition)
    }

    package func check(_ reader: Reader, at mark: Mark) { condition.check(reader, at: mark) }

    var words: String { "state of the board" }
    var ability: Ability? { condition.ability }
    var demand: String { condition.demand }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        let wrong = condition.wrong(in: judge.state(condition.parts))
        return Expectation.Finding(
            holds: wrong.isEmpty, isFinal: wrong.isEmpty,
            detail: wrong.isEmpty
                ? "so at \(judge.now)" : wrong.joined(separator: ", "))
    }
}
