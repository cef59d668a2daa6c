import Declaration
import ScenarioRun
import ScriptedClient
import Testing

@testable import Report

@Suite struct RunFormatTests {
    @Test func `a run in TAP`() {
        #expect(
            ReportFormat.tap.text(SampleResults.small(SampleResults.failStep)) == """
                TAP version 14
                1..3
                # Scenarios/rest.yaml, hash 0123456789abcdef, seed 7
                # wrist: MetaMotion S, firmware 1.7.3
                ok 1 - acceleration arrives
                not ok 2 - no sample is missing
                  ---
                  message: "1 of 4 is missing"
                  severity: "fail"
                  file: "Scenarios/rest.yaml"
                  line: 33
                  at: "12.500 s"
                  deadline: "12.500 s"
                  ...
                not ok 3 - the run finishes
                  ---
                  message: "1 of 2 expectations failed; a step failed: phone: download the log: \
                no answer within 5 s"
                  severity: "fail"
                  type: "step"
                  file: "Scenarios/rest.yaml"
                  ...

                """)
    }

    @Test func `what was cut short is skipped`() {
        let text = ReportFormat.tap.text(
            SampleResults.small {
                $0.ending = .interrupted
                $0.expectations[1].verdict = .undecided
            })
        #expect(text.contains("ok 2 - no sample is missing # SKIP undecided: 1 of 4 is missing\n"))
        #expect(text.contains("ok 3 - the run finishes # SKIP"))
    }

    @Test func `a run in Markdown, what failed first`() {
        let text = ReportFormat.markdown.text(SampleResults.small(SampleResults.failStep))
        #expect(text.hasPrefix("## ❌ A wrist at rest: 1 of 2 expectations failed;"))
        let failed = text.firstRange(of: "| ❌ | no sample is missing | 1 of 4 is missing |")
        let held = text.firstRange(of: "| ✅ | acceleration arrives | 2 samples |")
        #expect(failed != nil && held != nil)
        if let failed, let held { #expect(failed.lowerBound < held.lowerBound) }
        #expect(text.contains("❌ phone, download the log: no answer within 5 s"))
        #expect(text.contains("<details><summary>The whole report</summary>"))
    }

    @Test func `every colour of a plot has one for the dark`() {
        let text = ReportFormat.html.text(
            SampleResults.small {
                $0.clients[0].series[0].axes = ["w", "x", "y", "z"]
                for i in 0..<2 {
                    $0.clients[0].series[0].samples[i].values = [1, 0, 0, 0]
                    $0.clients[0].series[0].samples[i].truth = [1, 0.1, 0, 0]
                }
            })
        let strokes = Set(text.matches(of: /stroke="(#\w+)"[ \/]/).map { String($0.output.1) })
        #expect(strokes.count == 10)
        for colour in strokes { #expect(text.contains("figure [stroke=\"\(colour)\"]{")) }
        let fills = Set(
            text.matches(of: /<text [^>]*style="fill:(#\w+)"/).map { String($0.output.1) })
        #expect(!fills.isEmpty)
        for colour in fills { #expect(text.contains("figure text[style=\"fill:\(colour)\"]{")) }
    }
}
