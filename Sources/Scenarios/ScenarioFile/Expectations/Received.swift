import Declaration
import MetaWearTables
import ScriptedClient

package struct Received: CountJudgement {
    package var signal = SignalName(.acceleration)
    /// Samples, not notifications.
    package var count = Count()

    package static let keys = Keys(Self(), "received") { keys in
        keys.about = "How many samples of a stream the client received."
        keys.required(\.signal, "signal", principal: true, "Which stream.")
        Count.declare(&keys, \.count, "samples; a packed notification counts as three")
    }

    var words: String { "\(count) samples of \(signal.text)" }
    var isOfClient: Bool { true }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        judge.judge(
            count, judge.client?.received(signal.text, from: judge.board) ?? 0, "samples")
    }
}
