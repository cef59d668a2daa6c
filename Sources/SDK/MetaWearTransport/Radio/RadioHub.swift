internal import Bluetooth
package import Central
package import CoreBluetooth
internal import Foundation
internal import MetaWearProtocol

/// The consumers of one radio: who watches its state, who scans, and which links wait for it to be on or for their
/// peripheral to be heard.
///
/// It belongs to the radio's thread, which is why actors on that thread may share it.
package final class RadioHub: @unchecked Sendable {
    private struct Watcher {
        let number: Int
        let consumer: AsyncStream<CBManagerState>.Continuation
        var last: CBManagerState?
    }

    private struct Scan {
        let number: Int
        let services: [CBUUID]?
        let consumer: AsyncStream<ScanResult>.Continuation
    }

    /// A link that waits until its peripheral is heard.
    private struct Seeker {
        let number: Int
        let identifier: UUID
        let done: (Result<Address, MWError>) -> Void
    }

    private let port: any RadioPort
    private let seeks: Bool
    private let onTrouble: (String) -> Void
    /// What was told last; nil since the radio has worked.
    private var trouble: String?
    private var lastNumber = 0
    private var watchers: [Watcher] = []
    private var scans: [Scan] = []
    private var seekers: [Seeker] = []
    private var isScanning = false
    private var waiting: [(MWError?) -> Void] = []
    private var identifiers: [Address: UUID] = [:]

    /// The hub of a radio.
    ///
    /// - Parameters:
    ///   - seeks: whether to scan for a peripheral that is to be connected to and is not known; otherwise that is an
    ///     error.
    ///   - onTrouble: is told once why the radio does not work.
    package init(
        _ port: any RadioPort, seeks: Bool, onTrouble: @escaping (String) -> Void = { _ in }
    ) {
        self.port = port
        self.seeks = seeks
        self.onTrouble = onTrouble
        port.onState = { [weak self] in self?.stateChanged() }
        port.onReport = { [weak self] report in self?.take(report) }
    }

    private func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    // MARK: State

    private var state: CBManagerState { CBManagerState(port.state) }

    /// Reports the state, unless it is unknown yet, and every change; the number ends it.
    package func watch(_ consumer: AsyncStream<CBManagerState>.Continuation) -> Int {
        let number = newNumber()
        port.start()
        watchers.append(Watcher(number: number, consumer: consumer))
        if state != .unknown { tellWatchers() }
        return number
    }

    private func tellWatchers() {
        let state = state
        for index in watchers.indices where watchers[index].last != state {
            watchers[index].last = state
            watchers[index].consumer.yield(state)
        }
    }

    /// Ends a consumer, of states or of a scan.
    package func remove(_ number: Int) {
        watchers.removeAll { $0.number == number }
        scans.removeAll { $0.number == number }
        updateScan()
    }

    private func stateChanged() {
        report(port.state.why)
        tellWatchers()
        if port.state != .on { isScanning = false }
        updateScan()
        if state != .unknown, state != .resetting {
            let ready = waiting
            waiting = []
            for done in ready { done(obstacle) }
        }
        guard let why = port.state.why else { return }
        let lost = seekers
        seekers = []
        for seeker in lost { seeker.done(.failure(.operationFailed(why))) }
    }

    private func report(_ why: String?) {
        if port.state == .on { trouble = nil }
        guard let why, why != trouble else { return }
        trouble = why
        onTrouble(why)
    }

    /// Why nothing can be done with the radio; nil if it is on.
    private var obstacle: MWError? {
        if port.state != .on, let why = port.state.why { return .operationFailed(why) }
        return switch port.state {
        case .on: nil
        case .off: .bluetoothPoweredOff
        case .unauthorized: .bluetoothUnauthorized
        case .unusable: .bluetoothUnsupported
        case .unknown, .resetting: .operationFailed("the radio is not ready")
        }
    }

    /// Calls back when the radio is known to be on, or why it is not.
    func whenReady(_ done: @escaping (MWError?) -> Void) {
        port.start()
        switch port.state {
        case .unknown, .resetting: waiting.append(done)
        default: done(obstacle)
        }
    }

    // MARK: Links

    /// The host chooses the MTU of every link by itself.
    var fixesMTU: Bool { port.limits.contains(.mtuIsFixed) }

    /// Passes on the address of a peripheral: at once, or when it is heard; the number then ends that.
    func find(
        _ identifier: UUID, _ done: @escaping (Result<Address, MWError>) -> Void
    ) -> Int? {
        if let address = port.known.first(where: { self.identifier(of: $0) == identifier }) {
            done(.success(address))
            return nil
        }
        guard seeks else {
            done(
                .failure(
                    .operationFailed(
                        "no peripheral \(identifier) is known; scan for it first")))
            return nil
        }
        let number = newNumber()
        seekers.append(Seeker(number: number, identifier: identifier, done: done))
        updateScan()
        return number
    }

    /// The peripheral is no longer looked for.
    func stopSeeking(_ number: Int) {
        seekers.removeAll { $0.number == number }
        updateScan()
    }

    /// A new link.
    func link(to address: Address) -> any LinkPort { port.link(to: address) }

    private func identifier(of address: Address) -> UUID {
        if let known = identifiers[address] { return known }
        let identifier = UUID(bluetoothAddress: address.description)
        identifiers[address] = identifier
        return identifier
    }

    // MARK: Scanning

    /// Passes on what advertises; the number ends it.
    package func scan(
        for services: [CBUUID]?, _ consumer: AsyncStream<ScanResult>.Continuation
    ) -> Int {
        let number = newNumber()
        port.start()
        scans.append(Scan(number: number, services: services, consumer: consumer))
        updateScan()
        return number
    }

    private func updateScan() {
        let isWanted = !(scans.isEmpty && seekers.isEmpty) && port.state == .on
        guard isWanted != isScanning else { return }
        isScanning = isWanted
        port.scan(isWanted ? .active : nil) { [weak self] result in
            // The next change tries again.
            if case .failure(let error) = result { self?.refused("\(error)") }
        }
    }

    private func refused(_ why: String) {
        isScanning = false
        if port.state == .on { onTrouble(why) }
    }

    private func take(_ report: ScanReport) {
        let identifier = identifier(of: report.address)
        if !scans.isEmpty { pass(on: ScanResult(report, from: identifier)) }
        let found = seekers.filter { $0.identifier == identifier }
        guard !found.isEmpty else { return }
        seekers.removeAll { $0.identifier == identifier }
        updateScan()
        for seeker in found { seeker.done(.success(report.address)) }
    }

    private func pass(on result: ScanResult) {
        for scan in scans {
            if let wanted = scan.services, !wanted.contains(where: result.services.contains) {
                continue
            }
            scan.consumer.yield(result)
        }
    }
}

