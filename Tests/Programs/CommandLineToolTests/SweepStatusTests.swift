import CommandLineProgram
import ScenarioRun
import Simulation
import Sweep
import Testing

@testable import CommandLineTool

/// What the exit status of a sweep says, also of one that was interrupted.
@Suite struct SweepStatusTests {
    private static let plan = try? SweepPlan(seeds: SeedList("1..4"), variations: [], samples: nil)

    private static func passed(_ world: SweepPlan.World) -> SweepRow {
        SweepRow(
            world,
            RunResult(
                scenario: "", file: "", scenarioHash: "", seed: world.seed, duration: .seconds(1),
                ending: .finished))
    }

    private static func summary(
        passed: [Int] = [], crashed: [Int] = [], invalid: [Int] = []
    ) throws -> SweepSummary {
        let plan = try #require(Self.plan)
        let header = SweepHeader(
            tool: "t", file: "f", scenario: "s", hash: "h", plan: plan, options: [],
            expectations: [])
        let rows =
            passed.map { Self.passed(plan.world($0)) }
            + crashed.map { SweepRow(plan.world($0), crashed: "killed") }
            + invalid.map { SweepRow(plan.world($0), invalid: "no such model") }
        return SweepSummary(header, rows.sorted { $0.world < $1.world }, plan: plan)
    }

    @Test func `a sweep that was interrupted has not passed`() throws {
        #expect(try Self.summary(passed: [0, 1, 2, 3]).status(of: [0, 1, 2, 3]) == .success)
        let cut = try Self.summary(passed: [0, 1])
        #expect(cut.status(of: [0, 1, 2, 3]) == .failed)
        #expect(!cut.isGreen && cut.missing == 2)
        #expect(try Self.summary().status(of: [0, 1, 2, 3]) == .failed)
    }

    @Test func `a part passes without the worlds of the others`() throws {
        #expect(try Self.summary(passed: [1, 3]).status(of: [1, 3]) == .success)
        #expect(try Self.summary(passed: [1]).status(of: [1, 3]) == .failed)
        // There may be more parts than worlds.
        #expect(try Self.summary().status(of: []) == .success)
    }

    @Test func `failing worlds, and worlds that could not be run, do not pass`() throws {
        #expect(
            try Self.summary(passed: [0, 1, 2], crashed: [3]).status(of: [0, 1, 2, 3]) == .failed)
        #expect(try Self.summary(invalid: [0, 1, 2, 3]).status(of: [0, 1, 2, 3]) == .failed)
        #expect(
            try Self.summary(passed: [0], invalid: [1, 2, 3]).status(of: [0, 1, 2, 3]) == .success)
    }

    @Test func `a world that the interruption killed is no result`() throws {
        let world = try #require(Self.plan).world(0)
        let crashed = SweepRow(world, crashed: "the process that ran it ended with signal 2")
        #expect(!crashed.counts(isInterrupted: true) && crashed.counts(isInterrupted: false))
        #expect(Self.passed(world).counts(isInterrupted: true))
    }

    @Test func `the progress counts the worlds of before, and the time left is of those to come`() {
        let words = SweepLine.words(done: 10, before: 100, of: 130, failing: 2, elapsed: 5)
        #expect(words == "110 of 130 worlds, 2 failing, 10 s left")
        #expect(
            SweepLine.words(done: 0, before: 100, of: 130, failing: 2, elapsed: 5)
                == "100 of 130 worlds, 2 failing")
        #expect(
            SweepLine.words(done: 1, before: 0, of: 601, failing: 0, elapsed: 1)
                == "1 of 601 worlds, 0 failing, 10 min left")
    }
}
