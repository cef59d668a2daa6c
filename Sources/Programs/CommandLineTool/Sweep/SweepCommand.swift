import CommandLineProgram
import Declaration
import LibCrypto
import Report
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Sweep
import Wire
import YAML

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `boardsim sweep`, for the list of commands.
func sweepCommandDeclaration(_ additions: ToolAdditions) -> Command {
    Command(
        name: "sweep",
        about:
            "Runs one scenario in many worlds, with other seeds and other values of its keys, and shows"
            + " where it fails: `SCENARIO`, or `merge FILE…` for the parts of several machines.",
        operands: .several("SCENARIO | merge FILE"),
        options: SweepSettings.options, takesProgram: true
    ) { sweepCommand($0, $1, games: additions.games?()) }
}

/// `boardsim sweep`: its status says whether every world passed.
func sweepCommand(
    _ arguments: Arguments, _ console: Console, games: (any GameMaker)?
) -> ExitStatus {
    do throws(RunError) {
        if arguments.operands[0] == "merge" {
            guard arguments.program.isEmpty else {
                throw SweepSettings.wrong(
                    "`merge` runs no program; write a file whose name begins with a dash as `./-NAME`"
                )
            }
            return try SweepMerge(arguments, console).put()
        }
        guard arguments.operands.count == 1 else {
            throw SweepSettings.wrong(
                "unexpected argument `\(arguments.operands[1])`; sweep one scenario at a time")
        }
        let settings = try SweepSettings(arguments)
        if settings.isWorker {
            return try Sweeping(arguments.operands[0], settings, console, games).work()
        }
        let output = try SweepOutput(settings.directory, settings.formats, console)
        // All inputs are read before any output is opened.
        let sweep = try Sweeping(
            arguments.operands[0], settings, console.guarding(output.claims), games)
        try output.open()
        return try sweep.play(arguments, output)
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}

/// One call of the command.
struct Sweeping {
    private let file: String
    private let settings: SweepSettings
    private let console: Console
    private let scenario: SweptScenario
    private let header: SweepHeader
    private let options: RunOptions

    /// - Parameter name: a path, or the name of a scenario that came with the program.
    init(
        _ name: String, _ settings: SweepSettings, _ console: Console, _ games: (any GameMaker)?
    ) throws(RunError) {
        let file = console.found(name)
        self.file = file
        self.settings = settings
        self.console = console
        let text = try console.text(of: file)
        let paths = settings.plan.variations.map(\.path)
        let first: ScenarioFile?
        var named: Set<String> = []
        do throws(SweepError) {
            // What is wrong with the file itself is reported first.
            _ = try SweptScenario(text, file: file, vocabulary: .firmware).scenario([])
            let swept = try SweptScenario(
                text, file: file, worlds: settings.hostileWorlds, sets: settings.sets, paths: paths,
                vocabulary: .firmware)
            scenario = swept
            // A worker's sweep has checked them.
            let values = settings.plan.world(0).values
            first =
                settings.isWorker
                ? try? swept.scenario(values)
                : try settings.plan.check { values throws(SweepError) in
                    let scenario = try swept.scenario(values)
                    named.formUnion(scenario.filesOfRuns(file: file))
                    return scenario
                }
        } catch {
            throw RunError(.input, "\(error)")
        }
        let files = FileMemory(console)
        header = SweepHeader(
            tool: Program.version, file: PathText.shown(file),
            scenario: PathText.shown(first.map(\.name).flatMap { $0.isEmpty ? nil : $0 } ?? file),
            hash: ScenarioRun.hash(of: text), files: files.hashes(of: named), plan: settings.plan,
            options: settings.options, expectations: first?.expect.map(\.words) ?? [])
        if !settings.isWorker, !settings.shrunk.isEmpty,
            !header.expectations.contains(settings.shrunk)
        {
            throw SweepSettings.wrong(
                "--shrink: there is no expectation `\(settings.shrunk)`; "
                    + Suggestion.fix(
                        settings.shrunk, known: header.expectations, what: "expectations"))
        }
        var options = RunOptions()
        options.duration = settings.duration
        options.cryptography = OpenSSL()
        options.games = games
        options.readFile = { files.contents(of: $0) }
        self.options = options
    }

    /// Nil if the sweep was stopped in the middle of it.
    private func row(_ number: Int, _ isStopped: () -> Bool) -> SweepRow? {
        let world = settings.plan.world(number)
        if let client = settings.client {
            return client.row(
                world, file: file, paths: settings.plan.variations.map(\.path), settings, isStopped)
        }
        return scenario.row(world, options: options)
    }

    // MARK: A worker

    /// Runs the worlds whose numbers come on standard input.
    func work() -> ExitStatus {
        // The sweep decides when it ends, also if a signal is sent to all of its processes.
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
        while let line = readLine(), let number = Int(line), number < settings.plan.count,
            let row = row(number, { Self.isInputClosed })
        {
            console.write(String(decoding: SweepFile.line(row), as: UTF8.self) + "\n")
        }
        return .success
    }

    /// Whether the sweep was stopped: until then it keeps the input of a worker with work open.
    private static var isInputClosed: Bool {
        var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
        return poll(&input, 1, 0) > 0
    }

    // MARK: The sweep

    func play(_ arguments: Arguments, _ output: SweepOutput) throws(RunError) -> ExitStatus {
        let journal = try settings.directory.map { directory throws(RunError) in
            try SweepJournal(directory: directory, header)
        }
        let all = settings.worlds
        var rows = journal?.known ?? [:]
        let open = all.filter { rows[$0] == nil }
        if !rows.isEmpty {
            // The folder may have worlds of another part, too.
            console.complain(
                "resuming: \(Digits.grouped(all.count - open.count)) of"
                    + " \(Digits.grouped(all.count)) worlds are done\n")
        }
        let before = rows.count
        var failing = rows.values.count { $0.outcome != .passed && $0.outcome != .invalid }
        var line = SweepLine(console)
        let interrupt = Interrupt()
        // A sweep that cannot keep its worlds would run them in vain.
        let isStopped = { interrupt.isRaised || journal?.problem != nil }
        var names: Set<[String]> = []
        let failure = run(open, arguments, interrupt, isStopped) { row in
            var row = row
            row.figures.share(&names)
            guard row.counts(isInterrupted: interrupt.isRaised) else { return }
            rows[row.world] = row
            journal?.add(row)
            if row.outcome != .passed, row.outcome != .invalid { failing += 1 }
            line.show(
                done: rows.count - before, before: all.count - open.count, of: all.count,
                failing: failing)
        }
        line.end()
        if let problem = journal?.problem { throw problem }
        if let failure { throw RunError(.environment, "boardsim sweep: \(failure)") }
        let summary = SweepSummary(
            header, rows.values.sorted { $0.world < $1.world }, plan: settings.plan)
        try output.put(summary)
        if interrupt.isRaised { console.complain("stopped; the same command resumes the sweep\n") }
        if settings.isShrinking, summary.worst != nil { try shrink(summary, output) }
        return summary.status(of: all)
    }

    /// Why it could not be done; nil if it could.
    private func run(
        _ worlds: [Int], _ arguments: Arguments, _ interrupt: Interrupt, _ isStopped: () -> Bool,
        _ take: (SweepRow) -> Void
    ) -> String? {
        guard !settings.isInThisProcess, worlds.count > 1 else {
            for world in worlds where !isStopped() {
                row(world, { interrupt.isTermination }).map(take)
            }
            return nil
        }
        let workers = SweepWorkers(
            worlds, settings.plan, jobs: settings.jobs,
            arguments: ["sweep"]
                + arguments.given(besides: ["out", "report", "jobs", "shrink", "shard"])
                + ["--worker", "--", file]
                + (arguments.program.isEmpty ? [] : ["--"] + arguments.program),
            areLong: settings.client != nil)
        while let rows = workers.next() {
            rows.forEach(take)
            if isStopped() { workers.stop(isTermination: interrupt.isTermination) }
        }
        return workers.failure
    }

    // MARK: Shrinking

    private func shrink(_ summary: SweepSummary, _ output: SweepOutput) throws(RunError) {
        let title = settings.shrunk.isEmpty ? nil : settings.shrunk
        guard let (worst, place) = summary.worst(failing: title) else {
            let what = title.map { "`\($0)` has not failed" } ?? "no expectation has failed"
            console.complain(
                "--shrink: \(what) in any world; the worst: \(summary.worst?.why ?? "")\n")
            return
        }
        let passing = summary.passing(nearestTo: worst, expectation: place)
        let failingTree: Node
        let passingTree: Node?
        do throws(SweepError) {
            failingTree = try scenario.tree(worst.values)
            passingTree = try passing.map { row throws(SweepError) in try scenario.tree(row.values)
            }
        } catch {
            throw RunError(.input, "\(error)")
        }
        let shrinking = Shrinking(
            failing: worst.seed, passing: passing?.seed ?? worst.seed,
            variations: settings.plan.variations
        ) { tree, seed in
            guard let small = try? scenario.read(tree) else { return nil }
            return try? scenario.run(small, seed: seed, options: options)
        }
        let interrupt = Interrupt()
        shrinking.isStopped = { interrupt.isRaised }
        guard let least = shrinking.shrink(failingTree, passing: passingTree, expectation: place)
        else {
            console.complain("--shrink: the worst world does not fail again\n")
            return
        }
        try output.put(
            smallest: least.yaml, about: "\"\(header.expectations[place])\" fails",
            runs: shrinking.runs,
            hasPassing: passing != nil)
    }
}
