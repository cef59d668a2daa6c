import Declaration
import Foundation
import ScenarioRun
import Simulation
import Sweep
import Testing

@testable import Report

/// The figures of a sweep's report, each checked by hand.
@Suite struct SweepReportTests {
    /// A world whose link retransmitted so many packets, with the verdicts of its two expectations.
    private static func row(
        _ world: SweepPlan.World, _ verdicts: [ExpectationResult.Verdict], _ packets: Int
    ) -> SweepRow {
        var result = RunResult(
            scenario: "", file: "", scenarioHash: "", seed: world.seed, duration: .seconds(1),
            ending: .finished)
        result.boards = [SampleResults.small().boards[0]]
        result.boards[0].retransmissions = packets
        result.expectations = verdicts.map {
            ExpectationResult(
                title: "", line: 1, verdict: $0, decided: .zero, deadline: .zero, detail: "no")
        }
        return SweepRow(world, result)
    }

    /// Eight worlds are planned: four passed, one failed, one crashed, one could not be run, one is missing.
    private static func summary(_ count: Int = 7, isBad: Bool = true) throws -> SweepSummary {
        let plan = try SweepPlan(
            seeds: SeedList("1..4"), variations: [Variation("k=1 m,2 m")], samples: nil)
        let header = SweepHeader(
            tool: "t", file: "f.yaml", scenario: "Walk", hash: "h", plan: plan,
            options: ["--for 9s"],
            expectations: ["arrives", "stays"])
        let rows = (0..<count).map { place in
            let world = plan.world(place)
            if isBad, place == 5 { return SweepRow(world, crashed: "killed") }
            if isBad, place == 6 { return SweepRow(world, invalid: "no such model") }
            let verdict: ExpectationResult.Verdict = isBad && place == 2 ? .failed : .held
            return row(world, [verdict, .held], place * 10)
        }
        return SweepSummary(header, rows, plan: plan)
    }

    private static func json(_ summary: SweepSummary) throws -> [String: Any] {
        let text = SweepReport.text(summary, .json)
        return try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `the numbers of worlds are those of their kinds`() throws {
        let report = try Self.json(Self.summary())
        let numbers = ["worlds", "run", "failed", "invalid", "crashed", "missing"]
        #expect(numbers.map { report[$0] as? Int } == [8, 6, 2, 1, 1, 1])
        let other = try Self.json(Self.summary(6))
        #expect(numbers.map { other[$0] as? Int } == [8, 6, 2, 0, 1, 2])
        #expect(report["passed"] as? Bool == false)
        #expect(
            report["verdict"] as? String
                == "2 of 6 worlds failed, 1 could not be run, 1 are missing")
        let rate = try #require(report["failureRate"] as? [String: Any])
        func close(_ key: String, _ value: Double) -> Bool {
            (rate[key] as? Double).map { abs($0 - value) < 0.0005 } ?? false
        }
        #expect(rate["failed"] as? Int == 2 && rate["of"] as? Int == 6)
        #expect(close("share", 0.3333) && close("low", 0.0968) && close("high", 0.7))
    }

    @Test func `a sweep with missing worlds has not passed in any format`() throws {
        let part = try Self.summary(5, isBad: false)
        #expect(try Self.json(part)["passed"] as? Bool == false)
        #expect(SweepReport.text(part, .html).contains("0 of 5 worlds failed, 3 are missing"))
        let text = SweepReport.text(part, .text, colour: .always)
        let whole = SweepReport.text(
            try Self.summary(8, isBad: false), .text, colour: .always)
        func last(_ text: String) -> String { String(text.split(separator: "\n").last ?? "") }
        #expect(last(text).contains("\u{1B}[") && last(whole).contains("\u{1B}["))
        #expect(last(text).prefix(6) != last(whole).prefix(6))
        #expect(try Self.json(Self.summary(8, isBad: false))["passed"] as? Bool == true)
    }

