import ScenarioRun
import ScriptedClient
import Simulation
import Testing

@testable import Report

/// What a board streamed to nobody is no loss, and every report says so.
@Suite struct UnheardSamplesTests {
    private static let words = "7,218 more were made while nobody was connected"
    private let run = RunReport(
        SampleResults.small { $0.clients[0].series[0].unheard = 7_218 }, events: [])

    @Test func `text, JSON and page say what nobody heard`() throws {
        #expect(ReportFormat.text.text(run).contains("    \(Self.words)\n"))
        #expect(ReportFormat.json.text(run).contains("\"unheard\" : 7218"))
        let page = ReportFormat.html.text(run)
        #expect(page.contains("wrist, streamed; \(Self.words)"))
        #expect(page.contains("7,218 while nobody was connected"))
        let again = try ReadReport(ReportJSON.bytes(run), file: "a")
        #expect(again.text(.text).contains(Self.words))
    }

    @Test func `nothing is said of a stream that was always heard`() {
        let run = RunReport(SampleResults.small(), events: [])
        for format in [ReportFormat.text, .json, .html] {
            let text = format.text(run)
            #expect(!text.contains("nobody") && !text.contains("unheard"))
        }
    }
}
