import ClientJudge
import CommandLineProgram
import Declaration
import Dispatch
import Exploration
import LibCrypto
import LiveRun
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Simulation
import Synchronization

/// Worlds of a scenario with its own clients, each on a thread of this process.
final class ScenarioWorlds: @unchecked Sendable {
    // What its closures do is done under a lock: reading a file, and making games.

    private let file: String
    private let console: Console
    private let games: (() -> any GameMaker)?
    /// The virtual time after which a world hangs; nil: the file's deadline.
    private let limit: Nanoseconds?
    /// What was read so far: worlds differ in their faults, not in their recordings.
    private let contents = Mutex([String: FileContents]())

    init(
        file: String, console: Console, games: (() -> any GameMaker)?, limit: Nanoseconds?
    ) {
        (self.file, self.console, self.games, self.limit) = (file, console, games, limit)
    }

    private func contents(of path: String) -> FileContents {
        contents.withLock { known in
            if let contents = known[path] { return contents }
            let contents = console.contents(of: path)
            known[path] = contents
            return contents
        }
    }

    /// The outcomes, in the order of the runs.
    func play(_ runs: [Exploration.Run]) -> [WorldOutcome] {
        let outcomes = Mutex([WorldOutcome](repeating: WorldOutcome(), count: runs.count))
        DispatchQueue.concurrentPerform(iterations: runs.count) { index in
            let outcome = play(runs[index])
            outcomes.withLock { $0[index] = outcome }
        }
        return outcomes.withLock { $0 }
    }

    private func play(_ world: Exploration.Run) -> WorldOutcome {
        var scenario: ScenarioFile
        do throws(ScenarioError) {
            scenario = try ScenarioFile(root: world.root, file: file, vocabulary: .firmware)
        } catch {
            return WorldOutcome(problem: "\(error)")
        }
        if let limit { scenario.deadline = limit }
        var options = RunOptions()
        options.seed = world.seed
        options.cryptography = OpenSSL()
        options.games = contents.withLock { _ in games?() }
        options.readFile = contents
        let recorder = PointRecorder()
        if world.showsPoints {
            options.packetObserver = { recorder.see($0, $1, $2, $3, $4) }
            options.traceSink = recorder.hear
        }
        do throws(RunError) {
            let run = try ScenarioRun(scenario, text: [], file: file, options: options)
            let judge = ClientJudge()
            for board in run.boards { judge.attach(to: board) }
            run.advance(to: Instant(nanoseconds: .max))
            judge.finish(at: run.now)
            let rules = judge.findings.filter { $0.rule.severity == .error }
                .map { "\($0.rule.id): \($0.rule.title): \($0.detail)" }
            let result = run.conclude()
            return WorldOutcome(
                failure: WorldOutcome.Failure(result, rules: rules), points: recorder.points,
                meanings: recorder.meanings, duration: result.duration)
        } catch {
            return WorldOutcome(problem: "\(error)")
        }
    }
}
