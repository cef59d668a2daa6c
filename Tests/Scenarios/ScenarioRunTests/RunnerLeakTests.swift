import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// A run that is let go leaves nothing behind, wherever it stands.
@Suite struct RunnerLeakTests {
    @Test(arguments: [0, 400, 900, 1_500, 4_000, 9_000])
    func `a run that is let go is gone`(_ milliseconds: Int64) throws {
        let text = """
            version: 1
            boards: [{name: a, model: MetaMotion S}]
            clients:
              - steps: [connect, initialise, {log: {acceleration: 50 Hz}}, {wait: 1 s}, stop-log, download, {stream: [rotation]}, {wait: 20 s}]
            """
        weak var simulation: Simulation?
        weak var board: AnyObject?
        weak var session: AnyObject?
        do {
            let run = try ScenarioRun(
                try ScenarioFile(text), text: Array(text.utf8), file: "t", options: RunOptions())
            run.advance(to: .zero + .milliseconds(milliseconds))
            simulation = run.simulation
            board = run.boards[0]
            session = run.clients[0].sessions[0]
            _ = try run.finish(interrupted: true)
        }
        #expect(simulation == nil)
        #expect(board == nil)
        #expect(session == nil)
    }
}
