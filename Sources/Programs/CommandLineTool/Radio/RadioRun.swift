import EventLoop
import Glibc
import ScenarioRun
import Simulation

/// A run with external hosts: they attach to its radio, and virtual time keeps pace with the wall
/// clock.
final class RadioRun {
    private let run: ScenarioRun
    private let console: Console
    private let outputs: RunOutputs
    private let loop: EventLoop
    /// Opened last, so that a signal in the meantime is heeded.
    private var radios: LiveRadios?
    private let leading: ServeTransport?
    private let speed: Double
    private var isInterrupted = false
    private var signals: [Watch] = []

    /// Opens the radio, and reports to standard error where hosts can attach, one line each.
    init(
        _ run: ScenarioRun, _ settings: RunSettings, _ outputs: RunOutputs, _ console: Console
    ) throws(RunError) {
        self.run = run
        self.console = console
        self.outputs = outputs
        speed = settings.speed ?? 1
        do throws(EventLoopError) {
            loop = try EventLoop()
        } catch {
            throw RunError(.environment, "boardsim run: \(error)")
        }
        leading = settings.leader?.transport(of: run, on: loop)
        // Before the line that it listens: a script that waits for that line may end the run at
        // once.
        watchSignals()
        radios = try LiveRadios(
            run, settings, outputs.capture, besides: leading.map { [$0] } ?? [], on: loop, console)
    }

    /// The first Ctrl-C ends the run properly; after that the signal has its default effect again.
    private func watchSignals() {
        let hangUp = Interrupt.heedsHangUp ? [SIGHUP] : []
        signals = ([SIGINT, SIGTERM] + hangUp).map { signal in
            loop.watch(signal: signal) { [unowned self] in
                isInterrupted = true
                signals = []
            }
        }
    }

    /// Until the run is over or interrupted.
    ///
    /// - Parameter recorder: takes pictures of the run; nil for none.
    func play(_ recorder: RunRecorder? = nil) -> RunOutcome {
        let pacer = LivePacer(
            loop, speed: speed, from: run.simulation.now,
            nextEvent: { [run] in
                min(run.simulation.clock.nextEvent ?? run.end, run.end)
            },
            advance: { [run] in
                if let recorder { recorder.advance(to: $0) } else { run.advance(to: $0) }
            })
        let live = LiveLine(run, console) { pacer.elapsed }
        pacer.longestWait = Int64(live.period * 1e9)
        guard let radios else { preconditionFailure("the radios are open") }
        radios.begin(beforeInput: { pacer.catchUp() }, beforeLine: { live.end() })
        var failure: RunError?
        leading?.turn()
        while !run.isOver, !isInterrupted, failure == nil, leading?.isOver != true {
            pacer.turn { radios.flush() }
            failure = radios.failure
            live.show()
            outputs.flush(now: pacer.elapsed)
        }
        live.end()
        radios.close()
        signals = []
        return RunOutcome(
            isInterrupted: isInterrupted || failure != nil, wallSeconds: pacer.elapsed,
            lag: pacer.lag, hosts: radios.ledger, failure: failure)
    }
}
