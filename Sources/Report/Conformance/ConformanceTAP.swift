public import Conformance

/// A conformance run in the Test Anything Protocol, version 14.
public enum ConformanceTAP {
    /// Text that ends in a line end.
    public static func text(_ report: ConformanceReport) -> String {
        var tap = TAPWriter(plan: report.results.count)
        tap.remark(
            "conformance of \(report.target), suite \(report.suiteHash), seed \(report.seed)")
        if let part = ConformanceWords.part(report) { tap.remark("part \(part)") }
        for board in report.boards { tap.remark(ConformanceWords.board(board)) }
        for result in report.results {
            let title = "\(result.id) on \(result.board): \(result.title)"
            switch result.verdict {
            case .pass: tap.test(true, title, details: answers(result))
            case .skipped: tap.test(true, title, skipped: result.reason)
            case .fail, .inconclusive: tap.test(false, title, details: details(result))
            }
        }
        tap.remark(ConformanceWords.verdict(report))
        return tap.text
    }

    private static func answers(_ result: CaseResult) -> [(String, TAPWriter.Detail)] {
        guard !result.follows.isEmpty else { return [] }
        return [("follows", .lines(result.follows.map { "\($0.question): \($0.answer)" }))]
    }

    private static func details(_ result: CaseResult) -> [(String, TAPWriter.Detail)] {
        var details: [(String, TAPWriter.Detail)] = [
            ("message", .text(result.reason)), ("severity", .text("fail")),
            ("verdict", .text(result.verdict.rawValue)), ("file", .text(result.file)),
            ("line", .integer(result.failedStep ?? result.line)), ("source", .text(result.source)),
        ]
        let checks = result.checks.filter { !$0.held }
        if !checks.isEmpty {
            details.append(("checks", .lines(checks.map { ConformanceWords.check($0) })))
        }
        if !result.log.isEmpty {
            details.append(("packets", .lines(ConformanceWords.lines(result.log))))
        }
        return details + answers(result)
    }
}
