import Declaration

package struct TraceLine: CountJudgement {
    package static let key = "trace"
    package var contains = ""
    package var count = Count()

    package static let keys = Keys(Self(), "trace line") { keys in
        keys.about = "How many lines of the trace contain a text."
        keys.required(\.contains, "contains", principal: true, "The text to look for.")
        Count.declare(&keys, \.count, "lines")
    }

    var words: String { "trace: \(contains)" }
    var isOfBoard: Bool { false }
    var needsTrace: Bool { true }

    func watch(_ judge: any JudgeContext) -> Bool {
        judge.watchTrace(for: contains)
        return true
    }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        judge.judge(count, judge.linesFound, "lines")
    }
}
