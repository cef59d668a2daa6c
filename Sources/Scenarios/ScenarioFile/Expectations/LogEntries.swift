import Declaration
import Device
import ScriptedClient

package struct LogEntries: CountJudgement {
    package var count = Count()

    package static let keys = Keys(Self(), "log-entries") { keys in
        keys.about = "How many entries the board's log holds; an entry has 4 bytes of data."
        Count.declare(&keys, \.count, "entries")
    }

    var words: String { "\(count) entries in the log" }
    var ability: Ability? { .log }

    /// Only what asks for a least is ever decided early.
    var canDecideEarly: Bool { count.isOpen }

    /// A log that is within both bounds can leave them again.
    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        judge.judge(count, judge.memory?.entries ?? 0, "entries", canShrink: true)
    }
}
