import CommandLineProgram
import Declaration
import EventLoop
import LivePage
import Report
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Simulation
import Wire

/// A run that a person watches and takes part in, beside the file's clients and hosts on the radio;
/// virtual time keeps the pace that the person chooses.
package final class LiveSession {
    /// The options of a session, besides those of its page.
    package static let options: [Option] =
        [
            "radio", "no-clients", "legacy-advertising", "adapters", "no-device-id",
            "bus-address", "seed", "state", "trace",
        ]
        .compactMap { name in
            RunSettings.options.first { $0.name == name }
        } + [.value("speed", "N", "Times real time, 0.1 to 100. Default: 1.")]

    /// What the person sees and does.
    package let page: LivePage
    private let run: ScenarioRun
    private let pacer: LivePacer
    private let loop: EventLoop
    private let radios: LiveRadios
    private let outputs: RunOutputs

    /// Reads the scenario that is named first, and opens the radios.
    ///
    /// - Parameter games: plays those of the scenario's clients.
    package init(
        _ arguments: Arguments, games: (any GameMaker)?, on loop: EventLoop, _ console: Console
    ) throws(RunError) {
        let path = console.found(arguments.operands[0])
        let read = OptionReader(arguments, of: "live")
        let settings = try RunSettings(read, games: games)
        guard !settings.isLed else {
            throw read.wrong("--speed is `led`, but the page sets the pace here; write a number")
        }
        let speed = settings.speed ?? 1
        guard LivePage.speeds.contains(speed) else {
            throw read.wrong("--speed is `\(speed)`; write a number from 0.1 to 100")
        }
        let console = console.guarding(settings.claims)
        let text = try console.text(of: path)
        let outputs = RunOutputs(settings, scenario: PathText.shown(path))
        let loaded = try Self.loaded(path, text, settings, outputs, console)
        let run = try loaded.whole()
        try outputs.open(console)
        self.outputs = outputs
        self.run = run
        self.loop = loop
        let page = LivePage(
            run, source: text, file: path, hasClients: settings.hasClients, speed: speed
        ) { source throws(RunError) in
            var again = try loaded.with(source, settings)
            again.scenario.expect = []
            return try again.whole()
        }
        self.page = page
        pacer = LivePacer(
            loop, speed: speed, from: run.simulation.now,
            nextEvent: { [unowned page] in page.nextEvent },
            advance: { [unowned page] in page.advance(to: $0) })
        page.makeJudged = { source throws(RunError) in
            try Self.judged(loaded, source, settings)
        }
        page.makeReport = { source throws(RunError) in
            let run = try Self.judged(loaded, source, settings)
            let recorder = RunRecorder(run)
            while !run.isOver { recorder.advance(to: run.now + .seconds(1)) }
            return ReportFormat.html.text(
                RunReport(
                    run.conclude(interrupted: false), events: run.events,
                    recording: recorder.recording))
        }
        page.refusal = Self.refusal(settings, loaded)
        radios = try LiveRadios(run, settings, outputs.capture, on: loop, console) {
            [unowned page] in page.turn($0, towards: $1)
        }
        connect()
    }

    /// A run of another scenario with its expectations, which ends by itself.
    private static func judged(
        _ loaded: LoadedScenario, _ source: LiveSource, _ settings: RunSettings
    ) throws(RunError) -> ScenarioRun {
        var again = try loaded.with(source, settings)
        again.options.isOpenEnded = false
        return try again.whole()
    }

    /// Why the page cannot go back; asked whenever a person wants it to.
    private static func refusal(
        _ settings: RunSettings, _ loaded: LoadedScenario
    ) -> () -> String? {
        let why: String? =
            if settings.options.stateDirectory != nil
                || !loaded.scenario.stateFolders(file: loaded.file, root: nil).isEmpty
            {
                "the boards keep their flash in files (--state), which would not be those of that moment"
            } else if settings.isLive {
                "programs outside would not do the same again"
            } else if loaded.options.traceSink != nil || loaded.options.observer != nil {
                "a trace or a capture is being written"
            } else {
                nil
            }
        return { why }
    }

    private static func loaded(
        _ path: String, _ text: [UInt8], _ settings: RunSettings, _ outputs: RunOutputs,
        _ console: Console
    ) throws(RunError) -> LoadedScenario {
        var loaded = try LoadedScenario(path, text, settings, outputs, console)
        // Expectations are about another run: here a person takes part.
        loaded.scenario.expect = []
        loaded.options.isOpenEnded = true
        return loaded
    }

    private func connect() {
        let (page, pacer, radios) = (page, pacer, radios)
        page.beforeCommand = { [unowned page] in
            if !page.isSeeking { pacer.catchUp() }
        }
        page.onPace = { [unowned page] in
            pacer.restart(at: page.run.now, speed: page.speed, isPaused: page.isPaused)
        }
        page.lag = { pacer.delay }
        page.hosts = {
            radios.ledger.hosts.map { ($0.name, $0.origin, $0.left == nil) }
        }
        radios.begin { [unowned page] in
            if !page.isSeeking { pacer.catchUp() }
        }
        // Outputs are flushed in between.
        pacer.longestWait = 500_000_000
    }

    /// Why it cannot continue; nil while it can.
    package var failure: RunError? { radios.failure ?? run.storageFailure }

    /// Waits for input or for the next event, and advances virtual time.
    ///
    /// - Parameter flush: sends the results to browsers.
    package func turn(_ flush: () -> Void = {}) {
        if page.wantsWork {
            loop.turn(mayBlock: false)
            if !page.isSeeking { pacer.catchUp() }
            let end = EventLoop.now + Self.longestSearch
            page.work { EventLoop.now < end }
            radios.flush()
        } else if page.isSeeking {
            loop.turn(mayBlock: false)
            let end = EventLoop.now + Self.longestSearch
            _ = page.seek { EventLoop.now < end }
            pacer.restart(at: run.now, speed: page.speed, isPaused: page.isPaused)
            radios.flush()
        } else {
            pacer.turn { radios.flush() }
        }
        flush()
        outputs.flush(now: pacer.elapsed)
    }

    /// Nanoseconds, in one turn.
    private static let longestSearch: Int64 = 10_000_000

    /// Disconnects all hosts, and completes the trace.
    package func close() throws(RunError) {
        radios.close()
        page.close()
        try outputs.close()
    }
}

extension LoadedScenario {
    /// The same for another scenario in the same folder, without its outputs.
    fileprivate func with(
        _ source: LiveSource, _ settings: RunSettings
    ) throws(RunError) -> LoadedScenario {
        var again = self
        again.text = source.text
        again.scenario = try Self.scenario(file, source.text, settings)
        again.options.announce = { _ in }
        let readFile = options.readFile
        again.options.readFile = { path in
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return source.files[name].map { .success($0) } ?? readFile(path)
        }
        return again
    }
}
