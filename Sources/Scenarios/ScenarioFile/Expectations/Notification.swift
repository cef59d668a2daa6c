import Declaration
import ScriptedClient

package struct Notification: CountJudgement {
    package var bytes = BytePattern([], isOpen: true)
    package var count = Count()

    package static let keys = Keys(Self(), "notification") { keys in
        keys.about = "How many notifications matching a pattern the client received."
        keys.required(\.bytes, "bytes", principal: true, "The pattern.")
        Count.declare(&keys, \.count, "notifications")
    }

    var words: String { "\(count) notifications \(bytes.text)" }
    var isOfClient: Bool { true }

    /// The session exists only once the client has begun to connect.
    func watch(_ judge: any JudgeContext) -> Bool {
        judge.client?.watchNotifications(of: judge.board, like: bytes) { [unowned judge] in
            judge.matches += 1
        } ?? false
    }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        judge.judge(count, judge.matches, "notifications")
    }
}
