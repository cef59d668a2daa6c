import CommandLineProgram
import Declaration
import EventLoop
import Exploration
import LiveRun
import Report
import ScenarioFile
import ScenarioRun
import ScriptedClient
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
    arguments.heedParent()
    do throws(RunError) {
        let settings = try ExploreSettings(arguments)
        let rules = try WorldRules(arguments, console)
        let exploring = try Exploring(arguments.operands[0], settings, rules, console, games)
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
    private let rules: WorldRules
    private let console: Console
    private let root: Node
    private let scenario: ScenarioFile
    private let play: Exploration.Player
    private let interrupt: Interrupt
    private let output: ExploreOutput
    /// Whether the scenario names files, which lie beside it.
    private let hasFiles: Bool

    init(
        _ name: String, _ settings: ExploreSettings, _ rules: WorldRules, _ console: Console,
        _ games: (() -> any GameMaker)?
    ) throws(RunError) {
        let file = console.found(name)
        let interrupt = Interrupt()
        self.interrupt = interrupt
        (self.file, self.settings, self.rules) = (file, settings, rules)
        output = try ExploreOutput(settings, scenario: file, console)
        let console = console.guarding(output.claims)
        self.console = console
        let text = try console.text(of: file)
        do throws(SweepError) {
            // What is wrong with the file itself is reported first.
            _ = try SweptScenario(text, file: file, vocabulary: .firmware).scenario([])
            let swept = try SweptScenario(
                text, file: file, worlds: settings.worlds, sets: settings.sets,
                vocabulary: .firmware)
            var root = try swept.tree([])
            if let seed = settings.seed { root = root.with(seed: seed) }
            self.root = root
            scenario = try swept.read(root)
        } catch {
            throw RunError(.input, "\(error)")
        }
        // A board would begin a world with what the one before has left.
        if let board = scenario.boards.first(where: { $0.state != nil }) {
            throw RunError(
                .input, of: ExploreSettings.command,
                "\(board.name) keeps its flash in a folder, which all worlds would share; omit `state`"
            )
        }
        hasFiles = !scenario.namedFiles(file: file).isEmpty
        let base = root
        let oracle = settings.oracle.map {
            WorldOracle(program: $0, base: base, isStopped: { interrupt.isRaised })
        }
        guard settings.program.isEmpty else {
            try RunSettings.checkLed(settings.program, of: ExploreSettings.command)
            play =
                ProgramWorlds(
                    file: file, program: settings.program, radio: settings.radio,
                    limit: settings.limit ?? ExploreSettings.limitOfPrograms,
                    accepted: settings.accepted, rules: rules, oracle: oracle,
                    isStopped: { interrupt.isRaised }
                ).play
            return
        }
        guard !scenario.clients.isEmpty || settings.plan != nil else {
            throw RunError(
                .input, of: ExploreSettings.command,
                "\(PathText.shown(file)): there is no client that a fault could break; add `clients:`, or"
                    + " `-- PROGRAM ARGS…` at the end")
        }
        play =
            ScenarioWorlds(
                file: file, console: console, games: games, limit: settings.limit,
                rules: rules, oracle: oracle
            ).play
    }

    /// Prints the worlds that another program is to run.
    private func plan(_ path: String) throws(RunError) -> ExitStatus {
        guard let points = PointFile.read(try console.text(of: path))?.points else {
            throw RunError(
                .input, of: ExploreSettings.command, "\(path) has no points of a run")
        }
        try PlannedWorlds(root: root, scenario: scenario, file: file)
            .write(points, kinds: settings.kinds, canPlay: canPlay, console)
        return .success
    }

    /// Whether a scenario can be run: a board without a charger has no fault of one.
    private func canPlay(_ root: Node) -> Bool {
        (try? ScenarioFile(root: root, file: file, vocabulary: .firmware)) != nil
    }

    func explore() throws(RunError) -> ExitStatus {
        if let path = settings.plan { return try plan(path) }
        try output.open()
        // When all ends, and when the search does that has found so much that is not yet explained.
        var end = Int64.max
        var last: (_ unexplained: Int) -> Int64 = { _ in .max }
        let exploration = Exploration(
            root, boards: scenario.boards.map(\.name),
            seed: settings.seed ?? UInt64(scenario.seed), width: settings.jobs,
            canPlay: canPlay,
            isOver: { interrupt.isRaised || EventLoop.now >= end },
            isFull: { EventLoop.now >= last($0) }, play: play)
        let hasBegun = exploration.begin()
        if let why = exploration.base.problem {
            throw RunError(.environment, of: ExploreSettings.command, why)
        }
        guard !hasBegun || !exploration.points.isEmpty else {
            throw RunError(
                .input, of: ExploreSettings.command,
                "no packet came to a board: the client has to connect to one, or there is no point at"
                    + " which anything could go wrong")
        }
        let known = output.known().map { known in
            guard let tree = try? Node(parsing: known.text) else {
                let state = ExplorationReport.Known.State.unusable("cannot be read")
                return (name: known.name, state: state, failure: WorldOutcome.Failure?.none)
            }
            let outcome = exploration.play([Exploration.Run(root: tree, isForeign: true)])[0]
            let state: ExplorationReport.Known.State =
                if let why = outcome.problem { .unusable("cannot be run: \(why)") } else {
                    outcome.failure.map { .fails($0.what) } ?? .holds
                }
            return (name: known.name, state: state, failure: outcome.failure)
        }
        let start = EventLoop.now
        func time(after share: Double) -> Int64 {
            settings.budget.isFinite
                ? start &+ Int64(min(settings.budget * share, 1e9) * 1e9) : Int64.max
        }
        if hasBegun {
            end = time(after: 1)
            last = { [unowned exploration] unexplained in
                // What was found has to be explained as well: some forty worlds for each failure.
                let worlds = max(1, exploration.tried + exploration.probes)
                let world = Double(EventLoop.now - start) / 1e9 / Double(worlds)
                let share = 40 * Double(unexplained) * world / settings.budget
                return time(after: 0.95 - min(0.35, share))
            }
            exploration.search(
                kinds: settings.kinds, depth: settings.depth,
                most: settings.most, isEvery: settings.isEvery)
            exploration.explain()
        }
        let judge = rules.option(waivers: settings.waivers.map(SweepHeader.quoted))
        let names = output.names(
            of: exploration.groups, known: known.map { ($0.name, $0.failure) })
        let report = ExplorationReport(
            exploration, file: PathText.shown(file),
            known: known.map { ExplorationReport.Known(name: $0.name, state: $0.state) },
            names: names, replay: { settings.replay($0, of: hasFiles ? file : nil, judge: judge) })
        let boards = scenario.boards.map(\.name)
        let scenarios = zip(names, exploration.groups).compactMap { name, group in
            name.map { (name: $0, text: group.smallest.applied(to: root, boards: boards).block()) }
        }
        try output.put(report, scenarios)
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
