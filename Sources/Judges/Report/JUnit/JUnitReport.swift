/// The dialect of JUnit XML that GitHub, GitLab, Jenkins and Codecov read.
///
/// A run is a suite with a case for each expectation and one for the run itself; a judge's rules are
/// one suite per family; the conformance suite has one suite per board. INCONC is an error. Times are seconds
/// of virtual time.
enum JUnitReport {
    /// Text that ends in a line end.
    static func text(_ report: Reported) -> String {
        var xml = XMLWriter()
        let cases = report.parts.flatMap(\.cases).filter(\.kind.isTest)
        xml.open("testsuites", totals(report.name, cases, report.seconds))
        for part in report.parts { write(part, into: &xml) }
        xml.close()
        return xml.text
    }

    private static func totals(
        _ name: String, _ cases: [ReportedCase], _ seconds: Double?
    ) -> [(String, String)] {
        func count(_ verdicts: ReportedCase.Verdict...) -> String {
            "\(cases.count { verdicts.contains($0.verdict) })"
        }
        let time = seconds.map { [("time", Digits.fixed($0, 3))] } ?? []
        return [
            ("name", name), ("tests", "\(cases.count)"), ("failures", count(.failed)),
            ("errors", count(.inconclusive)), ("skipped", count(.skipped, .undecided, .unreached)),
        ] + time
    }

    private static func write(_ part: Reported.Part, into xml: inout XMLWriter) {
        var cases = [[ReportedCase]](repeating: [], count: part.suites.count)
        for one in part.cases where one.kind.isTest { cases[one.suite].append(one) }
        for (i, suite) in part.suites.enumerated() {
            xml.open("testsuite", totals(suite.name, cases[i], suite.seconds))
            if !suite.properties.isEmpty {
                xml.open("properties")
                for (name, value) in suite.properties {
                    xml.element("property", [("name", name), ("value", value)])
                }
                xml.close()
            }
            for one in cases[i] { write(one, into: &xml) }
            // The first suite is that of the run itself.
            if i == 0, let text = part.text {
                xml.element("system-out", content: "\n" + text() + "    ")
            }
            xml.close()
        }
    }

    private static func write(_ one: ReportedCase, into xml: inout XMLWriter) {
        let attributes = [
            ("classname", one.group), ("name", one.name),
            ("time", one.seconds.map { Digits.fixed($0, 3) } ?? "0"), ("file", one.file),
            ("line", "\(one.line ?? 1)"),
        ]
        guard one.verdict != .held || !one.follows.isEmpty else {
            return xml.element("testcase", attributes)
        }
        xml.open("testcase", attributes)
        switch one.verdict {
        case .held: break
        case .noted, .warned: xml.element("system-out", content: one.detail)
        case .skipped: xml.element("skipped", [("message", one.message)])
        case .undecided: xml.element("skipped", [("message", "undecided: \(one.message)")])
        case .unreached: xml.element("skipped", [("message", "unreached: \(one.message)")])
        case .failed, .inconclusive: writeFailure(one, into: &xml)
        }
        if !one.follows.isEmpty {
            let answers = one.follows.map { "follows: \($0.question): \($0.answer)" }
            xml.element("system-out", content: answers.joined(separator: "\n"))
        }
        xml.close()
    }

    private static func writeFailure(_ one: ReportedCase, into xml: inout XMLWriter) {
        let message = one.kind == .rule ? "\(one.title): \(one.message)" : one.message
        let name = one.verdict == .failed ? "failure" : "error"
        let attributes = [("message", message), ("type", one.type)]
        guard !one.detail.isEmpty else { return xml.element(name, attributes) }
        let lines = [one.detail] + one.attachments.flatMap(\.lines)
        xml.element(name, attributes, content: lines.joined(separator: "\n"))
    }
}
