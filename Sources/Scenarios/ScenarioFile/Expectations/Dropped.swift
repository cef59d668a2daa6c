import Declaration
import Device

package struct Dropped: CountJudgement {
    package var count = Count()

    package static let keys = Keys(Self(), "dropped") { keys in
        keys.about = "How many notifications the board dropped because the link was too slow."
        Count.declare(&keys, \.count, "notifications")
    }

    var words: String { "\(count) notifications dropped" }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        judge.judge(count, judge.device.notificationsDropped, "dropped")
    }
}
