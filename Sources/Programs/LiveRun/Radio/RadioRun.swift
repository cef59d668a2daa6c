import CommandLineProgram
import Declaration
import EventLoop
import LedTime
import ScenarioRun
import Simulation

/// A run with external hosts: they attach to its radio, and virtual time keeps pace with the wall
/// clock, or is led by a program.
package final class RadioRun {
    private let run: ScenarioRun
    private let console: Console
    private let outputs: RunOutputs
    /// Of signals, of what leads the run, and of its program; of hosts as well unless it is led.
    private let loop: EventLoop
    /// Moves the time of a run that is led; nil if time follows the clock.
    private let led: LedPacer?
    /// Opened last, so that a signal in the meantime is heeded.
    private var radios: LiveRadios?
    /// Started when hosts can attach.
    private var program: RunProgram?
    /// Of a run that its program leads.
    private var programs: LedPrograms?
    private let leading: (any ControlTransport)?
    private let recorder: RunRecorder?
    private let speed: Double
    private let interrupt: LoopInterrupt

    /// Opens the radio, and reports to standard error where hosts can attach, one line each.
    ///
    /// - Parameter recorder: takes pictures of the run; nil for none.
    package init(
        _ run: ScenarioRun, _ settings: RunSettings, _ outputs: RunOutputs, _ console: Console,
        _ recorder: RunRecorder? = nil
    ) throws(RunError) {
        self.run = run
        self.console = console
        self.outputs = outputs
        self.recorder = recorder
        speed = settings.speed ?? 1
        loop = try .make(for: settings.command)
        let hosts = try settings.isLed ? .make(for: settings.command) : loop
        led = settings.isLed ? LedPacer(run, recorder, hosts: hosts) : nil
        leading = settings.leader?.transport(of: run, on: loop, led)
        // Before the line that it listens: a script that waits for that line may end the run at
        // once.
        interrupt = LoopInterrupt(on: loop)
        radios = try LiveRadios(
            run, settings, outputs.capture, besides: leading.map { [$0] } ?? [], on: hosts, console)
        guard !settings.program.isEmpty, let radios else { return }
        do throws(RunError) {
            try start(settings, radios)
        } catch {
            radios.close()
            throw error
        }
    }

    private func start(_ settings: RunSettings, _ radios: LiveRadios) throws(RunError) {
        var variables = settings.variables(
            radio: radios.addresses.first, bus: radios.busAddress, seed: run.simulation.seed)
        if settings.isLed {
            let programs = try settings.ledPrograms()
            variables += try LedLibrary.variables(
                joining: programs.path, command: settings.command)
            self.programs = programs
        }
        let program = try RunProgram(
            settings.program, environment: variables, on: loop, command: settings.command)
        self.program = program
        programs?.add(program.pid)
    }

    /// Until the run is over or interrupted.
    package func play() -> RunOutcome {
        guard let radios else { preconditionFailure("the radios are open") }
        if let led, let program, let programs {
            return play(led, radios, program, programs)
        }
        if let led { return play(led, radios) }
        let pacer = LivePacer(
            loop, speed: speed, from: run.simulation.now,
            nextEvent: { [run] in
                min(run.simulation.clock.nextEvent ?? run.end, run.end)
            },
            advance: { [run, recorder] in
                if let recorder { recorder.advance(to: $0) } else { run.advance(to: $0) }
            })
        let live = LiveLine(run, console) { pacer.elapsed }
        pacer.longestWait = Int64(live.period * 1e9)
        // The terminal is the program's.
        let isShown = program == nil
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

    /// The same, for a run that is led by its own program.
    private func play(
        _ led: LedPacer, _ radios: LiveRadios, _ program: RunProgram, _ programs: LedPrograms
    ) -> RunOutcome {
        let start = EventLoop.now
        radios.begin(beforeInput: {})
        let leader = ProgramLeader(run, led, programs, radios, console)
        var failure: RunError?
        while !run.isOver, program.end == nil, failure == nil, leader.reason == nil {
            leader.turn()
            loop.turn(mayBlock: false)
            failure = radios.failure
            if interrupt.isRaised { program.stop() }
            outputs.flush(now: Double(EventLoop.now - start) * 1e-9)
        }
        let ended = program.result(on: loop, endedBecause: leader.reason)
        programs.end(but: program.pid)
        radios.close()
        interrupt.stopWatching()
        return RunOutcome(
            isInterrupted: interrupt.isRaised || failure != nil,
            wallSeconds: Double(EventLoop.now - start) * 1e-9, hosts: radios.ledger,
            failure: failure, program: ended)
    }

    /// The same, for a run that is led: it goes on until its leader ends it, also when it is over.
    private func play(_ led: LedPacer, _ radios: LiveRadios) -> RunOutcome {
        let start = EventLoop.now
        radios.begin(beforeInput: {})
        (led.flush, led.settle) = (radios.flush, radios.settle)
        var failure: RunError?
        leading?.turn()
        while !interrupt.isRaised, failure == nil, leading?.isOver != true {
            loop.turn(mayBlock: true)
            failure = radios.failure
            outputs.flush(now: Double(EventLoop.now - start) * 1e-9)
        }
        radios.close()
        interrupt.stopWatching()
        return RunOutcome(
            isInterrupted: interrupt.isRaised || failure != nil,
            wallSeconds: Double(EventLoop.now - start) * 1e-9, hosts: radios.ledger,
            failure: failure)
    }

    /// With a program, an interrupt is the program's: it ends, or is ended.
    private var isEnded: Bool { program.map { $0.end != nil } ?? interrupt.isRaised }
}
