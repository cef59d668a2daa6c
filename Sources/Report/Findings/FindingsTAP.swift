import ClientJudge

/// What a judge found, in the TAP report of the run: a test a rule.
enum FindingsTAP {
    /// How many tests there are.
    static var count: Int { RuleTable.rules.count }

    /// - Parameter prefix: in front of each title, where there are several runs.
    static func write(_ report: ClientReport, prefix: String = "", to tap: inout TAPWriter) {
        for rule in RuleTable.rules {
            let title = "\(prefix)\(rule.id) \(rule.title)"
            switch report.outcome(rule) {
            case .kept: tap.test(true, title)
            case .waived(let reason): tap.test(true, title, skipped: reason)
            case .remarked: tap.test(true, title, details: details(rule, report))
            case .broken: tap.test(false, title, details: details(rule, report))
            }
        }
    }

    private static func details(
        _ rule: Rule, _ report: ClientReport
    ) -> [(String, TAPWriter.Detail)] {
        let open = report.judged(rule).filter { $0.waiver == nil }.map(\.finding)
        return [
            ("message", .text(open.first?.detail ?? rule.title)),
            ("severity", .text(rule.severity == .error ? "fail" : "comment")),
            ("file", .text(report.file)),
            ("line", .integer(open.first.map { report.line($0) } ?? 1)),
            ("findings", .lines(open.map { report.sentence($0) })),
            ("why", .text(rule.why)), ("mend", .text(rule.mend)), ("section", .text(rule.section)),
        ]
    }
}
