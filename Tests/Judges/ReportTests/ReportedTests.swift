import Device
import ScenarioRun
import Testing

@testable import ClientJudge
@testable import Report

/// What all formats show: the verdicts of cases, and of the whole.
@Suite struct ReportedTests {
    @Test func `a step that was not reached is skipped`() throws {
        let part = try #require(Reported([RunReport(SampleResults.small())]).parts.first)
        #expect(part.cases(.step).map(\.verdict) == [.held, .held, .skipped])
    }

    @Test func `several runs have passed when each has`() {
        let passed = SampleResults.small { $0.expectations[1].verdict = .held }
        let failed = SampleResults.small()
        for (runs, isPassed) in [
            ([passed, passed], true), ([passed, failed], false), ([failed, passed], false),
        ] {
            #expect(Reported(runs.map { RunReport($0) }).isPassed == isPassed)
        }
    }

    @Test func `a finding is as severe as its rule`() {
        let verdicts = [
            (Severity.error, ReportedCase.Verdict.failed), (.warning, .warned), (.note, .noted),
        ]
        for (severity, verdict) in verdicts {
            guard let rule = RuleTable.rules.first(where: { $0.severity == severity }) else {
                continue
            }
            let finding = Finding(
                rule: rule, board: "wrist", connection: 1, source: .host, module: 3, register: 3,
                packet: [], words: "", detail: "", count: 1, first: SampleResults.seconds(1),
                last: SampleResults.seconds(1))
            let report = ClientReport(Assessment([finding]), scoreCards: [], file: "", places: [])
            let cases = Reported(report).parts.flatMap { $0.cases(.finding) }
            #expect(cases.map(\.verdict) == [verdict])
        }
    }
}
