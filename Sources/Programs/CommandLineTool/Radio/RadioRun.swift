import EventLoop
import Glibc
import HCITransport
import ScenarioRun
import Simulation
import VirtualRadio

/// A run with external hosts: they attach to its radio, and virtual time keeps pace with the wall
/// clock.
final class RadioRun {
    private let run: ScenarioRun
    private let console: Console
    private let outputs: RunOutputs
    private let loop: EventLoop
    private let server: HCIServer
    private let ledger: HostLedger
    private let usb = USBPorts()
    private let adapters = BlueZRadios()
    private let buses = StandIns()
    private let attitudes = AttitudeInputs()
    private let leading: ServeTransport?
    /// Other transports besides hosts.
    private var ways: [any RadioTransport] {
        [usb, adapters, buses, attitudes] + (leading.map { [$0] } ?? [])
    }
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
        let capture = outputs.capture
        speed = settings.speed ?? 1
        do throws(EventLoopError) {
            loop = try EventLoop()
        } catch {
            throw RunError(.environment, "boardsim run: \(error)")
        }
        leading = settings.leader?.transport(of: run, on: loop)
        let controllers = Controllers(run)
        let ledger = HostLedger(run)
        self.ledger = ledger
        server = HCIServer(on: loop) { host, name in
            controllers.make(
                host: host,
                tap: ledger.add(
                    host: host, origin: name,
                    next: capture?.addHost("host \(host)", about: name)))
        }
        // Before the line that it listens: a script that waits for that line may end the run at
        // once.
        watchSignals()
        try usb.open(settings.usbPorts, of: run, on: loop, console)
        try adapters.open(settings.adapters, of: run, on: loop, console)
        try buses.open(settings.standIn, of: run, on: loop, console) { name, address, origin in
            ledger.add(
                adapter: name, origin: origin,
                next: capture?.joined(client: name, address: address))
        }
        try attitudes.open(settings.attitudes, of: run, on: loop, console)
        do throws(RadioError) {
            for address in settings.radios { announce(try server.open(address)) }
        } catch {
            throw RunError(.environment, "boardsim run: --radio \(error)")
        }
    }

    private func announce(_ radios: [HCIServer.Opened]) {
        for radio in radios {
            if radio.isReachableFromOutside {
                console.complain(
                    "warning: \(radio.address) is reachable from outside this machine\n")
            }
            console.complain("listening on \(radio.address)\n")
        }
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
        server.beforeInput = { pacer.catchUp() }
        let ways = ways
        for way in ways { way.beforeInput = { pacer.catchUp() } }
        server.onEvent = { [console, ledger] event in
            ledger.note(event)
            live.end()
            console.complain("\(event)\n")
        }
        var failure: RunError?
        leading?.turn()
        while !run.isOver, !isInterrupted, failure == nil, leading?.isOver != true {
            pacer.turn {
                server.flush()
                for way in ways { way.flush() }
            }
            for way in ways { failure = failure ?? way.failure }
            live.show()
            outputs.flush(now: pacer.elapsed)
        }
        live.end()
        server.close()
        for way in ways { way.close() }
        signals = []
        return RunOutcome(
            isInterrupted: isInterrupted || failure != nil, wallSeconds: pacer.elapsed,
            lag: pacer.lag, hosts: ledger, failure: failure)
    }
}
