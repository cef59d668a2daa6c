package import Bluetooth
package import Central
import Peripheral
import Simulation
public import VeltoKit
public import VirtualRadio

/// The radio of a motion session on the virtual air, on an HCI controller or on this machine's BlueZ.
///
/// On the air `MotionSession(on: radio)` makes the session, which also takes the time from the simulation.
public final class CapPort: CapRadio {
    /// How often the link exchanges packets; the shortest interval keeps a game lively.
    private static let parameters = ConnectionParameters(
        interval: .microseconds(7_500), latency: 0, supervisionTimeout: .seconds(2))

    /// What the radio reports goes here.
    public var onEvent: (RadioEvent) -> Void = { _ in }
    /// Why there is no link, since the last attempt.
    package private(set) var failure: AccessError?
    /// The only cap that matters; nil for all.
    private let only: Address?
    private let port: any RadioPort
    private let onTrouble: (String) -> Void
    private let later: (@escaping () -> Void) -> Void
    /// What was told last; nil since the radio has worked.
    private var trouble: String?
    /// Whether an event would arrive during a call.
    private var isPerforming = false
    private var wasOn: Bool
    private var link: CapPortLink?
    /// How many links there were.
    private var links = 0
    private var addresses: [String: Address] = [:]
    private var seen: Set<DiscoveredCap> = []
    private var isScanWanted = false
    private var isScanning = false
    /// The cap that has to be heard before it can be connected to.
    private var sought: Address?

    /// A radio of its own on the air.
    public convenience init(_ air: Air, name: String = "game") {
        let central = Central(on: air, name: name)
        self.init(
            AirPort(central, parameters: Self.parameters), onTrouble: { _ in },
            later: { [unowned air] action in air.medium.at(air.medium.clock.now, action) })
        let simulation = air.simulation
        clock = { [unowned simulation] in simulation.now.seconds }
    }

    /// Seconds of the air's time; zero on other radios.
    private(set) var clock: () -> Double = { 0 }

    /// A radio on a port, which nothing else uses.
    ///
    /// - Parameters:
    ///   - only: the only cap that matters, which may have any name; nil for all.
    ///   - onTrouble: is told once why the radio does not work.
    ///   - later: does something soon, but not during the call.
    package init(
        _ port: any RadioPort, only: Address? = nil, onTrouble: @escaping (String) -> Void,
        later: @escaping (@escaping () -> Void) -> Void
    ) {
        self.port = port
        self.only = only
        self.onTrouble = onTrouble
        self.later = later
        wasOn = port.state == .on
        port.onState = { [weak self] in self?.stateChanged() }
        port.onReport = { [weak self] report in self?.take(report) }
        port.start()
    }

    deinit { port.close() }

    /// Whether it can be used now.
    public var isOn: Bool { port.state == .on }

    /// Does what the session asks; a step that fails ends the link.
    public func perform(_ operation: RadioOperation) {
        let wasPerforming = isPerforming
        isPerforming = true
        defer { isPerforming = wasPerforming }
        switch operation {
        case .scan: scan()
        case .stopScan:
            isScanWanted = false
            updateScan()
        case .connect(let cap): connect(to: cap)
        case .cancelConnection: cancel()
        case .discoverServices, .discoverCharacteristics, .subscribe, .write:
            link?.perform(operation)
        }
    }

    /// Has the cap stream at another rate than the session asks for, of those in
    /// `CapCommand`: 26, 52, 104, 208 or 416 Hz.
    public func start(hertz: UInt16) {
        perform(.write(CapCommand.start(hertz: hertz), withResponse: false))
    }

    private func report(_ event: RadioEvent) {
        guard isPerforming else { return onEvent(event) }
        later { [weak self] in self?.onEvent(event) }
    }

    private func stateChanged() {
        if let why = port.state.why, why != trouble { onTrouble(why) }
        trouble = port.state.why
        guard isOn != wasOn else { return }
        wasOn = isOn
        if !isOn {
            // The links are gone with it.
            if let trouble { failure = .broken(trouble) }
            (isScanWanted, isScanning, sought, link) = (false, false, nil, nil)
        }
        report(.power(isOn: isOn))
    }

    // MARK: Scanning

    private func scan() {
        seen = []
        isScanWanted = true
        if let only, let known = port.known.first(where: { $0.value == only.value }) {
            discovered(known, "Triki")
        }
        updateScan()
    }

    private func updateScan() {
        let isWanted = (isScanWanted || sought != nil) && isOn
        guard isWanted != isScanning else { return }
        isScanning = isWanted
        port.scan(isWanted ? .active : nil) { [weak self] result in
            if case .failure(let error) = result { self?.failure = error }
        }
    }

    private func take(_ report: ScanReport) {
        if let sought, report.address.value == sought.value {
            self.sought = nil
            updateScan()
            open(report.address)
        }
        guard isScanWanted, report.connectable else { return }
        if let only {
            if report.address.value == only.value { discovered(report.address, "Triki") }
        } else {
            discovered(report.address, report.name ?? "")
        }
    }

    /// Each device once, and again when its name becomes known.
    private func discovered(_ address: Address, _ name: String) {
        let cap = DiscoveredCap(identifier: "\(address)", name: name)
        let hasRoom =
            seen.count < BLEManager.mostListed
            || cap.isLikely && !seen.contains(where: \.isLikely)
        guard hasRoom, seen.insert(cap).inserted else { return }
        addresses[cap.identifier] = address
        report(.discovered(cap))
    }

    // MARK: Connecting

    /// A cap that was not seen by this radio is one that the app remembered; caps have random
    /// addresses.
    private func connect(to cap: DiscoveredCap) {
        failure = nil
        link?.close {}
        link = nil
        guard let address = addresses[cap.identifier] ?? Address(cap.identifier) else {
            return report(.failedToConnect)
        }
        let known = port.known.first { $0.value == address.value }
        if let known { open(known) } else { seek(address) }
    }

    private func seek(_ address: Address) {
        sought = address
        updateScan()
    }

    private func open(_ address: Address) {
        let link = CapPortLink(port.link(to: address))
        self.link = link
        // A number says whose they are without asking whether the link still exists.
        links += 1
        let number = links
        let take: ([UInt8]) -> Void = { [weak self] bytes in
            guard let self, number == links, self.link != nil else { return }
            report(.notified(bytes))
        }
        link.open(taking: take) { [weak self, weak link] event, error in
            guard let self, let link, self.link === link else { return }
            if let error {
                self.link = nil
                // It has to be heard again.
                if case .missing = error, event == .failedToConnect { return seek(address) }
                failure = error
            }
            report(event)
        }
    }

    private func cancel() {
        if sought != nil {
            sought = nil
            updateScan()
            return report(.failedToConnect)
        }
        guard let link else { return }
        let event: RadioEvent = link.isUp ? .disconnected : .failedToConnect
        link.close { [weak self, weak link] in
            guard let self, let link, self.link === link else { return }
            self.link = nil
            report(event)
        }
    }
}

extension MotionSession {
    /// A session whose radio and time are those of a simulation.
    ///
    /// - Parameters:
    ///   - version: which published version to reproduce.
    ///   - radio: its radio.
    ///   - remembered: the `rememberedDevice` of an earlier session.
    public convenience init(
        _ version: VeltoVersion = .seed, on radio: CapPort, remembered: DiscoveredCap? = nil
    ) {
        self.init(version, radio: radio, remembered: remembered, clock: radio.clock)
        radio.onEvent = { [weak self] in self?.handle($0) }
    }
}
