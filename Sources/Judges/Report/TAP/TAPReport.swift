/// The Test Anything Protocol, version 14: one test per expectation, run, rule and conformance case.
enum TAPReport {
    /// Text that ends in a line end.
    static func text(_ report: Reported) -> String {
        var tap = TAPWriter(plan: report.tests)
        for part in report.parts {
            for line in part.remarks { tap.remark(line) }
            for one in part.cases where one.kind.isTest {
                write(one, prefix: part.prefix, into: &tap)
            }
            for line in part.closing { tap.remark(line) }
        }
        return tap.text
    }

    private static func write(
        _ one: ReportedCase, prefix: String, into tap: inout TAPWriter
    ) {
        let title =
            prefix
            + (one.kind == .conformance ? "\(one.id) on \(one.subject): \(one.title)" : one.name)
        switch one.verdict {
        case .held: tap.test(true, title, details: answers(one))
        case .noted, .warned: tap.test(true, title, details: details(one, severity: "comment"))
        case .skipped: tap.test(true, title, skipped: one.message)
        case .undecided: tap.test(true, title, skipped: "undecided: \(one.message)")
        case .unreached: tap.test(true, title, skipped: "unreached: \(one.message)")
        case .failed, .inconclusive: tap.test(false, title, details: details(one, severity: "fail"))
        }
    }

    private static func details(
        _ one: ReportedCase, severity: String
    ) -> [(String, TAPWriter.Detail)] {
        var details: [(String, TAPWriter.Detail)] = [
            ("message", .text(one.message)), ("severity", .text(severity)),
        ]
        switch one.kind {
        case .conformance: details.append(("verdict", .text(one.type)))
        case .ending: details.append(("type", .text(one.type)))
        case .expectation, .step, .rule, .finding: break
        }
        details.append(("file", .text(one.file)))
        if let line = one.line { details.append(("line", .integer(line))) }
        for fact in one.facts {
            guard let key = fact.key else { continue }
            details.append((key, fact.isList ? .lines(fact.lines) : .text(fact.lines[0])))
        }
        for attachment in one.attachments where !attachment.lines.isEmpty {
            details.append((attachment.name, .lines(attachment.lines)))
        }
        return details + answers(one)
    }

    private static func answers(_ one: ReportedCase) -> [(String, TAPWriter.Detail)] {
        guard !one.follows.isEmpty else { return [] }
        return [("follows", .lines(one.follows.map { "\($0.question): \($0.answer)" }))]
    }
}
