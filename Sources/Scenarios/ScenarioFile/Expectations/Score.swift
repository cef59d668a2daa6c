import Declaration
import ScriptedClient
import YAML

package struct Score: JudgementKind {
    package static let key = "score"
    /// Points.
    package var count = Count()
    package var isWon: Bool?

    package static let keys = Keys(Self(), "score of a game") { keys in
        keys.about = "The score of the client's last game with the cap, by the step `play`."
        Count.declare(
            &keys, \.count, otherwise: "1, or any number with `won`",
            "points: returned balls, points of darts, pins with their bonus, right answers")
        keys.optional(
            \.isWon, "won", otherwise: "not checked", "Whether the game ended with a win.")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) {
        if isWon != nil, count.atLeast == nil, count.atMost == nil { return }
        count.check(reader, at: mark)
    }

    var words: String {
        isWon == nil ? "score of \(count)" : isWon == true ? "the game is won" : "no game is won"
    }
    var isOfClient: Bool { true }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        guard let play = judge.client?.play(on: judge.board) else {
            return Expectation.Finding(holds: false, isFinal: false, detail: "no game was played")
        }
        var finding = judge.judge(count, play.score, "points")
        if let isWon { finding.holds = finding.holds && play.isWon == isWon }
        finding.isFinal = play.hasEnded
        finding.add(" (\(play.standing))")
        return finding
    }
}
