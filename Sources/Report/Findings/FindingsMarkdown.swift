import ClientJudge

/// What a judge found, in the summary of the run: a row a finding, worst first, and how much of the
/// protocol was exercised.
enum FindingsMarkdown {
    static func write(_ report: ClientReport, to markdown: inout MarkdownWriter) {
        let sign = report.assessment.passed ? "✅" : "❌"
        markdown.add("### \(sign) \(escaped(report.verdict))\n\n")
        if !report.assessment.judged.isEmpty {
            markdown.add(
                MarkdownWriter.table(
                    ["", "rule", "what was found", "mend"], alignment: "llll", []))
            for judged in report.assessment.judged {
                let rule = judged.finding.rule
                let waived = judged.waiver.map { " (waived until \($0.expires): \($0.reason))" }
                let found = report.sentence(judged.finding) + (waived ?? "")
                let row = [
                    mark(judged), "\(escaped(rule.id)) \(escaped(rule.title))",
                    escaped(PrintableText.shortened(found, 1_000)), escaped(rule.mend),
                ]
                markdown.add("| " + row.joined(separator: " | ") + " |\n", leaving: 300_000)
            }
            markdown.add("\n")
        }
        for card in report.scoreCards {
            markdown.add(
                "Exercised of \(escaped(card.board)), \(escaped(card.model)):"
                    + " \(card.exercised) of \(card.total) registers.\n\n", leaving: 200_000)
        }
    }

    private static func mark(_ judged: Assessment.Judged) -> String {
        guard judged.waiver == nil else { return "➖" }
        switch judged.finding.rule.severity {
        case .error: return "❌"
        case .warning: return "⚠️"
        case .note: return "ℹ️"
        }
    }

    private static func escaped(_ text: String) -> String { MarkdownText.escaped(text) }
}
