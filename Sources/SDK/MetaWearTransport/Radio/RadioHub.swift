package import CoreBluetooth
import Foundation
internal import MetaWearProtocol

/// The consumers of one radio: who watches its state, who scans, and which links wait for it to be on.
///
/// It belongs to the radio's thread, which is why actors on that thread may share it.
package final class RadioHub: @unchecked Sendable {
    private struct Scan {
        let number: Int
        let services: [CBUUID]?
        let consumer: AsyncStream<ScanResult>.Continuation
    }

    private let port: any RadioPort
    private var lastNumber = 0
    private var watchers: [(number: Int, consumer: AsyncStream<CBManagerState>.Continuation)] = []
    private var scans: [Scan] = []
    private var isScanning = false
    private var waiting: [(MWError?) -> Void] = []

    /// The hub of a radio.
    package init(_ port: any RadioPort) {
        self.port = port
        port.onState = { [weak self] in self?.stateChanged() }
        port.onReport = { [weak self] advertisement in self?.pass(on: advertisement) }
    }

    private func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    // MARK: State

    /// Reports the state, unless it is unknown yet, and every change; the number ends it.
    package func watch(_ consumer: AsyncStream<CBManagerState>.Continuation) -> Int {
        let number = newNumber()
        port.start()
        watchers.append((number, consumer))
        if port.state != .unknown { consumer.yield(port.state) }
        return number
    }

    /// Ends a consumer, of states or of a scan.
    package func remove(_ number: Int) {
        watchers.removeAll { $0.number == number }
        scans.removeAll { $0.number == number }
        updateScan()
    }

    private func stateChanged() {
        let state = port.state
        for watcher in watchers { watcher.consumer.yield(state) }
        if state != .poweredOn { isScanning = false }
        updateScan()
        guard state != .unknown, state != .resetting else { return }
        let ready = waiting
        waiting = []
        for done in ready { done(obstacle) }
    }

    /// Why nothing can be done with the radio; nil if it is on.
    private var obstacle: MWError? {
        if let failure = port.failure { return .operationFailed(failure) }
        return switch port.state {
        case .poweredOn: nil
        case .poweredOff: .bluetoothPoweredOff
        case .unauthorized: .bluetoothUnauthorized
        case .unsupported: .bluetoothUnsupported
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

    /// A new link; nil for a peripheral that the radio cannot find.
    func link(to identifier: UUID) -> (any LinkPort)? { port.link(to: identifier) }

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
        let isWanted = !scans.isEmpty && port.state == .poweredOn
        guard isWanted != isScanning else { return }
        isScanning = isWanted
        port.scan(isWanted)
    }

    private func pass(on advertisement: RadioReport) {
        for scan in scans {
            if let wanted = scan.services, !wanted.contains(where: advertisement.services.contains)
            {
                continue
            }
            scan.consumer.yield(advertisement.result)
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
