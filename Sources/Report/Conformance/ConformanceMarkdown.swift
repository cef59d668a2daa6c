public import Conformance

/// A conformance run for `$GITHUB_STEP_SUMMARY`: totals, what did not pass, and its packets folded.
public enum ConformanceMarkdown {
    /// Text that ends in a line end; less than 1 MiB, which is what GitHub takes.
    public static func text(_ report: ConformanceReport) -> String {
        let groups = ConformanceGroups(report)
        var markdown = MarkdownWriter()
        let mark = report.isGreen ? "✅" : report.results.isEmpty ? "⚠️" : "❌"
        markdown.add(
            "## \(mark) Conformance: \(escaped(ConformanceWords.verdict(report)))\n\n"
                + facts(report) + "\n")
        markdown.add(counts(report, groups))
        writeFailures(groups.open, into: &markdown)
        writeAnswers(groups.answers, into: &markdown)
        writeSkips(groups.skips, into: &markdown)
        return markdown.text
    }

    private static func escaped(_ text: String) -> String { MarkdownText.escaped(text) }

    private static func facts(_ report: ConformanceReport) -> String {
        var facts = [
            ("target", report.target), ("suite", report.suiteHash), ("seed", "\(report.seed)"),
        ]
        if let part = ConformanceWords.part(report) { facts.append(("part", part)) }
        if !report.selection.isEmpty {
            facts.append(("chosen", report.selection.joined(separator: " ")))
        }
        facts += report.boards.prefix(100).map { ("board", ConformanceWords.board($0)) }
        return facts.map { "- \($0): \(escaped($1))\n" }.joined()
    }

    private static func counts(_ report: ConformanceReport, _ groups: ConformanceGroups) -> String {
        let verdicts = Verdict.allCases
        func cells(_ counts: [Int]) -> [String] { counts.map { $0 == 0 ? "" : Digits.grouped($0) } }
        let rows =
            groups.rows.map { [escaped($0.name)] + cells($0.counts) }
            + [["**all**"] + cells(verdicts.map { report.count($0) })]
        return MarkdownWriter.table(
            ["cases"] + verdicts.map(\.rawValue), alignment: "lrrrr", rows) + "\n"
    }

    /// The table first, so that a reader sees all names before any packet.
    private static func writeFailures(_ open: [CaseResult], into markdown: inout MarkdownWriter) {
        guard !open.isEmpty else { return }
        markdown.add("### What did not pass\n\n")
        markdown.add(
            MarkdownWriter.table(["", "case", "board", "why", "where"], alignment: "lllll", []))
        var listed = 0
        for result in open {
            let row = [
                result.verdict == .fail ? "❌" : "❔", escaped(result.id), escaped(result.board),
                escaped(PrintableText.shortened(result.reason, 300)),
                escaped("\(result.file):\(result.failedStep ?? result.line)"),
            ]
            let line = "| " + row.joined(separator: " | ") + " |\n"
            // Half of the room is the packets'.
            guard markdown.add(line, leaving: MarkdownWriter.largest / 2) else { break }
            listed += 1
        }
        markdown.add("\n")
        if listed < open.count {
            markdown.add("\(Digits.grouped(open.count - listed)) more did not pass.\n\n")
        }
        var shown = 0
        let logged = open.filter { !$0.log.isEmpty || !$0.checks.isEmpty }
        for result in logged {
            let checks = result.checks.filter { !$0.held }.map { ConformanceWords.check($0) }
            let piece = MarkdownWriter.folded(
                "\(escaped(result.id)) on \(escaped(result.board)): \(escaped(result.title))",
                lines: ["\(result.source): \(result.reason)"] + checks
                    + ConformanceWords.lines(result.log))
            guard markdown.add(piece, leaving: 100_000) else { continue }
            shown += 1
        }
        if shown < logged.count {
            markdown.add(
                "The packets of \(Digits.grouped(logged.count - shown)) more are in the JSON report:"
                    + " there was no room here.\n\n")
        }
    }

    private static func writeAnswers(
        _ answers: [ConformanceGroups.Answer], into markdown: inout MarkdownWriter
    ) {
        guard !answers.isEmpty else { return }
        markdown.add("### Where sources differ, the board\n\n")
        let rows = answers.prefix(200).map { answer in
            [answer.question, answer.answer, answer.boards.joined(separator: ", ")].map(escaped)
        }
        markdown.add(
            MarkdownWriter.table(["question", "follows", "boards"], alignment: "lll", rows))
        markdown.add("\n")
    }

    private static func writeSkips(
        _ skips: [ConformanceGroups.Skip], into markdown: inout MarkdownWriter
    ) {
        guard !skips.isEmpty else { return }
        markdown.add("### Skipped\n\n")
        let rows = skips.prefix(100).map { skip in
            [
                Digits.grouped(skip.count), escaped(skip.reason),
                escaped(skip.ids.prefix(3).joined(separator: ", "))
                    + (skip.ids.count > 3 ? ", …" : ""),
            ]
        }
        markdown.add(MarkdownWriter.table(["", "why", "cases"], alignment: "rll", rows))
    }
}
