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

    var words: String { "\(count) connection\(count.atMost ?? count.atLeast == 1 ? "" : "s")" }
    var isOfClient: Bool { true }

    /// How often the board was connected, and its longest time without a connection that ended
    /// with one or has not ended.
    private func history(_ judge: any JudgeContext) -> (connections: Int, longestGap: Nanoseconds) {
        guard let client = judge.client else { return (0, .zero) }
        var connections = 0
        var longest = Nanoseconds.zero
        var last: (board: Int, time: Instant, isUp: Bool, isOwn: Bool)?
        for link in client.links where link.board == judge.board {
            if link.isUp {
                connections += 1
                if let last, !last.isUp { longest = max(longest, link.time - last.time) }
            }
            last = link
        }
        // Lost, and not yet re-established.
        if let last, !last.isUp, !last.isOwn { longest = max(longest, judge.now - last.time) }
        return (connections, longest)
    }

    /// Asked all the time, and true at the end or when it cannot hold any more.
    func mayDecide(_ judge: any JudgeContext) -> Bool {
        let (connections, longest) = history(judge)
        return count.isOpen && count.contains(connections)
            || count.atMost.map { connections > $0 } ?? false
            || gap.map { longest > $0 } ?? false
    }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        let (connections, longest) = history(judge)
        var finding = judge.judge(
            count, connections, connections == 1 ? "connection" : "connections")
        guard let gap else { return finding }
        // A longer gap may still follow.
        let isLost = longest > gap || (finding.isFinal && !finding.holds)
        finding.holds = finding.holds && longest <= gap
        finding.isFinal = isLost
        finding.add("; longest gap \(longest)")
        return finding
    }
}
