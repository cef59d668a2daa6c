public import Scenario

/// A run in the Test Anything Protocol, version 14: a test an expectation and one for the run itself.
public enum TAPReport {
    /// Text that ends in a line end.
    ///
    /// - Parameter judged: what a judge found of the clients, a test a rule; nil if there was none.
    public static func text(_ result: RunResult, judged: ClientReport? = nil) -> String {
        text([RunReport(result, judged: judged)])
    }

    /// Several runs, one behind the other.
    public static func text(_ runs: [RunReport]) -> String {
        var tap = TAPWriter(
            plan: runs.reduce(0) { sum, run in
                sum + run.result.expectations.count + 1
                    + (run.judged == nil ? 0 : FindingsTAP.count)
            })
        for run in runs { write(run, prefix: runs.count > 1 ? "\(run.name): " : "", into: &tap) }
        return tap.text
    }

    private static func write(_ run: RunReport, prefix: String, into tap: inout TAPWriter) {
        let result = run.result
        tap.remark("\(result.file), hash \(result.scenarioHash), seed \(result.seed)")
        for board in result.boards {
            tap.remark("\(board.name): \(board.model), firmware \(board.firmware)")
        }
        for expectation in result.expectations {
            let title = prefix + expectation.title
            switch expectation.verdict {
            case .held: tap.test(true, title)
            case .undecided:
                tap.test(true, title, skipped: "undecided: \(expectation.detail)")
            case .failed:
                tap.test(
                    false, title,
                    details: [
                        ("message", .text(expectation.detail)), ("severity", .text("fail")),
                        ("file", .text(result.file)), ("line", .integer(expectation.line)),
                        ("at", .text(Digits.seconds(expectation.decided))),
                        ("deadline", .text(Digits.seconds(expectation.deadline))),
                    ])
            }
        }
        let title = prefix + "the run comes to its own end"
        switch result.ownCase {
        case .held: tap.test(true, title)
        case .skipped(let why): tap.test(true, title, skipped: why)
        case .failed(let why, let type):
            tap.test(
                false, title,
                details: [
                    ("message", .text(why)), ("severity", .text("fail")), ("type", .text(type)),
                    ("file", .text(result.file)),
                ])
        }
        if let judged = run.judged { FindingsTAP.write(judged, prefix: prefix, to: &tap) }
    }
}
