import Checkout
import Declaration
import ScenarioRun
import Testing

@testable import Report

@Suite struct JUnitReportTests {
    private func elements(
        _ name: String, _ change: (inout RunResult) -> Void = { _ in }
    ) throws -> [XMLReader.Element] {
        let text = ReportFormat.junit.text(SampleResults.small(change))
        return try #require(XMLReader.elements(text)).filter { $0.name == name }
    }

    @Test func `a case an expectation and one for the run`() throws {
        let cases = try elements("testcase")
        #expect(
            cases.map { $0.attributes["name"] } == [
                "acceleration arrives", "no sample is missing", "the run finishes",
            ])
        #expect(
            cases[0].attributes == [
                "classname": "A wrist at rest", "name": "acceleration arrives", "time": "2.000",
                "file": "Scenarios/rest.yaml", "line": "30",
            ])
    }

    @Test func `a failure says what was found, where and by when`() throws {
        let failure = try #require(try elements("failure").first)
        #expect(failure.attributes == ["message": "1 of 4 is missing", "type": "expectation"])
        #expect(
            failure.text == """
                Scenarios/rest.yaml:33: no sample is missing: 1 of 4 is missing, to hold by 12.500 s
                """)
    }

    @Test func `properties`() throws {
        let properties = try elements("property").map {
            [$0.attributes["name"] ?? "", $0.attributes["value"] ?? ""]
        }
        #expect(
            properties == [
                ["seed", "7"], ["scenario file", "Scenarios/rest.yaml"],
                ["scenario hash", "0123456789abcdef"], ["board", "wrist: MetaMotion S"],
                ["firmware", "wrist: 1.7.3"], ["trace hash", "fedcba9876543210"],
            ])
    }

    private static let totals: [(@Sendable (inout RunResult) -> Void, [String])] = [
        ({ _ in }, ["3", "1", "0"]),
        ({ $0.expectations[1].verdict = .held }, ["3", "0", "0"]),
        ({ $0.expectations = [] }, ["1", "0", "1"]),
        ({ $0.ending = .deadline("a step") }, ["3", "2", "0"]),
        (
            {
                $0.ending = .deadline("a step")
                $0.expectations[1].verdict = .undecided
            }, ["3", "1", "1"]
        ),
        (
            {
                $0.ending = .interrupted
                $0.expectations[1].verdict = .undecided
            }, ["3", "0", "2"]
        ),
        (SampleResults.failStep, ["3", "2", "0"]),
        (
            {
                SampleResults.failStep(&$0)
                $0.expectations = []
            }, ["1", "1", "0"]
        ),
        (
            {
                SampleResults.failStep(&$0)
                $0.ending = .interrupted
            }, ["3", "2", "0"]
        ),
    ]

    private static let runs: [(@Sendable (inout RunResult) -> Void, String)] = [
        (SampleResults.failStep, "step"),
        ({ $0.ending = .deadline("a step") }, "deadline"),
        (
            {
                SampleResults.failStep(&$0)
                $0.ending = .deadline("a step")
            }, "deadline"
        ),
    ]

    @Test(arguments: runs) func `the run's own case fails with its reason`(
        change: @Sendable (inout RunResult) -> Void, type: String
    ) throws {
        let failure = try #require(try elements("failure", change).last)
        #expect(failure.attributes["type"] == type)
        let verdict = RunVerdict.sentence(SampleResults.small(change))
        #expect(failure.attributes["message"] == verdict)
    }

    @Test(arguments: totals)
    func `the totals count what is there`(
        change: @Sendable (inout RunResult) -> Void, totals: [String]
    ) throws {
        for name in ["testsuites", "testsuite"] {
            let suite = try #require(try elements(name, change).first)
            #expect(
                ["tests", "failures", "skipped"].map { suite.attributes[$0] ?? "" } == totals)
        }
        let counts = try ["testcase", "failure", "skipped"].map { try elements($0, change).count }
        #expect(counts.map { "\($0)" } == totals)
    }

    @Test func `the run's text is included, line for line`() throws {
        let output = try #require(try elements("system-out").first)
        #expect(output.text.contains("\n" + TextReport.text(SampleResults.small())))
    }

    @Test(.slow, arguments: HostileResults.all) func `always well-formed`(hostile: HostileResults)
        throws
    {
        let read = try #require(XMLReader.elements(ReportFormat.junit.text(hostile.result)))
        #expect(
            read.filter { $0.name == "testcase" }.count == hostile.result.expectations.count + 1)
    }

    @Test func `marks survive, and what XML cannot hold is replaced`() throws {
        let cases = try elements("testcase") { $0.expectations[0].title = "a<b> & \"c\"\n\u{1}d" }
        #expect(cases[0].attributes["name"] == "a<b> & \"c\"\n\u{FFFD}d")
    }
}