/// A radio with a hub, as an actor on the radio's thread.
package protocol HubRadio: BLERadio, Actor {
    nonisolated var hub: RadioHub { get }
}

extension HubRadio {
    package nonisolated func states() -> AsyncStream<CBManagerState> {
        let (stream, consumer) = AsyncStream<CBManagerState>.makeStream()
        Task { await watch(consumer) }
        return stream
    }

    package nonisolated func scan() -> AsyncStream<ScanResult> { scan(for: nil) }

    /// A slow consumer loses the oldest advertisements.
    nonisolated func scan(for services: [CBUUID]?) -> AsyncStream<ScanResult> {
        let (stream, consumer) = AsyncStream<ScanResult>.makeStream(
            bufferingPolicy: .bufferingNewest(256))
        Task { await scan(for: services, consumer) }
        return stream
    }

    private func watch(_ consumer: AsyncStream<CBManagerState>.Continuation) {
        let number = hub.watch(consumer)
        // If it has ended meanwhile, this is called at once.
        consumer.onTermination = { [weak self] _ in self?.remove(number) }
    }

    private func scan(for services: [CBUUID]?, _ consumer: AsyncStream<ScanResult>.Continuation) {
        let number = hub.scan(for: services, consumer)
        consumer.onTermination = { [weak self] _ in self?.remove(number) }
    }

    private nonisolated func remove(_ number: Int) {
        Task { await end(number) }
    }

    private func end(_ number: Int) { hub.remove(number) }
}
