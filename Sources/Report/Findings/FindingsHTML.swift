import ClientJudge

/// What a judge found, in the page of the run: a line a finding, and a score card a board.
enum FindingsHTML {
    static func items(_ report: ClientReport) -> [HTMLPage.Item] {
        report.assessment.judged.map { judged in
            let rule = judged.finding.rule
            let waiver = judged.waiver
            var facts = [
                ("found", report.sentence(judged.finding)), ("why", rule.why), ("mend", rule.mend),
                ("rests on", rule.section),
                ("board", "\(report.file):\(report.line(judged.finding))"),
            ]
            if let waiver { facts.append(("waived", "until \(waiver.expires): \(waiver.reason)")) }
            return HTMLPage.Item(
                kind: waiver != nil
                    ? "skipped" : rule.severity == .error ? "fail" : "inconclusive",
                label: waiver != nil ? "waived" : rule.severity.description,
                title: "\(rule.id) \(rule.title)", remark: judged.finding.detail,
                details: HTMLPage.facts(facts))
        }
    }

    /// How much of the protocol the client exercised.
    static func cards(_ report: ClientReport) -> String {
        report.scoreCards.map { card in
            let rows = card.modules.filter { module in
                module.registers.contains(where: \.isTouched)
            }.map { module in
                [
                    module.name, "\(module.exercised) of \(module.total)",
                    "\(module.registers.reduce(0) { $0 + $1.accepted })",
                    "\(module.registers.reduce(0) { $0 + $1.read })",
                    "\(module.registers.reduce(0) { $0 + $1.ignored })",
                    "\(module.registers.reduce(0) { $0 + $1.notified })",
                ]
            }
            return "<h2>Exercised of \(HTMLPage.escaped("\(card.board), \(card.model)")):"
                + " \(card.exercised) of \(card.total) registers</h2>\n"
                + HTMLPage.table(
                    ["module", "registers", "accepted", "read", "ignored", "notified"],
                    numbers: 1...5, rows)
        }.joined()
    }
}