    @Test func `the points of a distribution are where they are said to be`() {
        let shares = SweepReport.quantiles.map { "\($0.name) \($0.share)" }
        #expect(shares == ["least 0.0", "p5 0.05", "median 0.5", "p95 0.95", "most 1.0"])
    }

    @Test func `figures have their quantiles, and expectations their rates`() throws {
        let report = try Self.json(Self.summary(8, isBad: false))
        let figures = try #require(report["figures"] as? [[String: Any]])
        let figure = try #require(
            figures.first { ($0["name"] as? String)?.hasSuffix("retransmissions") == true })
        let quantiles = ["least", "p5", "median", "p95", "most"].map { figure[$0] as? Double }
        #expect(quantiles == [0, 0, 40, 70, 70])
        #expect(figure["count"] as? Int == 8)
        let bad = try #require(try Self.json(Self.summary())["expectations"] as? [[String: Any]])
        let rates = bad.compactMap { $0["failureRate"] as? [String: Any] }
        #expect(rates.map { $0["failed"] as? Int } == [1, 0])
        #expect(rates.map { $0["of"] as? Int } == [5, 5])
        #expect(bad.map { $0["firstWorld"] as? Int } == [2, nil])
    }

    @Test func `the text marks what failed, and counts what is the same`() throws {
        let text = SweepReport.text(try Self.summary(), .text)
        let lines = text.split(separator: "\n").map(String.init)
        let arrives = try #require(lines.first { $0.contains("arrives") })
        let stays = try #require(lines.first { $0.contains("stays") })
        #expect(arrives.contains("✗") && stays.contains("✓"))
        #expect(arrives.contains("20.0 %, 3.6 to 62.4 %"))
        #expect(lines.contains { $0.contains("more are the same in every world") })
        #expect(lines.contains { $0.contains("retransmissions") })
        #expect(!lines.contains { $0.contains("entries recorded") })
        #expect(lines.contains { $0.hasPrefix("world 5 (seed 2, k 2 m): killed") })
        #expect(lines.contains { $0.hasPrefix("world 6 (seed 3, k 2 m): no such model") })
        #expect(lines.last == "2 of 6 worlds failed, 1 could not be run, 1 are missing")
    }

    @Test func `two keys make a table of failed of run`() throws {
        let plan = try SweepPlan(
            seeds: SeedList("1..2"), variations: [Variation("k=1 m,2 m"), Variation("l=a,b")],
            samples: nil)
        let header = SweepHeader(
            tool: "t", file: "f.yaml", scenario: "Walk", hash: "h", plan: plan, options: [],
            expectations: ["arrives"])
        let rows = (0..<8).map { place in
            Self.row(plan.world(place), [place == 2 ? .failed : .held], 0)
        }
        let text = SweepReport.text(SweepSummary(header, rows, plan: plan), .text)
        let lines = text.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(lines.contains("a 0/2 0/2") && lines.contains("b 1/2 0/2"), "\(text)")
    }

    @Test func `the page has failing worlds, and apart from them those that were not run`() throws {
        let page = SweepReport.text(try Self.summary(), .html)
        #expect(page.contains("INVALID") && page.contains("FAIL"))
        #expect(page.matches(of: /class="item skipped"/).count == 1)
        #expect(page.matches(of: /class="item fail"/).count == 2)
        func count(_ text: String) -> Int { page.components(separatedBy: text).count - 1 }
        #expect(count("world 6: ") == 1 && count("world 5: ") == 1 && count("world 4: ") == 0)
        let good = SweepReport.text(try Self.summary(8, isBad: false), .html)
        #expect(!good.contains("FAIL") && good != page)
        func mark(_ page: String) -> Substring? {
            page.firstRange(of: "<h1").map { page[$0.upperBound...].prefix { $0 != ">" } }
        }
        #expect(mark(page) != mark(good), "\(mark(page) ?? "") \(mark(good) ?? "")")
    }
}
