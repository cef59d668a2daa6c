import Declaration
import Device
import ScenarioRun
import ScriptedClient
import Simulation
import Testing

@testable import ClientJudge
@testable import Report

/// What a judge found, in the formats that the run's report has.
@Suite struct FindingFormatTests {
    private static func finding(
        _ id: String, _ words: String = "data config"
    ) throws -> Finding {
        let rule = try #require(RuleTable.rules.first { $0.id == id })
        return Finding(
            rule: rule, board: "wrist", connection: 1, source: .host, module: 0x03,
            register: 0x03, packet: [0x03, 0x03, 0x28, 0x02], words: words,
            detail: "the sensor runs | since 1 s", count: 3, first: SampleResults.seconds(1),
            last: SampleResults.seconds(2))
    }

    private static func report(waived: Bool = false) throws -> ClientReport {
        let findings = [try finding("MW-SENS-01"), try finding("MW-SENS-02")]
        let day = try #require(CivilDate("2027-01-31"))
        let waivers = waived ? [Waiver(rule: "MW-SENS", reason: "next release", expires: day)] : []
        return ClientReport(
            Assessment(findings, waivers: waivers, today: day), scoreCards: [],
            file: "Scenarios/rest.yaml", places: [("wrist", 4)])
    }

    @Test func `TAP has a test a rule`() throws {
        let text = ReportFormat.tap.text(SampleResults.small(), judged: try Self.report())
        #expect(text.hasPrefix("TAP version 14\n1..\(3 + RuleTable.rules.count)\n"))
        let lines = text.split(separator: "\n")
        #expect(
            lines.count { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") } == 3
                + RuleTable.rules.count)
        let broken = lines.filter { $0.hasPrefix("not ok") }.map(String.init)
        // The expectation that fails without any judge, and the error; a warning is none.
        #expect(broken.count == 2 && broken[1].contains("MW-SENS-01"))
        #expect(
            text.contains(
                "    - \"wrist, 1.000 s, 3 times: 03 03 28 02 (data config); the sensor runs | since 1 s\"\n"
            ))
        #expect(text.contains("  severity: \"comment\"\n"))
    }

    @Test func `what is waived is skipped`() throws {
        let text = ReportFormat.tap.text(
            SampleResults.small(), judged: try Self.report(waived: true))
        #expect(text.count(of: "# SKIP waived: next release\n") == 2)
        #expect(text.count(of: "\nnot ok ") == 1)
    }

    @Test func `Markdown is not green when a client breaks the protocol`() throws {
        let held = SampleResults.small { $0.expectations[1].verdict = .held }
        let text = ReportFormat.markdown.text(held, judged: try Self.report())
        #expect(text.hasPrefix("## ❌ "))
        let rows = text.split(separator: "\n").filter { $0.contains("MW-SENS-0") }
        #expect(rows.count == 2)
        for row in rows { #expect(row.count { $0 == "|" } == 5, "\(row)") }
        let waived = ReportFormat.markdown.text(held, judged: try Self.report(waived: true))
        #expect(waived.hasPrefix("## ✅ "))
        #expect(waived.contains("waived until 2027-01-31: next release"))
    }

    @Test func `the page has a line a finding`() throws {
        let text = ReportFormat.html.text(SampleResults.small(), judged: try Self.report())
        #expect(
            text.contains("<span class=\"verdict\">error</span> <span class=\"name\">MW-SENS-01"))
        #expect(text.contains("<span class=\"verdict\">warning</span>"))
    }
}
