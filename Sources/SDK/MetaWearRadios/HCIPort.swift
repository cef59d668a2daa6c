internal import Bluetooth
internal import Central
internal import CoreBluetooth
internal import EventLoop
internal import Foundation
internal import HCICentral
internal import HCITransport
internal import MetaWearGATT
internal import MetaWearProtocol
internal import MetaWearTransport
internal import Simulation

/// A controller behind an HCI socket, driven by our own host.
final class HCIPort: RadioPort {
    var onState: () -> Void = {}
    var onReport: (RadioReport) -> Void = { _ in }
    private(set) var state = CBManagerState.unknown
    private(set) var failure: String?
    private let address: RadioAddress
    private let thread: LoopThread
    private(set) var host: HCIHost?
    private var ticker: Watch?
    private var reports = AdvertisingReports(isActive: true)
    private var known = KnownPeripherals()

    /// Links that wait until a scan has seen their peripheral.
    private var seekers: [(link: HCILinkPort, identifier: UUID)] = []
    /// What was printed last; nil since the controller has worked.
    private var reported: String?
    private var isScanWanted = false
    /// The controller's last setting; nil while it changes.
    private var isScanning: Bool? = false

    init(_ address: RadioAddress, on thread: LoopThread) {
        self.address = address
        self.thread = thread
    }

    // MARK: The controller

    /// Connects to the controller, again if it was lost.
    func start() {
        guard host == nil || failure != nil else { return }
        host = nil
        if state != .unknown { state = .resetting }
        failure = nil
        isScanning = false
        let loop = thread.loop.value
        do throws(AccessError) {
            let host = try HCIHost(at: address, on: loop)
            self.host = host
            host.onFailure = { [weak self] in self?.fail($0) }
            host.onAdvertising = { [weak self, unowned host] event in
                guard let self else { return true }
                let now = Instant(nanoseconds: host.clock.now)
                return reports.take(event, at: now) { [self] in heard($0) }
            }
            host.start { [weak self] result in
                switch result {
                case .success:
                    self?.reported = nil
                    self?.change(to: .poweredOn)
                case .failure(let error): self?.fail(error)
                }
            }
            tick()
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: AccessError) {
        guard failure == nil else { return }
        failure = "\(error)"
        // Each use tries again; once is enough for a person.
        if reported != failure { RadioLog.report("\(error)") }
        reported = failure
        ticker = nil
        let waiting = seekers
        seekers = []
        change(to: .unsupported)
        for seeker in waiting { seeker.link.fail(.operationFailed("\(error)")) }
    }

    private func change(to new: CBManagerState) {
        state = new
        if new != .poweredOn { isScanWanted = false }
        onState()
        updateScan()
    }

    /// Deadlines are seconds, so that once a second is often enough.
    private func tick() {
        ticker = thread.loop.value.after(milliseconds: 1_000) { [weak self] in
            guard let self, let host, failure == nil else { return }
            _ = host.look(EventLoop.now)
            tick()
        }
    }

    // MARK: Scanning

    func scan(_ isOn: Bool) {
        isScanWanted = isOn
        updateScan()
    }

    private func updateScan() {
        let isWanted = isScanWanted || !seekers.isEmpty
        guard state == .poweredOn, let host, let now = isScanning, now != isWanted else { return }
        isScanning = nil
        host.scan(isWanted, active: true) { [weak self] result in
            guard let self else { return }
            isScanning = isWanted
            switch result {
            case .success: updateScan()
            case .failure(let error): fail(error)
            }
        }
    }

    private func heard(_ report: ScanReport) {
        let identifier = known.add(report.address)
        onReport(RadioReport(report, from: identifier))
        let found = seekers.filter { $0.identifier == identifier }
        guard !found.isEmpty else { return }
        seekers.removeAll { $0.identifier == identifier }
        updateScan()
        for seeker in found { seeker.link.connect(to: report.address) }
    }

    // MARK: Links

    func link(to identifier: UUID) -> (any LinkPort)? { HCILinkPort(to: identifier, through: self) }

    /// Connects the link to its peripheral, or waits until a scan has seen it.
    func find(_ identifier: UUID, for link: HCILinkPort) {
        if let address = known[identifier] { return link.connect(to: address) }
        seekers.append((link, identifier))
        updateScan()
    }

    /// Whether the link was still waiting.
    func forget(_ link: HCILinkPort) -> Bool {
        guard seekers.contains(where: { $0.link === link }) else { return false }
        seekers.removeAll { $0.link === link }
        updateScan()
        return true
    }
}
