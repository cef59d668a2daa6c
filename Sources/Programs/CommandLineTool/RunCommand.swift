import ClientJudge
import CommandLineProgram
import Declaration
import LSL
import LiveRun
import Report
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Simulation
import Sweep
import Wire

/// `boardsim run`, for the list of commands.
func runCommandDeclaration(_ additions: ToolAdditions) -> Command {
    Command(
        name: "run",
        about:
            "Runs a scenario and judges it; with a radio, as long as PROGRAM runs, which finds the"
            + " radio in BOARDSIM_RADIO and DBUS_SYSTEM_BUS_ADDRESS.",
        operands: .one("FILE"), options: RunSettings.options, takesProgram: true
    ) { run($0, $1, games: additions.games?(), ledBy: nil) }
}

/// Runs a scenario and reports; the status says whether the expectations held.
///
/// - Parameter leader: leads the run from outside; nil: it moves on by itself.
func run(
    _ arguments: Arguments, _ console: Console, games: (any GameMaker)?,
    ledBy leader: (any RunLeader)?
) -> ExitStatus {
    arguments.heedParent()
    let path = console.found(arguments.operands[0])
    do throws(RunError) {
        var settings = try RunSettings(OptionReader(arguments, of: "run"), games: games)
        settings.leader = leader
        try settings.checkLeader()
        defer { settings.removeFolder() }
        // All inputs are read before any output is opened.
        let console = console.guarding(settings.claims)
        let judging = try JudgeSettings(arguments, console)
        let outputs = RunOutputs(settings, scenario: PathText.shown(path))
        let outlets = try settings.outlets()
        let samples = SampleFiles(
            directory: settings.outputDirectory,
            hasPlots: settings.outputDirectory != nil || settings.reports.contains(.html),
            sessions: settings.sessions, others: outlets.map { [$0] } ?? [])
        let text = try console.text(of: arguments.value("text") ?? path)
        var loaded = try LoadedScenario(path, text, settings, outputs, console)
        loaded.options.seriesObserver = samples
        let boards = loaded.scenario.boards.map(\.name)
        let points = arguments.value("points").map {
            PointOutput($0, boards: boards, &loaded.options)
        }
        let account = arguments.has("account") ? RunAccount(&loaded.options) : nil
        try leader?.read(loaded.text, file: path, settings)
        // A radio, the judge and outlets deal with all boards in the order of events.
        let isWhole =
            settings.isLive || leader != nil || judging != nil || outlets != nil
        let whole = isWhole ? try loaded.whole() : nil
        let run: any VirtualRun = if let whole { whole } else { try loaded.fastest() }
        if let directory = settings.outputDirectory {
            do throws(ReportWriterError) {
                try ReportWriter(directory: directory).makeDirectory()
            } catch {
                throw RunError(.environment, of: settings.command, "\(error)")
            }
        }
        try outputs.open(console)
        let status = try play(run, whole, settings, judging, account, outputs, samples, console)
        outlets?.close()
        if let failure = outlets?.failure {
            throw RunError(.environment, of: settings.command, "--lsl: \(failure)")
        }
        try points?.put(at: run.now, console)
        if let account, let path = arguments.value("account") {
            try AccountFile.put(account, at: path, console)
        }
        return status
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}

extension RunSettings {
    /// Where programs on the network read what clients stream; nil if it is not wanted.
    fileprivate func outlets() throws(RunError) -> SampleOutlets? {
        guard let lsl else { return nil }
        do throws(LSLError) {
            return try SampleOutlets(lsl)
        } catch {
            throw RunError(.environment, of: command, "--lsl: \(error)")
        }
    }
}

private func play(
    _ run: any VirtualRun, _ whole: ScenarioRun?, _ settings: RunSettings,
    _ judging: JudgeSettings?, _ account: RunAccount?, _ outputs: RunOutputs,
    _ samples: SampleFiles, _ console: Console
) throws(RunError) -> ExitStatus {
    let judge = ClientJudge()
    if judging != nil { for board in run.boards { judge.attach(to: board) } }
    // After the judge, which it tells everything.
    let outside =
        settings.isLive && samples.isKeeping
        ? whole.map { OutsideRecorder($0, boards: account.map { _ in Array(run.boards.indices) }) }
        : nil
    if let account, let whole { account.watch(whole, outside) }
    let start = Pacer.processorSeconds
    // Only a page replays the run.
    let recorder = settings.reports.contains(.html) ? RunRecorder(run) : nil
    let outcome: RunOutcome
    do throws(RunError) {
        if settings.isLive, let whole {
            outcome = try RadioRun(whole, settings, outputs, console, recorder).play()
        } else if let leader = settings.leader, let whole {
            leader.lead(whole, recorder)
            outcome = RunOutcome(isInterrupted: false, wallSeconds: 0)
        } else {
            outcome = playAlone(run, recorder, settings, outputs, console)
        }
    } catch {
        outputs.discard()
        throw error
    }
    // A run without an end of its own ends properly when interrupted.
    var result = run.conclude(interrupted: outcome.isInterrupted && !run.isOpenEnded)
    outcome.hosts?.close(into: &result)
    result.program = outcome.program
    result.notes += settings.worlds.map { "run with --world \($0.name): \($0.words)" }
    result.notes += settings.sets.map { "run with --set \($0.text)" }
    (result.file, result.scenario) = (
        PathText.shown(result.file), PathText.shown(result.scenario)
    )
    let timings =
        settings.hasTimings
        ? Timings(
            wallSeconds: outcome.wallSeconds, cpuSeconds: Pacer.processorSeconds - start,
            speed: result.duration.seconds / max(outcome.wallSeconds, 1e-9),
            meanLag: outcome.lag?.mean, mostLag: outcome.lag?.most) : nil
    let judged = whole.flatMap { judging?.report(judge, $0, file: result.file) }
    outside?.complete(&result)
    samples.complete(&result)
    // The results so far are reported and kept, whatever failed.
    var failures = [outcome.failure, run.storageFailure].compactMap(\.self)
    do throws(RunError) { try outputs.close() } catch { failures.append(error) }
    do throws(RunError) {
        let report = RunReport(
            result, timings: timings, judged: judged, events: run.events,
            recording: recorder?.recording)
        settings.leader?.ended(with: report)
        try put(report, settings, samples, console)
    } catch {
        failures.append(error)
    }
    for failure in failures.dropLast() { console.complain("\(failure)\n") }
    if let failure = failures.last { throw failure }
    let status = status(of: result)
    return status == .success && judged?.passed == false ? .failed : status
}

private func playAlone(
    _ run: any VirtualRun, _ recorder: RunRecorder?, _ settings: RunSettings,
    _ outputs: RunOutputs, _ console: Console
) -> RunOutcome {
    let interrupt = Interrupt()
    let pacer = Pacer(settings.speed)
    let live = LiveLine(run, console) { pacer.elapsed }
    while !run.isOver, !interrupt.isRaised {
        let limit = pacer.next(after: run.now)
        if let recorder { recorder.advance(to: limit) } else { run.advance(to: limit) }
        live.show()
        outputs.flush(now: pacer.elapsed)
        pacer.wait { !interrupt.isRaised }
    }
    live.end()
    return RunOutcome(isInterrupted: interrupt.isRaised, wallSeconds: pacer.elapsed, lag: nil)
}

/// Prints the requested formats; with `--out`, writes files and prints only the text.
private func put(
    _ report: RunReport, _ settings: RunSettings, _ samples: SampleFiles, _ console: Console
) throws(RunError) {
    let colour: Colour = console.isTerminal ? .always : .never
    // CI runners read them from the output, even with `--out`.
    for format in settings.reports where format.isPrintedOnly { console.write(format.text(report)) }
    let formats = settings.reports.filter { !$0.isPrintedOnly }
    guard let directory = settings.outputDirectory else {
        for format in formats { console.write(format.text(report, colour: colour)) }
        return
    }
    do throws(RunError) {
        let paths = try write(report, formats, into: directory, samples, settings.claims)
        if formats.contains(.text) {
            console.write(ReportFormat.text.text(report, colour: colour))
        }
        console.complain("wrote \(paths.joined(separator: ", "))\n")
    } catch {
        // The results of a run with external hosts may not be reproducible.
        console.write(ReportFormat.text.text(report, colour: colour))
        throw error
    }
}

/// Reports, samples and plots as files; their paths.
private func write(
    _ report: RunReport, _ formats: [ReportFormat], into directory: String,
    _ samples: SampleFiles, _ claims: OutputClaims
) throws(RunError) -> [String] {
    var report = report
    report.name(samples.names(report.result))
    let writer = ReportWriter(directory: directory)
    func write(_ files: [ReportFile]) throws(RunError) -> [String] {
        do throws(ReportWriterError) {
            return try writer.write(files, refusal: claims.refusal(ofWriting:))
        } catch {
            throw RunError(error.isOfInput ? .input : .environment, "\(error)")
        }
    }
    let files = formats.map { ReportFile(name: $0.fileName, text: $0.text(report)) }
    return try write(files) + samples.keep(report.result, refusal: claims.refusal(ofWriting:))
        + write(SVGPlot.files(report.result, events: report.events ?? []))
}

func status(of result: RunResult) -> ExitStatus {
    if case .deadline = result.ending { return .deadline }
    return result.passed ? .success : .failed
}
