import Declaration
import MetaWearTables
import ScriptedClient

package struct Received: CountJudgement {
    package var signal = SignalName(.acceleration)
    /// Samples, not notifications.
    package var count = Count()

    package static let keys = Keys(Self(), "received") { keys in
        keys.about =
            "How many samples of a stream the client received. If they are too few, the finding says how"
            + " many more the board made while nobody was connected."
        keys.required(\.signal, "signal", principal: true, "Which stream.")
        Count.declare(&keys, \.count, "samples; a packed notification counts as three")
    }

    var words: String { "\(count) samples of \(signal.text)" }
    var isOfClient: Bool { true }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        var finding = judge.judge(
            count, judge.client?.received(signal.text, from: judge.board) ?? 0, "samples")
        if !finding.holds, let client = judge.client {
            finding.add(remark(client.unheard(signal.text, from: judge.board)))
        }
        return finding
    }

    /// Of a board that streamed on to nobody: it was not the link that lost these.
    private func remark(_ unheard: Int) -> String {
        unheard > 0 ? "; \(unheard) more were made while nobody was connected" : ""
    }
}
