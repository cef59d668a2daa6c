import Declaration
import ScenarioFile
import ScriptedClient
import Simulation
import Testing

@testable import ScenarioRun

/// A run that is over once its outcome is decided.
@Suite struct FailedRunTests {
    private func duration(_ steps: String, endsWhenFailed: Bool) throws -> Nanoseconds {
        let text = """
            version: 1
            boards: [{name: desk, model: MetaMotion S}]
            clients:
              - {name: phone, steps: \(steps)}
              - {name: watch, steps: [wait: 5 s]}
            expect:
              - {within: 60 s, log-entries: {exactly: 0}}
            """
        var options = RunOptions()
        options.endsWhenFailed = endsWhenFailed
        let run = try ScenarioRun(
            try ScenarioFile(reading: Array(text.utf8), file: "t", vocabulary: .firmware),
            text: [], file: "t", options: options)
        run.advance(to: Instant(nanoseconds: .max))
        return run.conclude().duration
    }

    @Test func `it ends when all clients are through and one has failed`() throws {
        let steps = "[{wait: 1 s}, disconnect]"
        #expect(try duration(steps, endsWhenFailed: true) == .seconds(5))
        #expect(try duration(steps, endsWhenFailed: false) == .seconds(60))
    }

    @Test func `a run whose clients succeed goes on`() throws {
        #expect(try duration("[{wait: 1 s}]", endsWhenFailed: true) == .seconds(60))
    }
}
