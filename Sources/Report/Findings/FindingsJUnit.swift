import ClientJudge
import Simulation

/// What a judge found, in the JUnit report of the run: a suite a family, a case a rule.
///
/// A rule fails if an error of it stands, is skipped if a waiver accepts what was found, and
/// carries warnings and notes in `system-out`.
struct FindingsJUnit {
    private let report: ClientReport
    /// In front of a suite's name; empty unless there are several runs.
    private let prefix: String
    /// In the order of the table.
    private let families: [(name: String, rules: [Rule])]

    /// - Parameter run: whose clients these are, where there are several.
    init(_ report: ClientReport, of run: String? = nil) {
        self.report = report
        prefix = run.map { "\($0): " } ?? ""
        var families: [(name: String, rules: [Rule])] = []
        for rule in RuleTable.rules {
            if let last = families.indices.last, families[last].name == rule.family {
                families[last].rules.append(rule)
            } else {
                families.append((rule.family, [rule]))
            }
        }
        self.families = families
    }

    /// How many cases there are, how many of them fail, how many are skipped.
    var totals: (tests: Int, failures: Int, skipped: Int) {
        let rules = families.flatMap(\.rules)
        return (rules.count, rules.count(where: fails), rules.count(where: isSkipped))
    }

    private func judged(_ rule: Rule) -> [Assessment.Judged] {
        report.assessment.judged.filter { $0.finding.rule == rule }
    }

    private func fails(_ rule: Rule) -> Bool {
        rule.severity == .error && judged(rule).contains { $0.waiver == nil }
    }

    private func isSkipped(_ rule: Rule) -> Bool {
        let judged = judged(rule)
        return !judged.isEmpty && judged.allSatisfy { $0.waiver != nil }
    }

    func write(to xml: inout XMLWriter) {
        for family in families {
            xml.open(
                "testsuite",
                [
                    ("name", "\(prefix)client: \(family.name)"), ("tests", "\(family.rules.count)"),
                    ("failures", "\(family.rules.count(where: fails))"), ("errors", "0"),
                    ("skipped", "\(family.rules.count(where: isSkipped))"),
                ])
            for rule in family.rules { write(rule, to: &xml) }
            xml.close()
        }
    }

    private func write(_ rule: Rule, to xml: inout XMLWriter) {
        let judged = judged(rule)
        let line = judged.first.map { report.line($0.finding) } ?? 1
        let attributes = [
            ("classname", rule.family), ("name", "\(rule.id) \(rule.title)"), ("time", "0"),
            ("file", report.file), ("line", "\(line)"),
        ]
        guard !judged.isEmpty else { return xml.element("testcase", attributes) }
        xml.open("testcase", attributes)
        let open = judged.filter { $0.waiver == nil }
        if isSkipped(rule) {
            xml.element(
                "skipped", [("message", "waived: \(judged.first?.waiver?.reason ?? "")")])
        } else if fails(rule) {
            let detail = open.first?.finding.detail ?? ""
            xml.element(
                "failure", [("message", "\(rule.title): \(detail)"), ("type", rule.id)],
                content: text(open, rule))
        } else {
            xml.element("system-out", content: text(open, rule))
        }
        xml.close()
    }

    private func text(_ judged: [Assessment.Judged], _ rule: Rule) -> String {
        var lines = judged.map(\.finding).map { finding in
            "\(report.file):\(report.line(finding)): \(finding.board), "
                + "\(Digits.seconds(finding.first)), \(finding.count) times: "
                + "\(finding.packetInHex) \(finding.words): \(finding.detail)"
        }
        lines.append("why: \(rule.why) (\(rule.section))")
        lines.append("mend: \(rule.mend)")
        return lines.joined(separator: "\n")
    }
}
