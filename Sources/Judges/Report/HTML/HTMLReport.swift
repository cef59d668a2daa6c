/// A report as one page: what was judged, and for failures the numbers with their bands, the
/// packets, and the samples with their truth.
enum HTMLReport {
    /// HTML that ends in a line end.
    static func text(_ report: Reported) -> String {
        let items = report.parts.flatMap { part in
            // Findings first; rules without findings and the run itself have no lines.
            (part.cases(.finding) + part.cases.filter { $0.kind != .finding && !$0.kind.isSummary })
                .map { item($0, prefix: part.prefix) }
        }
        let isSuite = report.parts.contains { $0.text == nil }
        let filters =
            isSuite
            ? [("pass", "PASS"), ("fail", "FAIL"), ("inconclusive", "INCONC"), ("skipped", "SKIP")]
            : [
                ("fail", "wrong"), ("inconclusive", "doubtful"), ("pass", "held"),
                ("skipped", "left out"),
            ]
        // Failures first.
        let order =
            isSuite
            ? [["fail", "inconclusive"], ["pass", "skipped"]]
            : [["fail"], ["inconclusive"], ["pass"], ["skipped"]]
        return HTMLPage(
            title: report.title, mark: mark(report, isSuite: isSuite),
            head: report.parts.map { head($0, isMerged: report.isMerged) }.joined(),
            filters: filters.map { kind, label in
                (kind: kind, label: label, count: items.count { $0.kind == kind })
            },
            items: order.flatMap { kinds in items.filter { kinds.contains($0.kind) } },
            foot: foot(report)
        ).text
    }

    /// The colour of a run's title; nil for the suite, whose verdict is a row of numbers.
    private static func mark(_ report: Reported, isSuite: Bool) -> String? {
        if isSuite { return nil }
        if !report.isPassed { return "fail" }
        return report.parts.contains { $0.mark == .doubtful } ? "inconclusive" : "pass"
    }

    /// The timeline, the samples with their truth, and what was judged.
    private static func head(_ part: Reported.Part, isMerged: Bool) -> String {
        let timeline = part.timeline()
        let head =
            (timeline.isEmpty ? "" : "<figure>\(timeline)</figure>\n") + part.player() + plots(part)
            + HTMLPage.facts(part.facts.map { ($0.name, $0.text) })
            + part.tables.filter { $0.kind == .counts }.map(table).joined()
        guard isMerged else { return head }
        let sentence = HTMLPage.escaped("\(part.name): \(part.sentence)")
        return "<details\(part.isPassed ? "" : " open")><summary>\(sentence)</summary>\n\(head)"
            + "</details>\n"
    }

    private static func item(_ one: ReportedCase, prefix: String) -> HTMLPage.Item {
        let kind =
            switch one.verdict {
            case .held: "pass"
            case .failed: "fail"
            case .noted, .warned, .undecided, .inconclusive: "inconclusive"
            case .skipped, .unreached: "skipped"
            }
        let remark =
            one.kind == .conformance
            ? ([one.subject] + (one.message.isEmpty ? [] : [one.message])).joined(separator: " – ")
            : one.message
        return HTMLPage.Item(
            kind: kind, label: one.label, title: prefix + one.name, remark: remark,
            details: details(one))
    }

    /// Empty for a conformance case that passed without remarks, so that the page stays small with
    /// thousands of cases.
    private static func details(_ one: ReportedCase) -> String {
        let facts = one.facts.compactMap { fact in fact.name.map { ($0, fact.lines[0]) } }
        guard !facts.isEmpty else { return "" }
        let isOpenCase = one.kind == .conformance && one.isOpen
        return (isOpenCase ? "<p class=\"why\">\(HTMLPage.escaped(one.message))</p>\n" : "")
            + HTMLPage.facts(facts + one.follows.map { ($0.question, $0.answer) })
            + one.attachments.map(attachment).joined()
    }

    private static func attachment(_ attachment: ReportedCase.Attachment) -> String {
        let pictures =
            switch attachment {
            case .checks(let checks): CheckPlot.plots(checks)
            case .packets(let log): [PacketTimeline.plot(log)].filter { !$0.isEmpty }
            }
        var lines = attachment.lines
        if case .checks = attachment { lines = Array(lines.prefix(200)) }
        return pictures.map { "<figure>\($0)</figure>\n" }.joined()
            + (lines.isEmpty ? "" : HTMLPage.lines(lines))
    }

    private static func foot(_ report: Reported) -> String {
        let tables = report.parts.flatMap(\.tables).filter { $0.kind != .counts }
        return tables.map(table).joined()
            + report.parts.map { whole($0, isMerged: report.isMerged) }.joined()
    }

    private static func table(_ table: Reported.Table) -> String {
        let heading = table.title.isEmpty ? "" : "<h2>\(HTMLPage.escaped(table.title))</h2>\n"
        switch table.kind {
        case .counts, .answers, .registers:
            return heading + HTMLPage.table(table.columns, numbers: table.numbers, table.rows)
        case .modules: return heading + HTMLPage.lines(table.rows.map { $0[0] })
        // They have their own lines.
        case .skips: return ""
        }
    }

    private static func plots(_ part: Reported.Part) -> String {
        let pictures = part.pictures().map { text in
            // HTML has no XML declaration.
            let svg = text.hasPrefix("<?xml") ? text.drop { $0 != "\n" }.dropFirst() : text[...]
            return "<figure>\(svg)</figure>\n"
        }
        return pictures.isEmpty ? "" : "<h2>Truth against measurement</h2>\n" + pictures.joined()
    }

    /// The report as text, folded, because the page shows all of it above.
    private static func whole(_ part: Reported.Part, isMerged: Bool) -> String {
        guard let text = part.text else { return "" }
        let lines = text().split(separator: "\n", omittingEmptySubsequences: false)
        let name = isMerged ? "\(part.name) as text" : "The report as text"
        return "<details class=\"text\"><summary>\(HTMLPage.escaped(name))</summary>\n"
            + HTMLPage.lines(lines.map(String.init)) + "</details>\n"
    }
}
