import CommandLineProgram
import Conformance
import Declaration
import EventLoop
import Exploration
import LiveRun
import Report
import ScenarioFile
import ScriptedClient
import Wire
import YAML

/// One call of `boardsim explore` with a scenario.
struct Exploring {
    private let settings: ExploreSettings
    private let console: Console
    private let scenario: ExploredScenario
    private let play: (_ runs: [Exploration.Run]) -> [WorldOutcome]
    private let interrupt = Interrupt()
    private var output: ExploreOutput
    private let header: ExplorationHeader

    init(
        _ name: String, _ settings: ExploreSettings, _ rules: WorldRules, _ console: Console,
        _ games: (() -> any GameMaker)?
    ) throws(RunError) {
        let file = console.found(name)
        let interrupt = interrupt
        self.settings = settings
        let asking = console.write
        var console = console
        // Standard output is for questions.
        if settings.asked != nil { console.write = { _ in } }
        output = try ExploreOutput(settings.directory, settings.formats, console)
        console = console.guarding(output.claims)
        self.console = console
        scenario = try ExploredScenario(try console.text(of: file), file: file, settings)
        let files = scenario.read.filesOfRuns(file: file) + (settings.waivers.map { [$0] } ?? [])
        header = ExplorationHeader(
            tool: Program.version, file: file, scenario: scenario.root.block(),
            files: FileMemory(console).hashes(of: Set(files)), options: settings.decisive,
            program: settings.program,
            part: settings.shard?.index ?? 1, of: settings.shard?.count ?? 1, known: output.known)
        let base = scenario.root
        let oracle = settings.oracle.map {
            WorldOracle(program: $0, base: base, isStopped: { interrupt.isRaised })
        }
        if settings.asked != nil {
            play =
                AskedWorlds(
                    base: base, file: file, console: console,
                    ask: { question in
                        asking(question)
                        return readLine()
                    }
                ).play
            return
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
        guard !scenario.read.clients.isEmpty else {
            throw RunError(
                .input, of: ExploreSettings.command,
                "\(PathText.shown(file)): there is no client that a fault could break; add `clients:`, or"
                    + " `-- PROGRAM ARGS…` at the end")
        }
        play =
            ScenarioWorlds(
                file: file, console: console, games: games, limit: settings.limit,
                rules: rules, oracle: oracle, width: settings.jobs,
                most: settings.most
            ).play
    }

    func explore() throws(RunError) -> ExitStatus {
        var output = output
        try output.open()
        let journal = try settings.directory.map { directory throws(RunError) in
            try ExploreJournal(directory: directory, header, isResumed: settings.isResumed)
        }
        if let earlier = journal?.earlier { try output.keep(earlier.header.known) }
        let known = journal?.known ?? []
        if !known.isEmpty {
            console.complain("resuming: \(Digits.grouped(known.count)) runs are done\n")
        }
        let played = PlayedWorlds(known) { journal?.add($0) }
        // When all ends, and when the search does that has found so much that is not yet explained.
        var end = Int64.max
        var last: (_ unexplained: Int) -> Int64 = { _ in .max }
        let exploration = Exploration(
            scenario.root, boards: scenario.boards, seed: UInt64(scenario.read.seed),
            width: settings.jobs, played: played, canPlay: scenario.canPlay,
            isOwn: { settings.shard?.contains(place: $0) ?? true },
            // An exploration that cannot keep its worlds would play them in vain.
            isOver: { interrupt.isRaised || journal?.problem != nil || EventLoop.now >= end },
            isFull: { EventLoop.now >= last($0) }, play: result)
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
        try journal?.check()
        let replayed = output.replayed(by: exploration)
        let before = played.count
        let start = EventLoop.now
        func time(after share: Double) -> Int64 {
            settings.budget.isFinite
                ? start &+ Int64(min(settings.budget * share, 1e9) * 1e9) : Int64.max
        }
        if hasBegun {
            end = time(after: 1)
            last = { unexplained in
                // What was found has to be explained as well: some forty worlds for each failure.
                let worlds = max(1, played.count - before)
                let world = Double(EventLoop.now - start) / 1e9 / Double(worlds)
                let share = 40 * Double(unexplained) * world / settings.budget
                return time(after: 0.95 - min(0.35, share))
            }
            exploration.search(
                kinds: settings.kinds, depth: settings.depth,
                most: settings.most, isEvery: settings.isEvery)
            exploration.explain()
        }
        if !interrupt.isRaised { journal?.end(most: settings.most) }
        let report = try output.put(
            exploration, of: scenario, settings, known: replayed, part: settings.shard)
        if let problem = journal?.problem { throw problem }
        if interrupt.isRaised, journal != nil {
            console.complain("stopped; the same command with --resume goes on\n")
        }
        return report.passed && !interrupt.isRaised ? .success : .failed
    }

    /// The outcomes; nil for a world that failed while the exploration was interrupted, as the signal may have ended
    /// its processes, too.
    private func result(of runs: [Exploration.Run]) -> [WorldOutcome?] {
        play(runs).map {
            interrupt.isRaised && ($0.failure != nil || $0.problem != nil) ? nil : $0
        }
    }
}
