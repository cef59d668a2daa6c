import Declaration
import MetaWearTables
import ScriptedClient

package struct Downloaded: CountJudgement {
    package var signal = SignalName(.acceleration)
    /// Whole samples.
    package var count = Count()
    package var missing: Int?

    package static let keys = Keys(Self(), "downloaded") { keys in
        keys.about = "How many samples of a signal the client downloaded from the log."
        keys.required(\.signal, "signal", principal: true, "Which signal.")
        Count.declare(&keys, \.count, "complete samples")
        keys.optional(
            \.missing, "missing", in: 0...Int.max, otherwise: "not checked",
            "How many samples may be missing between the first and the last, at most, given the"
                + " configured rate and the clock of the board's chip.")
    }

    var words: String { "\(count) logged samples of \(signal.text)" }
    var isOfClient: Bool { true }
    var ability: Ability? { .log }

    var waitsForClient: Bool { missing != nil }

    /// Samples can be missing until the client is through, also while none have come.
    func mayDecide(_ judge: any JudgeContext) -> Bool {
        missing == nil || judge.client?.isFinished ?? true
    }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        guard let client = judge.client else {
            return Expectation.Finding(holds: false, isFinal: false, detail: "no client")
        }
        let (received, gaps) = client.downloaded(
            signal.text, from: judge.board, chipSpeed: judge.chipSpeed)
        var finding = judge.judge(count, received, "samples")
        guard let missing else { return finding }
        finding.holds = finding.holds && gaps <= missing
        finding.isFinal = client.isFinished && (received > 0 || finding.holds)
        if received > 0 { finding.add("; \(gaps) missing, at most \(missing)") }
        return finding
    }
}
