import CommandLineProgram
import Declaration
import EventLoop
import ScenarioRun
import Simulation

/// A run with external hosts: they attach to its radio, and virtual time keeps pace with the wall
/// clock.
package final class RadioRun {
    private let run: ScenarioRun
    private let console: Console
    private let outputs: RunOutputs
    private let loop: EventLoop
    /// Opened last, so that a signal in the meantime is heeded.
    private var radios: LiveRadios?
    /// Started when hosts can attach.
    private var program: RunProgram?
    private let leading: (any ControlTransport)?
    private let speed: Double
    private let interrupt: LoopInterrupt

    /// Opens the radio, and reports to standard error where hosts can attach, one line each.
    package init(
        _ run: ScenarioRun, _ settings: RunSettings, _ outputs: RunOutputs, _ console: Console
    ) throws(RunError) {
        self.run = run
        self.console = console
        self.outputs = outputs
        speed = settings.speed ?? 1
        loop = try .make(for: settings.command)
        leading = settings.leader?.transport(of: run, on: loop)
        // Before the line that it listens: a script that waits for that line may end the run at
        // once.
        interrupt = LoopInterrupt(on: loop)
        radios = try LiveRadios(
            run, settings, outputs.capture, besides: leading.map { [$0] } ?? [], on: loop, console)
        guard !settings.program.isEmpty, let radios else { return }
        do throws(RunError) {
            program = try RunProgram(
                settings.program,
                environment: settings.variables(
                    radio: radios.addresses.first, bus: radios.busAddress,
                    seed: run.simulation.seed), on: loop, command: settings.command)
        } catch {
            radios.close()
            throw error
        }
    }

    /// Until the run is over or interrupted.
    ///
    /// - Parameter recorder: takes pictures of the run; nil for none.
    package func play(_ recorder: RunRecorder? = nil) -> RunOutcome {
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
        // The terminal is the program's.
        let isShown = program == nil
        guard let radios else { preconditionFailure("the radios are open") }
        radios.begin(beforeInput: { pacer.catchUp() }, beforeLine: { live.end() })
        var failure: RunError?
        leading?.turn()
        while !run.isOver, !isEnded, failure == nil, leading?.isOver != true {
            pacer.turn { radios.flush() }
            failure = radios.failure
            if isShown { live.show() }
            if interrupt.isRaised, let program {
                program.stop()
                pacer.longestWait = 100_000_000
            }
            outputs.flush(now: pacer.elapsed)
        }
        live.end()
        let wallSeconds = pacer.elapsed
        let ended = program?.result(on: loop)
        radios.close()
        interrupt.stopWatching()
        return RunOutcome(
            isInterrupted: interrupt.isRaised || failure != nil, wallSeconds: wallSeconds,
            lag: pacer.lag, hosts: radios.ledger, failure: failure, program: ended)
    }

    /// With a program, an interrupt is the program's: it ends, or is ended.
    private var isEnded: Bool { program.map { $0.end != nil } ?? interrupt.isRaised }
}
