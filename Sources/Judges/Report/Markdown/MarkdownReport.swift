/// A page for `$GITHUB_STEP_SUMMARY`: the verdict, failures, the rest folded.
enum MarkdownReport {
    /// Text that ends in a line end; less than 1 MiB, the limit of GitHub.
    static func text(_ report: Reported) -> String {
        var markdown = MarkdownWriter()
        if report.isMerged {
            markdown.add("# \(report.isPassed ? "✅" : "❌") \(report.title)\n\n")
        }
        // Failures first.
        for part in report.parts.filter({ !$0.isPassed }) + report.parts.filter(\.isPassed) {
            write(part, into: &markdown)
        }
        return markdown.text
    }

    private static func write(_ part: Reported.Part, into markdown: inout MarkdownWriter) {
        writeHead(part, into: &markdown)
        writeExpectations(part.cases(.expectation), into: &markdown)
        writeSteps(part.cases(.step), into: &markdown)
        writeOpen(part.cases(.conformance).filter(\.isOpen), into: &markdown)
        writeFindings(part, into: &markdown)
        for table in part.tables where table.kind != .counts { write(table, into: &markdown) }
        if let text = part.text {
            let lines = text().split(separator: "\n", omittingEmptySubsequences: false)
            markdown.add(MarkdownWriter.folded("The whole report", lines: lines.map(String.init)))
        }
    }

    private static func writeHead(_ part: Reported.Part, into markdown: inout MarkdownWriter) {
        let mark =
            switch part.mark {
            case .passed: "✅"
            case .doubtful: "⚠️"
            case .failed: "❌"
            }
        let facts = part.facts.filter { $0.name != "board" }
        let boards = part.facts.filter { $0.name == "board" }.prefix(100)
        markdown.add(
            "## \(mark) \(escaped(part.name)): \(escaped(part.sentence))\n\n"
                + (facts + boards).compactMap(\.brief).map { "- \(escaped($0))\n" }.joined() + "\n")
        for table in part.tables where table.kind == .counts {
            var rows = table.rows.map { [escaped($0[0])] + $0.dropFirst() }
            if let last = rows.indices.last { rows[last][0] = "**\(rows[last][0])**" }
            markdown.add(
                MarkdownWriter.table(table.columns, numbers: table.numbers, rows) + "\n")
        }
    }

    private static func escaped(_ text: String) -> String { MarkdownText.escaped(text) }

    private static func writeExpectations(
        _ cases: [ReportedCase], into markdown: inout MarkdownWriter
    ) {
        guard !cases.isEmpty else { return }
        markdown.add(MarkdownWriter.table(["", "expectation", "found", "where"], []))
        // Failures first, because there may not be room for all.
        for verdict in [ReportedCase.Verdict.failed, .undecided, .unreached, .held] {
            for one in cases where one.verdict == verdict {
                let row = [
                    mark(one), escaped(one.title),
                    escaped(PrintableText.shortened(one.message, 1_000)), escaped(one.place),
                ]
                markdown.add(MarkdownWriter.row(row), leaving: 200_000)
            }
        }
        markdown.add("\n")
    }

    private static func writeSteps(_ cases: [ReportedCase], into markdown: inout MarkdownWriter) {
        for one in cases where one.verdict == .failed {
            markdown.add(
                "❌ \(escaped(one.subject)), \(escaped(one.title)):"
                    + " \(escaped(PrintableText.shortened(one.message, 1_000)))"
                    + " (\(escaped(one.place)))\n\n", leaving: 200_000)
        }
    }

    /// The table first, so that all names come before any packet.
    private static func writeOpen(_ open: [ReportedCase], into markdown: inout MarkdownWriter) {
        guard !open.isEmpty else { return }
        markdown.add("### What did not pass\n\n")
        markdown.add(MarkdownWriter.table(["", "case", "board", "why", "where"], []))
        var listed = 0
        for one in open {
            let row = [
                mark(one), escaped(one.id), escaped(one.subject),
                escaped(PrintableText.shortened(one.message, 300)), escaped(one.place),
            ]
            // Half of the space is for packets.
            guard markdown.add(MarkdownWriter.row(row), leaving: MarkdownWriter.largest / 2) else {
                break
            }
            listed += 1
        }
        markdown.add("\n")
        if listed < open.count {
            markdown.add("\(Digits.grouped(open.count - listed)) more did not pass.\n\n")
        }
        var shown = 0
        let attached = open.filter { !$0.attachments.isEmpty }
        for one in attached {
            let piece = MarkdownWriter.folded(
                "\(escaped(one.id)) on \(escaped(one.subject)): \(escaped(one.title))",
                lines: ["\(one.source): \(one.message)"] + one.attachments.flatMap(\.lines))
            guard markdown.add(piece, leaving: 100_000) else { continue }
            shown += 1
        }
        if shown < attached.count {
            markdown.add(
                "The packets of \(Digits.grouped(attached.count - shown)) more are in the JSON"
                    + " report: there is no room here.\n\n")
        }
    }

    /// One row per finding, most severe first.
    private static func writeFindings(_ part: Reported.Part, into markdown: inout MarkdownWriter) {
        guard let judged = part.judged else { return }
        markdown.add("### \(judged.isPassed ? "✅" : "❌") \(escaped(judged.sentence))\n\n")
        let findings = part.cases(.finding)
        guard !findings.isEmpty else { return }
        markdown.add(MarkdownWriter.table(["", "rule", "what was found", "fix"], []))
        for one in findings {
            let waived = one.breach?.waiver.map { " (waived \($0))" } ?? ""
            let found = (one.facts.first?.lines.first ?? "") + waived
            let row = [
                mark(one), "\(escaped(one.id)) \(escaped(one.title))",
                escaped(PrintableText.shortened(found, 1_000)),
                escaped(one.breach?.fix ?? ""),
            ]
            markdown.add(MarkdownWriter.row(row), leaving: 300_000)
        }
        markdown.add("\n")
    }

    private static func mark(_ one: ReportedCase) -> String {
        switch one.verdict {
        case .held: "✅"
        case .failed: "❌"
        case .undecided, .inconclusive: "❔"
        case .warned: "⚠️"
        case .noted: "ℹ️"
        case .skipped, .unreached: "➖"
        }
    }

    private static func write(_ table: Reported.Table, into markdown: inout MarkdownWriter) {
        switch table.kind {
        case .counts, .modules: break
        case .registers: markdown.add("\(escaped(table.title)).\n\n", leaving: 200_000)
        case .answers, .skips:
            // The cases of an answer would fill the page.
            let columns = Array(table.columns.prefix(3))
            let rows = table.rows.prefix(table.kind == .answers ? 200 : 100).map { row in
                row.prefix(3).map(escaped)
            }
            markdown.add("### \(table.title)\n\n")
            markdown.add(MarkdownWriter.table(columns, numbers: table.numbers, rows))
            if table.kind == .answers { markdown.add("\n") }
        }
    }
}
