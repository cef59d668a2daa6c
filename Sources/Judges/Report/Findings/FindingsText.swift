import ClientJudge

/// A judge's findings as text for a terminal; at most 100 columns wide.
package struct FindingsText {
    private let report: ClientReport
    private var page: TextPage

    /// Findings by rule, most severe first; then how much of the protocol was exercised.
    package static func text(_ report: ClientReport, colour: Colour = .never) -> String {
        var text = FindingsText(report: report, page: TextPage(colour: colour))
        text.write()
        return text.page.text
    }

    private mutating func write() {
        // It follows the text of the run.
        page.append("")
        page.append("Judged client", .heading)
        if report.assessment.judged.isEmpty { page.append("no findings", indent: 2) }
        for rule in rules { write(rule) }
        for card in report.scoreCards { write(card) }
        if let comparison = report.comparison { write(comparison) }
        page.append("")
        page.append(report.verdict, report.passed ? .good : .bad)
    }

    /// In the order of the findings, each once.
    private var rules: [Rule] {
        var rules: [Rule] = []
        for judged in report.assessment.judged where !rules.contains(judged.finding.rule) {
            rules.append(judged.finding.rule)
        }
        return rules
    }

    private mutating func write(_ rule: Rule) {
        let judged = report.assessment.judged.filter { $0.finding.rule == rule }
        let isOpen = judged.contains { $0.waiver == nil }
        let meaning: Colour.Meaning =
            !isOpen ? .faint : rule.severity == .error ? .bad : .doubtful
        page.append("")
        page.append("\(rule.severity) \(rule.id): \(rule.title)", meaning, indent: 2)
        for one in judged { write(one) }
        page.append("why: \(rule.why) (\(rule.section))", .faint, indent: 4)
        page.append("fix: \(rule.fix)", indent: 4)
    }

    private mutating func write(_ judged: Assessment.Judged) {
        let finding = judged.finding
        var text = "\(finding.board)"
        if finding.connection > 0 { text += ", connection \(finding.connection)" }
        text += ", \(Digits.seconds(finding.first))"
        if finding.count > 1 {
            text += " and \(finding.count - 1) more times until \(Digits.seconds(finding.last))"
        }
        if let source = finding.sourceInWords { text += ", by \(source)" }
        text += ": "
        if !finding.packet.isEmpty {
            text += finding.packetInHex
            if !finding.words.isEmpty { text += "  \(finding.words)" }
            text += "; "
        } else if let place = report.place(finding) {
            text += place.joined(separator: " ") + "; "
        }
        page.append(text + finding.detail, indent: 4)
        if let waiver = judged.waiver {
            page.append("waived until \(waiver.expires): \(waiver.reason)", .faint, indent: 6)
        }
    }

    private mutating func write(_ card: ScoreCard) {
        page.heading(
            "Coverage of \(card.board), \(card.model): \(card.exercised) of \(card.total) registers"
        )
        var table = TextTable([
            .text("module", narrowest: 12), .number("registers"), .number("accepted"),
            .number("read"), .number("ignored"), .number("notified"),
        ])
        for module in card.modules where module.registers.contains(where: \.isTouched) {
            let ignored = module.registers.reduce(0) { $0 + $1.ignored }
            table.add(
                TextTable.Cell("\(module.hex) \(module.name)"),
                "\(module.exercised) of \(module.total)",
                "\(module.registers.reduce(0) { $0 + $1.accepted })",
                "\(module.registers.reduce(0) { $0 + $1.read })",
                TextTable.Cell("\(ignored)", ignored > 0 ? .doubtful : .plain),
                "\(module.registers.reduce(0) { $0 + $1.notified })")
        }
        page.append(table)
        let left = card.modules.filter { module in
            module.total > 0 && !module.registers.contains(where: \.isTouched)
        }
        if !left.isEmpty {
            page.append(
                "not touched: " + left.map(\.name).joined(separator: ", "), .faint, indent: 2)
        }
    }

    private mutating func write(_ comparison: FindingComparison) {
        page.heading("Since the earlier report")
        if comparison.regressions.isEmpty, comparison.progressions.isEmpty {
            page.append("no changes", indent: 2)
        }
        for key in comparison.regressions { page.append("new: \(key)", .bad, indent: 2) }
        for key in comparison.progressions { page.append("gone: \(key)", .good, indent: 2) }
    }
}
