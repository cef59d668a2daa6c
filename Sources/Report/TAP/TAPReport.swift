public import Scenario

/// A run in the Test Anything Protocol, version 14: a test an expectation and one for the run itself.
public enum TAPReport {
    /// Text that ends in a line end.
    ///
    /// - Parameter judged: what a judge found of the clients, a test a rule; nil if there was none.
    public static func text(_ result: RunResult, judged: ClientReport? = nil) -> String {
        var tap = TAPWriter(
            plan: result.expectations.count + 1 + (judged == nil ? 0 : FindingsTAP.count))
        tap.remark("\(result.file), hash \(result.scenarioHash), seed \(result.seed)")
        for board in result.boards {
            tap.remark("\(board.name): \(board.model), firmware \(board.firmware)")
        }
        for expectation in result.expectations {
            switch expectation.verdict {
            case .held: tap.test(true, expectation.title)
            case .undecided:
                tap.test(true, expectation.title, skipped: "undecided: \(expectation.detail)")
            case .failed:
                tap.test(
                    false, expectation.title,
                    details: [
                        ("message", .text(expectation.detail)), ("severity", .text("fail")),
                        ("file", .text(result.file)), ("line", .integer(expectation.line)),
                        ("at", .text(Digits.seconds(expectation.decided))),
                        ("deadline", .text(Digits.seconds(expectation.deadline))),
                    ])
            }
        }
        let title = "the run comes to its own end"
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
        if let judged { FindingsTAP.write(judged, to: &tap) }
        return tap.text
    }
}
