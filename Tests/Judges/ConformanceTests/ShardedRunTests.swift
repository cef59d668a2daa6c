import Conformance
import Declaration
import ScenarioFile
import ScriptedClient
import Testing

@Suite struct ShardedRunTests {
    /// Three cases of which each wants something else first.
    private static let cases = """
          - id: MW/TST/PART/BV-01-C
            title: the first
            source: core 2.1 (spec)
            steps:
              - wait: 10 ms
          - id: MW/TST/PART/BV-02-C
            title: a board of another name
            source: core 13 (spec)
            board: {device-name: Other}
            steps:
              - wait: 10 ms
          - id: MW/TST/PART/BV-03-C
            title: samples with their noise
            source: sensors 1.5 (spec)
            steps:
              - write: "03 04 01"
              - write: "03 02 01 00"
              - write: "03 01 01"
              - expect: "03 04 01 02 03 04 05 06"
        """

    private func results(_ shard: Shard?) throws -> [CaseResult] {
        let target = ModelTarget([.metaMotionR, .metaMotionS])
        let run = SuiteRun(
            SuitePlan(try suite(Self.cases), boards: target.boards, shard: shard), on: target)
        var results: [CaseResult] = []
        while let result = run.step() { results.append(result) }
        return results
    }

    @Test(arguments: 1...6) func `parts give the whole, with times and packets`(
        count: Int
    ) throws {
        let whole = try results(nil)
        #expect(whole.count == 6)
        // The last case fails on purpose: only then its packets are told.
        #expect(whole.contains { !$0.log.isEmpty })
        let parts = try (1...count).flatMap { index in try results(try Shard(index, of: count)) }
        #expect(parts.sorted { $0.place < $1.place } == whole)
    }
}
