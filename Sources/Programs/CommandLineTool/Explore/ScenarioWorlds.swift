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
import YAML

/// Worlds of a scenario with its own clients, each on a thread of this process.
final class ScenarioWorlds: @unchecked Sendable {
    // What its closures do is done under a lock: reading a file, and making games. What changes between worlds changes
    // while none is played.

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
    /// How many worlds are played at once, at most.
    private let width: Int
    /// Whether so many worlds are played that copies of the run without a fault pay off.
    private let branches: Bool
    /// Until there is a trunk, if there is one.
    private var base: Base?
    /// Made while no world is played.
    private var trunk: WorldTrunk?
    /// Of its points.
    private var places: [Point: Int] = [:]

    init(
        file: String, console: Console, games: (() -> any GameMaker)?, limit: Nanoseconds?,
        rules: WorldRules, oracle: WorldOracle?, width: Int, most: Int?
    ) {
        self.width = width
        branches = (most ?? .max) > Self.fewWorlds
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
        // Before others play beside this thread.
        if base != nil, runs.contains(where: { $0.known == nil }) { growTrunk() }
        return WorldPool.outcomes(of: runs) { branched($0) ?? play($0, limit) }
    }

    private func play(_ world: Exploration.Run, _ limit: Nanoseconds?) -> WorldOutcome {
        let folder = oracle == nil ? nil : TemporaryFolder()
        if oracle != nil, folder == nil {
            return WorldOutcome(problem: "cannot make a folder: \(ChildProcess.reason)")
        }
        defer { folder?.remove() }
        do throws(RunError) {
            let played = try begun(world, limit, in: folder?.path)
            played.run.advance(to: Instant(nanoseconds: .max))
            if world.isWithoutFault { base = Base(world.root, played) }
            guard let (outcome, result) = played.end() else {
                return play(world, played.longerLimit)
            }
            guard let oracle, let folder else { return outcome }
            try played.trace?.put()
            return oracle.judged(
                outcome, of: world.root, file: file, in: folder.path, lastRight: result.lastRight
            ) { difference in
                OracleDocument(
                    end: result.endOfClients, seconds: result.duration.seconds, world: difference,
                    boards: played.account.boards, trace: "\(folder.path)/trace",
                    report: try? JSONValue(
                        reading: ReportFormat.json.text(RunReport(result)).utf8))
            }
        } catch {
            return WorldOutcome(problem: "\(error)")
        }
    }

    /// A world whose clients have not done anything yet.
    ///
    /// - Parameter folder: for its trace; nil for none.
    private func begun(
        _ world: Exploration.Run, _ limit: Nanoseconds?, in folder: String? = nil
    ) throws(RunError) -> PlayedWorld {
        var scenario: ScenarioFile
        do throws(ScenarioError) {
            scenario = try ScenarioFile(root: world.root, file: file, vocabulary: .firmware)
        } catch {
            throw RunError(.input, "\(error)")
        }
        if let limit { scenario.deadline = limit }
        var options = RunOptions()
        options.seed = world.seed
        options.cryptography = OpenSSL()
        options.games = contents.withLock { _ in games?() }
        options.readFile = contents
        options.moves = world.known == nil ? moves : nil
        options.endsWhenFailed = true
        return try PlayedWorld(
            scenario, file: file, options, rules: rules, showsPoints: world.showsPoints,
            isAccounted: oracle != nil, tracesTo: folder, mayTakeLonger: limit == self.limit)
    }

    // MARK: Branches

    /// The run without a fault.
    private struct Base {
        let root: Node
        let points: [Point]
        let boards: [String]
        let events: UInt64
        /// Whether a world that goes on from it is like one that is played from its beginning: what the trace says of a
        /// fault may be expected.
        let canBranch: Bool

        init(_ root: Node, _ played: PlayedWorld) {
            self.root = root
            let scenario = played.run.scenario
            points = played.recorder.points
            boards = scenario.boards.map(\.name)
            events = played.run.simulation.clock.handled
            canBranch = !scenario.expect.contains(where: \.needsTrace)
        }
    }

    /// So few cost less than the copies.
    private static let fewWorlds = 16

    private func growTrunk() {
        guard let base else { return }
        self.base = nil
        guard branches, oracle == nil, base.canBranch, !base.points.isEmpty,
            ProcessCopy.isPossible
        else { return }
        places = Dictionary(
            base.points.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        trunk = WorldTrunk(base.points, events: base.events, width: width) { [self] in
            let world = Exploration.Run(withoutFault: base.root)
            guard let played = try? begun(world, limit) else { return nil }
            return ScenarioBranch(played, file: file, base.root, base.boards, base.points)
        }
    }

    /// What comes of a world that goes on from the run without a fault; nil if it has to be played from its beginning.
    private func branched(_ run: Exploration.Run) -> WorldOutcome? {
        guard let trunk, run.seed == nil, !run.showsPoints, let world = run.world,
            let branch = Branch(world, places: places)
        else { return nil }
        return trunk.outcome(of: branch)
    }
}
