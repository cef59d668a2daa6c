import CommandLineProgram
import Declaration
import EventLoop
import Exploration
import Report
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Simulation
import Sweep
import Wire
import YAML

/// `boardsim explore`, for the list of commands.
func exploreCommandDeclaration(_ additions: ToolAdditions) -> Command {
    Command(
        name: "explore",
        about:
            "Tries every fault at every point of a scenario, and shows the smallest that breaks its clients, or"
            + " PROGRAM in virtual time.",
        operands: .one("SCENARIO"), options: ExploreSettings.options, takesProgram: true
    ) { exploreCommand($0, $1, games: additions.games) }
}

/// `boardsim explore`: its status says whether something broke.
func exploreCommand(
    _ arguments: Arguments, _ console: Console, games: (() -> any GameMaker)?
) -> ExitStatus {
    do throws(RunError) {
        let settings = try ExploreSettings(arguments)
        let exploring = try Exploring(arguments.operands[0], settings, console, games)
        return try exploring.explore()
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}

/// One call of the command.
private struct Exploring {
    private let file: String
    private let settings: ExploreSettings
    private let console: Console
    private let root: Node
    private let scenario: ScenarioFile
    private let play: Exploration.Player
    private let output: ExploreOutput

    init(
        _ name: String, _ settings: ExploreSettings, _ console: Console,
        _ games: (() -> any GameMaker)?
    ) throws(RunError) {
        let file = console.found(name)
        (self.file, self.settings) = (file, settings)
        output = try ExploreOutput(settings, scenario: file, console)
        let console = console.guarding(output.claims)
        self.console = console
        let text = try console.text(of: file)
        do throws(SweepError) {
            // What is wrong with the file itself is reported first.
            _ = try SweptScenario(text, file: file, vocabulary: .firmware).scenario([])
            let swept = try SweptScenario(
                text, file: file, sets: settings.sets, vocabulary: .firmware)
            root = try swept.tree([])
            scenario = try swept.read(root)
        } catch {
            throw RunError(.input, "\(error)")
        }
        guard settings.program.isEmpty else {
            play =
                ProgramWorlds(
                    file: file, program: settings.program, radio: settings.radio,
                    limit: settings.limit ?? .seconds(600), accepted: settings.accepted
                ).play
            return
        }
        guard !scenario.clients.isEmpty else {
            throw RunError(
                .input, of: ExploreSettings.command,
                "\(PathText.shown(file)): there is no client that a fault could break; add `clients:`, or"
                    + " `-- PROGRAM ARGS…` at the end")
        }
        play =
            ScenarioWorlds(
                file: file, console: console, games: games, limit: settings.limit
            ).play
    }

    func explore() throws(RunError) -> ExitStatus {
        try output.open()
        let start = EventLoop.now
        func time(after share: Double) -> Int64 {
            settings.budget.isFinite
                ? start &+ Int64(min(settings.budget * share, 1e9) * 1e9) : Int64.max
        }
        // What was found has to be explained as well.
        var end = time(after: 0.6)
        let interrupt = Interrupt()
        var root = root
        if let seed = settings.seed { root = root.with(seed: seed) }
        let known = output.known().map { known in
            let tree = try? Node(parsing: known.text)
            let outcome = tree.map { play([Exploration.Run(root: $0)])[0] }
            return (name: known.name, failure: outcome?.failure?.what)
        }
        let exploration = Exploration(
            root, boards: scenario.boards.map(\.name),
            seed: settings.seed ?? UInt64(scenario.seed), width: settings.jobs,
            isOver: { interrupt.isRaised || EventLoop.now >= end }, play: play)
        let hasBegun = exploration.begin()
        guard !hasBegun || !exploration.points.isEmpty else {
            throw RunError(
                .input, of: ExploreSettings.command,
                "no packet came to a board: the client has to connect to one, or there is no point at"
                    + " which anything could go wrong")
        }
        if hasBegun {
            exploration.search(
                kinds: settings.kinds, depth: settings.depth,
                hasRegisters: scenario.boards.allSatisfy { $0.model != .triki },
                most: settings.most)
            end = time(after: 1)
            exploration.explain()
        }
        let report = ExplorationReport(
            exploration, file: PathText.shown(file), known: known,
            names: output.names(exploration.groups.count),
            replay: settings.replay)
        let boards = scenario.boards.map(\.name)
        try output.put(
            report, exploration.groups.map { $0.smallest.applied(to: root, boards: boards).block() }
        )
        return report.passed && !interrupt.isRaised ? .success : .failed
    }
}

extension Node {
    fileprivate func with(seed: UInt64) -> Node {
        guard case .mapping(var entries) = content else { return self }
        entries.removeAll { $0.name == "seed" }
        entries.append(Entry(name: "seed", mark: .start, value: Node("\(seed)")))
        return Node(.mapping(entries), mark: mark)
    }
}
