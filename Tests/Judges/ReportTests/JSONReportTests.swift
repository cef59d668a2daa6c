import Checkout
import Declaration
import Foundation
import ScenarioRun
import ScriptedClient
import Testing

@testable import Report

@Suite struct JSONReportTests {
    private func fields(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test func `read back, it says what the result says`() throws {
        let result = SampleResults.small()
        let names = SeriesFileNames(result)
        let read = try fields(JSONReport.bytes(result, names: names))
        #expect(read["format"] as? String == "boardsim report")
        #expect(read["version"] as? Int == 1)
        #expect(read["seed"] as? UInt64 == 7)
        #expect(read["durationSeconds"] as? Double == 12.5)
        #expect(read["passed"] as? Bool == false)
        #expect(read["traceHash"] as? String == "fedcba9876543210")
        #expect(read["timings"] == nil)
        let clients = try #require(read["clients"] as? [[String: Any]])
        let series = try #require((clients[0]["series"] as? [[String: Any]])?.first)
        #expect(series["file"] as? String == names.names[0][0])
        #expect(series["received"] as? Int == 2)
        #expect(series["missing"] as? Int == 1)
        #expect(series["largestError"] as? Double == 0.25)
        #expect(series["samples"] == nil)
        #expect(series["made"] as? Int == 4)
        #expect(series["dropped"] as? Int == 1)
        let steps = try #require(clients[0]["steps"] as? [[String: Any]])
        #expect(steps.map { $0["outcome"] as? String } == ["done", "done", "notReached"])
        let expectations = try #require(read["expectations"] as? [[String: Any]])
        #expect(expectations.map { $0["verdict"] as? String } == ["held", "failed"])
    }

    @Test func `a failed step fails the run though every expectation held`() throws {
        let result = SampleResults.small {
            $0.expectations[1].verdict = .held
            SampleResults.failStep(&$0)
            $0.clients[0].steps[2].outcome = .running
        }
        let read = try fields(JSONReport.bytes(result))
        #expect(read["passed"] as? Bool == false)
        #expect(
            read["verdict"] as? String == "2 of 2 expectations held; a step failed: phone:"
                + " download the log: no answer within 5 s")
        let clients = try #require(read["clients"] as? [[String: Any]])
        let steps = try #require(clients[0]["steps"] as? [[String: Any]])
        #expect(steps.map { $0["outcome"] as? String } == ["done", "failed", "running"])
        #expect(steps[1]["reason"] as? String == "no answer within 5 s")
    }

    @Test func `equal results are equal to the byte`() {
        #expect(JSONReport.bytes(SampleResults.small()) == JSONReport.bytes(SampleResults.small()))
        let other = SampleResults.small { $0.seed = 8 }
        #expect(JSONReport.bytes(SampleResults.small()) != JSONReport.bytes(other))
    }

    @Test func `timings are included only if given`() throws {
        let timings = Timings(wallSeconds: 0.5, cpuSeconds: 0.25, speed: .infinity)
        let read = try fields(JSONReport.bytes(SampleResults.small(), timings: timings))
        let cost = try #require(read["timings"] as? [String: Any])
        #expect(cost["wallSeconds"] as? Double == 0.5)
        #expect(cost["speed"] == nil && cost["meanLagSeconds"] == nil)
    }

    @Test func `an expectation that the end overtook is undecided`() throws {
        let result = SampleResults.small {
            $0.ending = .interrupted
            $0.expectations[1].verdict = .undecided
        }
        let read = try fields(JSONReport.bytes(result))
        let expectations = try #require(read["expectations"] as? [[String: Any]])
        #expect(expectations[1]["verdict"] as? String == "undecided")
        #expect((read["ending"] as? [String: Any])?["kind"] as? String == "interrupted")
    }

    @Test(arguments: HostileResults.all) func `always valid and complete`(
        hostile: HostileResults
    ) throws {
        let bytes = JSONReport.bytes(hostile.result)
        #expect(throws: Never.self) { try fields(bytes) }
        guard hostile.name != "ends of the integer ranges" else {
            // Nobody lives to see these times; a file with them is not of ours.
            #expect(throws: ReportJSONError.self) { try JSONReport.report(bytes, file: "a") }
            return
        }
        let read = try JSONReport.report(bytes, file: "a")
        #expect(read.result.seed == hostile.result.seed)
        #expect(read.result.scenario == hostile.result.scenario)
        #expect(read.result.expectations.count == hostile.result.expectations.count)
        #expect(ReportJSON.bytes(read) == bytes)
    }

    @Test func `the documents show this very report and name each of its fields`() throws {
        let page = try Repository.text("docs/report-format.md")
        let result = SampleResults.small()
        let example = String(
            decoding: JSONReport.bytes(result, names: SeriesFileNames(result)), as: UTF8.self)
        #expect(page.contains("```json\n\(example)```\n"), "put this there:\n\(example)")
        let whole = JSONReport.bytes(
            SampleResults.small {
                $0.ending = .deadline("all")
                SampleResults.failStep(&$0)
                SampleResults.attachHosts(&$0)
            },
            names: SeriesFileNames(result),
            timings: Timings(
                wallSeconds: 1, cpuSeconds: 1, speed: 1, meanLag: 0.001, mostLag: 0.1))
        for match in String(decoding: whole, as: UTF8.self).matches(of: #/"(\w+)" :/#) {
            #expect(page.contains("`\(match.1)`"), "\(match.1) is not explained")
        }
    }

    @Test func `without files of samples there is no name of one`() {
        #expect(!ReportFormat.json.text(SampleResults.small()).contains(".csv"))
    }
}
