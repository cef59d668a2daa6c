import Declaration
import Device
import YAML

package struct Dropped: JudgementKind {
    /// How many.
    package var count = Count()

    package static let keys = Keys(Self(), "dropped") { keys in
        keys.about = "How many notifications the board dropped because the link was too slow."
        Count.declare(&keys, \.count, "notifications")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }

    var words: String { "\(count) notifications dropped" }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        judge.judge(count, judge.device.notificationsDropped, "dropped")
    }
}
