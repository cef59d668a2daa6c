import ClientJudge
import CommandLineProgram
import Declaration
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
    private let rules: WorldRules
    /// What was read so far: worlds differ in their faults, not in their recordings.
    private let contents = Mutex([String: FileContents]())
    /// Filled by the first world, which is played alone; only read afterwards.
    private let moves = MoveMemory()

    init(
        file: String, console: Console, games: (() -> any GameMaker)?, limit: Nanoseconds?,
        rules: WorldRules
    ) {
        (self.file, self.console, self.games, self.limit) = (file, console, games, limit)
        self.rules = rules
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
        WorldPool.outcomes(of: runs) { play($0) }
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
        options.moves = world.isForeign ? nil : moves
        options.endsWhenFailed = true
        let recorder = PointRecorder(boards: scenario.boards.map(\.name))
        if world.showsPoints {
            options.packetObserver = { recorder.see($0, $1, $2, $3, $4) }
            options.traceSink = recorder.hear
        }
        do throws(RunError) {
            let run = try ScenarioRun(scenario, text: [], file: file, options: options)
            let judge = ClientJudge()
            if rules.level != .off { for board in run.boards { judge.attach(to: board) } }
            run.advance(to: Instant(nanoseconds: .max))
            judge.finish(at: run.now)
            let result = run.conclude()
            var outcome = WorldOutcome(
                failure: WorldOutcome.Failure(result), points: recorder.points,
                meanings: recorder.meanings, duration: result.duration)
            outcome.breaches = rules.breaches(in: judge.findings, lastRight: result.lastRight)
            outcome.unreached = result.unreached
            return outcome
        } catch {
            return WorldOutcome(problem: "\(error)")
        }
    }
}
