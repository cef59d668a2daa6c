import ClientJudge
import CommandLineProgram
import Declaration
import Exploration
import JSON
import LibCrypto
import LiveRun
import Report
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
    /// Asked about each world; nil for none.
    private let oracle: WorldOracle?
    /// What was read so far: worlds differ in their faults, not in their recordings.
    private let contents = Mutex([String: FileContents]())
    /// Filled by the first world, which is played alone; only read afterwards.
    private let moves = MoveMemory()

    init(
        file: String, console: Console, games: (() -> any GameMaker)?, limit: Nanoseconds?,
        rules: WorldRules, oracle: WorldOracle?
    ) {
        (self.file, self.console, self.games, self.limit) = (file, console, games, limit)
        (self.rules, self.oracle) = (rules, oracle)
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
        WorldPool.outcomes(of: runs) { play($0, limit) }
    }

    private func play(_ world: Exploration.Run, _ limit: Nanoseconds?) -> WorldOutcome {
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
        options.moves = world.known == nil ? moves : nil
        options.endsWhenFailed = true
        let recorder = PointRecorder(boards: scenario.boards.map(\.name))
        if world.showsPoints { recorder.watch(&options) }
        let account = RunAccount(&options)
        let folder = oracle == nil ? nil : TemporaryFolder()
        if oracle != nil, folder == nil {
            return WorldOutcome(problem: "cannot make a folder: \(ChildProcess.reason)")
        }
        defer { folder?.remove() }
        let trace = folder.map { TraceFile("\($0.path)/trace", &options) }
        do throws(RunError) {
            let run = try ScenarioRun(scenario, text: [], file: file, options: options)
            let judge = ClientJudge()
            if rules.level != .off { for board in run.boards { judge.attach(to: board) } }
            if oracle != nil { account.watch(run) }
            run.advance(to: Instant(nanoseconds: .max))
            judge.finish(at: run.now)
            let result = run.conclude()
            if case .deadline = result.ending, limit == self.limit,
                let longer = HangLimit.longer(
                    than: scenario.deadline, lastDownload: account.lastDownload)
            {
                return play(world, longer)
            }
            var outcome = WorldOutcome(
                failure: WorldOutcome.Failure(result), points: recorder.points,
                meanings: recorder.meanings, duration: result.duration)
            outcome.breaches = rules.breaches(in: judge.findings, lastRight: result.lastRight)
            outcome.unreached = result.unreached
            guard let oracle, let folder else { return outcome }
            try trace?.put()
            return oracle.judged(
                outcome, of: world.root, file: file, in: folder.path, lastRight: result.lastRight
            ) { difference in
                OracleDocument(
                    end: result.endOfClients, seconds: result.duration.seconds, world: difference,
                    boards: account.boards, trace: "\(folder.path)/trace",
                    report: try? JSONValue(
                        reading: ReportFormat.json.text(RunReport(result)).utf8))
            }
        } catch {
            return WorldOutcome(problem: "\(error)")
        }
    }
}

/// The trace of a run in this process, as a file.
private final class TraceFile {
    private let path: String
    private var text: [UInt8] = []

    init(_ path: String, _ options: inout RunOptions) {
        self.path = path
        let before = options.traceSink
        options.traceSink = { [self] line in
            before?(line)
            text += line.utf8
            text.append(UInt8(ascii: "\n"))
        }
    }

    func put() throws(RunError) {
        do throws(FileError) {
            try Console.system.save(text, path)
        } catch {
            throw RunError(.environment, "\(error)")
        }
    }
}
