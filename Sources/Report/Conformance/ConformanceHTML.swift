public import Conformance

/// A conformance run as one page to be looked at: every case, and of what did not pass the numbers
/// against their bands, the packets over time, and the packets.
public enum ConformanceHTML {
    /// HTML that ends in a line end.
    public static func text(_ report: ConformanceReport) -> String {
        let groups = ConformanceGroups(report)
        let page = HTMLPage(
            title: "Conformance: \(ConformanceWords.verdict(report))",
            head: facts(report) + counts(report, groups),
            filters: Verdict.allCases.map {
                (kind: $0.htmlClass, label: $0.rawValue, count: report.count($0))
            },
            // What did not pass first: the reader came for that.
            items: groups.open.map(item)
                + report.results.filter { $0.verdict == .pass || $0.verdict == .skipped }.map(item),
            foot: answers(groups) + modules(report))
        return page.text
    }

    private static func facts(_ report: ConformanceReport) -> String {
        var facts = [
            ("target", report.target), ("suite", report.suiteHash), ("seed", "\(report.seed)"),
            ("program", report.tool),
        ]
        if let part = ConformanceWords.part(report) { facts.append(("part", part)) }
        if !report.selection.isEmpty {
            facts.append(("chosen", report.selection.joined(separator: " ")))
        }
        facts += report.boards.map { ("board", ConformanceWords.board($0)) }
        return HTMLPage.facts(facts)
    }

    private static func counts(_ report: ConformanceReport, _ groups: ConformanceGroups) -> String {
        func cells(_ counts: [Int]) -> [String] { counts.map { $0 == 0 ? "" : Digits.grouped($0) } }
        return HTMLPage.table(
            ["cases"] + Verdict.allCases.map(\.rawValue), numbers: 1...4,
            groups.rows.map { [$0.name] + cells($0.counts) }
                + [["all"] + cells(Verdict.allCases.map { report.count($0) })])
    }

    private static func item(_ result: CaseResult) -> HTMLPage.Item {
        HTMLPage.Item(
            kind: result.verdict.htmlClass, label: result.verdict.rawValue,
            title: "\(result.id) \(result.title)",
            remark: ([result.board] + (result.reason.isEmpty ? [] : [result.reason]))
                .joined(separator: " – "),
            details: details(result))
    }

    /// Of what passed and left nothing to say: nothing, so that thousands of cases stay a small page.
    private static func details(_ result: CaseResult) -> String {
        let isOpen = result.verdict == .fail || result.verdict == .inconclusive
        guard isOpen || !result.follows.isEmpty else { return "" }
        var html = ""
        if isOpen { html += "<p class=\"why\">\(HTMLPage.escaped(result.reason))</p>\n" }
        html += HTMLPage.facts(
            [
                ("case", ConformanceWords.place(result)), ("rests on", result.source),
                ("took", "\(Digits.fixed(result.seconds, 3)) s"),
            ] + result.follows.map { ($0.question, $0.answer) })
        guard isOpen else { return html }
        for plot in CheckPlot.plots(result.checks) { html += "<figure>\(plot)</figure>\n" }
        let missed = result.checks.filter { !$0.held }
        if !missed.isEmpty {
            html += HTMLPage.lines(missed.prefix(200).map { ConformanceWords.check($0) })
        }
        let timeline = PacketTimeline.plot(result.log)
        if !timeline.isEmpty { html += "<figure>\(timeline)</figure>\n" }
        if !result.log.isEmpty { html += HTMLPage.lines(ConformanceWords.lines(result.log)) }
        return html
    }

    private static func answers(_ groups: ConformanceGroups) -> String {
        guard !groups.answers.isEmpty else { return "" }
        let rows = groups.answers.map { answer in
            [
                answer.question, answer.answer, answer.boards.joined(separator: ", "),
                answer.ids.joined(separator: " "),
            ]
        }
        return "<h2>Where sources differ, the board</h2>\n"
            + HTMLPage.table(["question", "follows", "boards", "cases"], rows)
    }

    private static func modules(_ report: ConformanceReport) -> String {
        report.boards.filter { !$0.modules.isEmpty }.map { board in
            "<h2>\(HTMLPage.escaped(board.name)): modules</h2>\n"
                + HTMLPage.lines(board.modules.map { ConformanceWords.module($0) })
        }.joined()
    }
}

extension Verdict {
    /// The page's word for it.
    var htmlClass: String {
        switch self {
        case .pass: "pass"
        case .fail: "fail"
        case .inconclusive: "inconclusive"
        case .skipped: "skipped"
        }
    }
}
