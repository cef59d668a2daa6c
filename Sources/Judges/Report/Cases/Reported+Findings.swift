import ClientJudge

extension Reported {
    /// A judge's findings, without the run.
    init(_ judged: ClientReport) {
        var part = Part()
        part.add(judged)
        self.init(
            name: "clients", title: judged.verdict, isPassed: judged.passed,
            parts: [part])
    }
}

extension Reported.Part {
    /// Adds a suite per family with a case per rule, then a case per finding.
    mutating func add(_ report: ClientReport) {
        judged = (report.verdict, report.passed)
        facts.append(Reported.Fact(name: "judged", text: report.verdict))
        var family = ""
        for rule in RuleTable.rules {
            if rule.family != family {
                family = rule.family
                suites.append(Reported.Suite(name: "\(prefix)client: \(family)"))
            }
            cases.append(ReportedCase(rule, report, suite: suites.count - 1))
        }
        cases += report.assessment.judged.map { ReportedCase($0, report) }
        tables += report.scoreCards.map { Reported.Table($0) }
    }
}

extension ReportedCase {
    fileprivate init(_ rule: Rule, _ report: ClientReport, suite: Int) {
        let judged = report.judged(rule)
        let open = judged.filter { $0.waiver == nil }.map(\.finding)
        let verdict: Verdict =
            switch report.outcome(rule) {
            case .kept: .held
            case .waived: .skipped
            case .remarked: rule.severity == .warning ? .warned : .noted
            case .broken: .failed
            }
        let first = open.first ?? judged.first?.finding
        self.init(
            kind: .rule, suite: suite, group: rule.family, id: rule.id, title: rule.title,
            verdict: verdict, label: "\(rule.severity)", message: first?.detail ?? "",
            type: rule.id, file: report.file, line: first.map { report.line($0) },
            source: rule.section)
        if case .waived(let reason) = report.outcome(rule) { message = reason }
        guard !open.isEmpty else { return }
        let lines = open.map { finding in
            "\(report.file):\(report.line(finding)): \(finding.board), "
                + "\(Digits.seconds(finding.first)), \(finding.count) times: "
                + "\(finding.packetInHex) \(finding.words): \(finding.detail)"
        }
        detail =
            (lines + ["why: \(rule.why) (\(rule.section))", "fix: \(rule.fix)"])
            .joined(separator: "\n")
        facts = [
            Fact(key: "findings", lines: open.map { report.sentence($0) }, isList: true),
            .keyed("why", rule.why), .keyed("fix", rule.fix), .keyed("section", rule.section),
        ]
    }

    fileprivate init(_ judged: Assessment.Judged, _ report: ClientReport) {
        let finding = judged.finding
        let rule = finding.rule
        let waiver = judged.waiver.map { "until \($0.expires): \($0.reason)" }
        let verdict: Verdict =
            switch rule.severity {
            case _ where waiver != nil: .skipped
            case .error: .failed
            case .warning: .warned
            case .note: .noted
            }
        self.init(
            kind: .finding, group: rule.family, id: rule.id, title: rule.title,
            subject: finding.board, verdict: verdict,
            label: waiver != nil ? "waived" : "\(rule.severity)", message: finding.detail,
            type: rule.id, file: report.file, line: report.line(finding), source: rule.section)
        detail = "\(finding.board): \(finding.detail)"
        if !finding.packet.isEmpty { detail += "\n\(finding.packetInHex)  \(finding.words)" }
        detail += "\nwhy: \(rule.why) (\(rule.section))\nfix: \(rule.fix)"
        facts = [
            .named("found", report.sentence(finding)), .named("why", rule.why),
            .named("fix", rule.fix), .named("source", rule.section), .named("board", place),
        ]
        if let waiver { facts.append(.named("waived", waiver)) }
        breach = Breach(
            level: "\(rule.severity)", why: rule.why, fix: rule.fix, count: finding.count,
            key: finding.key,
            packet: finding.packet.isEmpty ? "" : finding.packetInHex,
            place: [finding.board] + (report.place(finding) ?? []), waiver: waiver,
            isNew: report.comparison?.isNew(finding))
    }
}

extension Reported.Table {
    fileprivate init(_ card: ScoreCard) {
        let touched = card.modules.filter { module in
            module.registers.contains(where: \.isTouched)
        }
        self.init(
            kind: .registers,
            title: "Coverage of \(card.board), \(card.model):"
                + " \(card.exercised) of \(card.total) registers",
            columns: ["module", "registers", "accepted", "read", "ignored", "notified"],
            numbers: 1...5,
            rows: touched.map { module in
                func sum(_ count: KeyPath<ScoreCard.Register, Int>) -> String {
                    "\(module.registers.reduce(0) { $0 + $1[keyPath: count] })"
                }
                return [
                    module.name, "\(module.exercised) of \(module.total)", sum(\.accepted),
                    sum(\.read), sum(\.ignored), sum(\.notified),
                ]
            })
    }
}
