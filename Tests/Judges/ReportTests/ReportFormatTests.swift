import Conformance
import ScenarioRun
import Simulation
import Testing

@testable import Report

extension ReportFormat {
    /// The report of one run.
    func text(
        _ result: RunResult, events: [RunEvent] = [], judged: ClientReport? = nil
    ) -> String {
        text(.runs([RunReport(result, judged: judged, events: events)]))
    }

    func text(_ report: ConformanceReport) -> String { text(.suite(report)) }
}

extension ReadReport {
    func text(_ format: ReportFormat) -> String { format.text(self) }
}

/// What all formats have in common.
@Suite struct ReportFormatTests {
    @Test func `no two formats have one file`() {
        #expect(Set(ReportFormat.allCases.map(\.fileName)).count == ReportFormat.allCases.count)
    }

    @Test(arguments: ReportFormat.allCases)
    func `runs and the suite can be written in every format`(format: ReportFormat) {
        let run = SampleResults.small(SampleResults.failStep)
        let suite = SampleConformance.small()
        // Each says why its first case failed.
        #expect(format.text(run).contains("1 of 4 is missing"), "\(format.text(run))")
        #expect(format.text(suite).contains("1.2 g"), "\(format.text(suite))")
        for text in [format.text(run), format.text(suite)] { #expect(text.hasSuffix("\n")) }
    }

    @Test func `SARIF has a result for each case that did not pass`() {
        let text = ReportFormat.sarif.text(SampleConformance.small())
        #expect(text.count(of: "\"ruleIndex\" : ") == 2)
        #expect(text.count(of: "\"level\" : \"error\"") == 1)
        #expect(text.count(of: "\"level\" : \"warning\"") == 1)
        #expect(text.contains("\"fullyQualifiedName\" : \"MetaMotion S 1.7.3\""))
        let run = ReportFormat.sarif.text(SampleResults.small(SampleResults.failStep))
        #expect(
            run.contains("\"ruleId\" : \"expectation\"") && run.contains("\"ruleId\" : \"step\""))
        let none = ReportFormat.sarif.text(SampleConformance.empty)
        #expect(none.contains("\"results\" : [\n\n"))
    }
}
