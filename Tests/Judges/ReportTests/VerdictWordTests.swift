import Conformance
import Foundation
import ScenarioRun
import ScriptedClient
import Simulation
import Testing

@testable import Report

/// The words and units of verdicts, where they change.
@Suite struct VerdictWordTests {
    @Test(arguments: [
        (20, 30, "20.0 / 30.0 ms"), (20, 12_000, "0.0 / 12.0 s"), (12_000, 20, "12.0 / 0.0 s"),
        (9_999, 9_999, "9999.0 / 9999.0 ms"), (10_000, 10_000, "10.0 / 10.0 s"),
        (20, -12_000, "0.0 / -12.0 s"),
    ])
    func `the unit of two times is that of the longer`(first: Int, second: Int, text: String) {
        #expect(
            Digits.spans(.milliseconds(Int64(first)), .milliseconds(Int64(second))) == text)
    }

    private static func result(
        _ verdicts: [ExpectationResult.Verdict], _ ending: RunResult.Ending = .finished,
        step: Bool = false
    ) -> RunResult {
        SampleResults.small {
            $0.ending = ending
            $0.expectations = verdicts.map { verdict in
                ExpectationResult(
                    title: "it", line: 1, verdict: verdict, decided: .zero, deadline: .zero,
                    detail: "so")
            }
            if step { $0.clients[0].steps[0].outcome = .failed("no answer") }
        }
    }

    @Test func `the sentence of a run has all that keeps it from passing`() {
        func sentence(
            _ verdicts: [ExpectationResult.Verdict], _ ending: RunResult.Ending = .finished,
            step: Bool = false
        ) -> String { RunVerdict.sentence(Self.result(verdicts, ending, step: step)) }
        #expect(sentence([]) == "the scenario has no expectations")
        #expect(sentence([.held]) == "1 of 1 expectation held")
        #expect(sentence([.held, .held]) == "2 of 2 expectations held")
        #expect(sentence([.held, .failed]) == "1 of 2 expectations failed")
        #expect(sentence([.held, .undecided]) == "1 of 2 expectations undecided")
        #expect(
            sentence([.failed, .undecided])
                == "1 of 2 expectations failed; 1 of 2 expectations undecided")
        #expect(
            sentence([.held], .interrupted) == "1 of 1 expectation held; interrupted")
        #expect(
            sentence([.held], .deadline("client phone"))
                == "1 of 1 expectation held; the deadline passed: client phone")
        #expect(sentence([], .deadline("")).hasSuffix("; the deadline passed"))
        #expect(
            sentence([.held], step: true)
                == "1 of 1 expectation held; a step failed: phone: connect wrist: no answer")
    }

    @Test func `a run's own case is its end and its steps`() {
        func own(
            _ verdicts: [ExpectationResult.Verdict], _ ending: RunResult.Ending = .finished,
            step: Bool = false
        ) -> String {
            switch Self.result(verdicts, ending, step: step).ownCase {
            case .held: "held"
            case .skipped: "skipped"
            case .failed(_, let type): type
            }
        }
        #expect(own([.held]) == "held" && own([.failed]) == "held" && own([]) == "skipped")
        #expect(own([.held], .interrupted) == "skipped")
        #expect(own([.held], .deadline("client")) == "deadline")
        #expect(own([.held], step: true) == "step")
    }

    private static func report(_ verdict: Verdict?, suite: String = "a") -> ConformanceReport {
        ConformanceReport(
            tool: "t", seed: 1, target: "model", suiteHash: suite, planned: 1,
            boards: [BoardFacts(name: "b", model: "m", firmware: "", hardware: "")],
            results: verdict.map {
                [
                    CaseResult(
                        place: 0, id: "A/B/C", title: "", source: "", file: "", line: 1,
                        board: "b", verdict: $0)
                ]
            } ?? [])
    }

    @Test(
        arguments: [
            (.pass, .fail, "regression"), (.pass, .inconclusive, "regression"),
            (.pass, .skipped, "regression"), (.skipped, .fail, "regression"),
            (.skipped, .inconclusive, "regression"), (.fail, .pass, "progression"),
            (.skipped, .pass, "progression"), (.inconclusive, .pass, "progression"),
            (.fail, .inconclusive, "change"), (.fail, .skipped, "change"),
            (.inconclusive, .fail, "change"), (nil, .fail, "new"), (nil, .pass, "new"),
            (.pass, nil, "regression"), (.fail, nil, "gone"), (.skipped, nil, "gone"),
        ] as [(Verdict?, Verdict?, String)])
    func `each change of a verdict has its kind`(old: Verdict?, new: Verdict?, kind: String) {
        let comparison = ConformanceComparison(Self.report(old), Self.report(new))
        #expect(comparison.entries.map(\.kind.rawValue) == [kind])
        #expect(comparison.unchanged == 0)
        if new == nil {
            let other = ConformanceComparison(Self.report(old), Self.report(nil, suite: "b"))
            #expect(other.entries.map(\.kind.rawValue) == ["gone"])
        }
    }

    @Test func `what is alike is counted`() {
        let comparison = ConformanceComparison(Self.report(.fail), Self.report(.fail))
        #expect(comparison.entries.isEmpty && comparison.unchanged == 1)
    }

    @Test func `one board is the same board under another name`() {
        var other = Self.report(.fail)
        other.boards[0].name = "c"
        other.boards[0].model = "n"
        other.results[0].board = "c"
        let comparison = ConformanceComparison(Self.report(.pass), other)
        #expect(comparison.entries.map(\.kind) == [.regression])
    }

    private static func suite(_ results: [(Verdict, String)]) -> ConformanceReport {
        var report = Self.report(nil)
        report.planned = results.count
        report.results = results.enumerated().map { place, result in
            CaseResult(
                place: place, id: "A/B/C\(place)", title: "", source: "", file: "", line: 1,
                board: "b", verdict: result.0, reason: result.1)
        }
        return report
    }

    @Test func `the words and totals of a suite have each verdict`() throws {
        let report = Self.suite([
            (.pass, ""), (.pass, ""), (.inconclusive, "x"), (.inconclusive, "x"),
            (.inconclusive, "x"), (.skipped, "rare"), (.skipped, "usual"), (.skipped, "usual"),
            (.skipped, "usual"),
        ])
        #expect(
            ConformanceWords.verdict(report) == "2 of 9 passed, 3 inconclusive, 4 skipped")
        #expect(ConformanceGroups(report).skips.map(\.reason) == ["usual", "rare"])
        #expect(ConformanceGroups(report).skips.map(\.count) == [3, 1])
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(ConformanceJSON.bytes(report)))
                as? [String: Any])
        #expect(json["green"] as? Bool == false)
        let totals = try #require(json["totals"] as? [String: Int])
        #expect(totals == ["pass": 2, "fail": 0, "inconclusive": 3, "skipped": 4])
    }

    @Test func `a number outside its limits says what was wanted`() {
        func words(_ low: Double?, _ high: Double?) -> String {
            ConformanceWords.check(
                NumericCheck(name: "x", unit: "g", seconds: 0, value: 1, low: low, high: high))
        }
        #expect(words(nil, nil) == "x 1.00 g")
        #expect(words(2, nil) == "x 1.00 g, wanted at least 2.00")
        #expect(words(nil, 0.5) == "x 1.00 g, wanted at most 0.500")
        #expect(words(2, 3) == "x 1.00 g, wanted 2.00 to 3.00")
    }
}
