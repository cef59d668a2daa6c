import Declaration
import ScriptedClient
import Simulation

/// The link between the client and the board.
package struct Connected: CountJudgement {
    /// Connections that were established.
    package var count = Count()
    package var gap: Nanoseconds?

    package static let keys = Keys(Self(), "connected") { keys in
        keys.about = "How many times the client connected, and how long it was without a link."
        Count.declare(&keys, \.count, "connections")
        keys.optional(
            \.gap, "gap", in: .zero...Nanoseconds.longest, otherwise: "not checked",
            "The longest time without a link after a link has ended, at most; if no further link"
                + " follows, the time until the deadline counts.")
    }

    var words: String { "\(count) connections" }
    var isOfClient: Bool { true }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        let links = (judge.client?.links ?? []).filter { $0.board == judge.board }
        var finding = judge.judge(count, links.count { $0.isUp }, "connections")
        guard let gap else { return finding }
        var longest = Nanoseconds.zero
        for (before, after) in zip(links, links.dropFirst()) where !before.isUp && after.isUp {
            longest = max(longest, after.time - before.time)
        }
        // Lost, and not yet re-established.
        if let last = links.last, !last.isUp, !last.isOwn {
            longest = max(longest, judge.now - last.time)
        }
        // A longer gap may still follow.
        let isLost = longest > gap || (finding.isFinal && !finding.holds)
        finding.holds = finding.holds && longest <= gap
        finding.isFinal = isLost
        finding.add("; longest gap \(longest)")
        return finding
    }
}
