import BlueZStandIn
import CommandLineProgram
import Declaration
import EventLoop
import HCITransport
import Motion
import ScenarioRun

/// Every transport by which external programs take part in a run: hosts that attach to its radio, USB
/// ports, adapters of this machine, and the buses on which it stands in for BlueZ.
final class LiveRadios {
    /// Who has attached.
    let ledger: HostLedger
    private let console: Console
    private let server: HCIServer
    private let usb: USBPorts
    private let adapters: BlueZRadios
    private let buses: StandIns
    /// Other transports besides hosts.
    private var transports: [any RadioTransport] { [usb, adapters, buses, attitudes] + others }
    private let attitudes: AttitudeInputs
    private let others: [any RadioTransport]
    /// Where hosts can attach, as programs are told: as on the command line, with the ports that the
    /// system has chosen.
    private(set) var addresses: [String] = []
    /// Of the bus on which the run stands in for BlueZ.
    var busAddress: String? { buses.place }

    /// Opens them, and reports to standard error where hosts can attach, one line each.
    ///
    /// - Parameters:
    ///   - others: transports that are open already.
    ///   - turn: turns a board as an attitude that has come says; nil: its body.
    init(
        _ run: ScenarioRun, _ settings: RunSettings, _ capture: Capture?,
        besides others: [any RadioTransport] = [], on loop: EventLoop, _ console: Console,
        turn: ((_ board: Int, Quaternion) -> Void)? = nil
    ) throws(RunError) {
        self.console = console
        self.others = others
        usb = USBPorts(settings.command)
        adapters = BlueZRadios(settings.command)
        buses = StandIns(settings.command)
        attitudes = AttitudeInputs(settings.command)
        let controllers = Controllers(
            run, hasExtendedAdvertising: !settings.hasLegacyAdvertisingOnly)
        let ledger = HostLedger(run)
        self.ledger = ledger
        server = HCIServer(on: loop) { host, name in
            controllers.make(
                host: host,
                tap: ledger.add(
                    host: host, origin: name,
                    next: capture?.addHost("host \(host)", about: name)))
        }
        try usb.open(settings.usbPorts, of: run, on: loop, console)
        try adapters.open(settings.adapters, of: run, on: loop, console)
        try buses.open(
            settings.standIn, of: run, isLed: settings.isLed, on: loop, console
        ) { name, address, origin in
            ledger.add(
                adapter: name, origin: origin,
                next: capture?.joined(client: name, address: address))
        }
        attitudes.turn = turn
        try attitudes.open(settings.attitudes, of: run, on: loop, console)
        do throws(RadioError) {
            for address in settings.radios {
                let opened = try server.open(address)
                announce(opened)
                addresses += opened.map { "\($0.address)" }
            }
        } catch {
            throw RunError(.environment, of: settings.command, "--radio \(error)")
        }
        if settings.standIn.bus != nil { addresses.append(StandInAddress.prefix) }
        addresses += settings.adapters.map { "\($0)" } + settings.usbPorts.map { "\($0)" }
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

    /// To be called once, before the first turn.
    ///
    /// - Parameters:
    ///   - beforeInput: brings virtual time to that of the input.
    ///   - beforeLine: clears the terminal's line for a message.
    func begin(beforeInput: @escaping () -> Void, beforeLine: @escaping () -> Void = {}) {
        server.beforeInput = beforeInput
        for transport in transports { transport.beforeInput = beforeInput }
        server.onEvent = { [console, ledger] event in
            ledger.note(event)
            beforeLine()
            console.complain("\(event)\n")
        }
    }

    /// Sends a turn's results.
    func flush() {
        server.flush()
        for transport in transports { transport.flush() }
    }

    /// Waits until what other programs have sent is here.
    func settle() { buses.settle() }

    /// Whether something lies between that other programs may get answers from by itself.
    var hasToSettle: Bool { buses.hasToSettle }

    /// Its process, if it says so.
    var daemon: Int32? { buses.daemonProcess }

    /// Why the run cannot continue; nil while it can.
    var failure: RunError? {
        for transport in transports {
            if let failure = transport.failure { return failure }
        }
        return nil
    }

    /// Disconnects all clients.
    func close() {
        server.close()
        for transport in transports { transport.close() }
    }
}
