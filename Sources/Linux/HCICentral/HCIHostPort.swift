package import Bluetooth
package import Central
package import EventLoop
package import HCITransport

/// A controller behind an HCI socket as a radio, driven by our own host.
package final class HCIHostPort: RadioPort {
    package let limits: AccessLimits = []
    package var onState: () -> Void = {}
    package var onReport: (ScanReport) -> Void = { _ in }
    package private(set) var state = RadioState.unknown
    /// What a scan has heard.
    package private(set) var known: [Address] = []
    private(set) var host: HCIHost?
    private let makeHost: () throws(AccessError) -> HCIHost
    /// Which deadlines are looked at once a second; nil if the clock that is waited with does so.
    private let loop: EventLoop?
    private var ticker: Watch?
    private var reports = AdvertisingReports(isActive: true)
    private var isKnown: Set<Address> = []
    private var wanted: ScanKind?
    /// The controller's last setting; nil while it changes.
    private var setting: ScanKind?? = .some(nil)
    private var whenSet: [AccessCompletion<Void>] = []

    /// A radio that connects to where a controller is served with its first use, and again when that was lost.
    ///
    /// - Parameter clock: gives reports and values their times, and looks at deadlines when it is waited with; nil if
    ///   nobody does.
    package convenience init(
        _ address: RadioAddress, on loop: EventLoop, _ clock: LiveClock? = nil
    ) {
        self.init(on: clock == nil ? loop : nil) { () throws(AccessError) in
            try HCIHost(at: address, on: loop, clock ?? LiveClock(loop))
        }
    }

    init(on loop: EventLoop?, _ makeHost: @escaping () throws(AccessError) -> HCIHost) {
        self.loop = loop
        self.makeHost = makeHost
    }

    // MARK: The controller

    package func start() {
        switch state {
        case .unknown where host == nil: break
        case .unusable: change(to: .resetting(nil))
        default: return
        }
        host = nil
        setting = .some(nil)
        do throws(AccessError) {
            let host = try makeHost()
            self.host = host
            host.onFailure = { [weak self] in self?.fail($0) }
            host.onAdvertising = { [weak self, unowned host] event in
                guard let self else { return true }
                return reports.take(event, at: host.clock.now) { [self] in heard($0) }
            }
            host.start { [weak self] result in
                switch result {
                case .success: self?.change(to: .on)
                case .failure(let error): self?.fail(error)
                }
            }
            tick()
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: AccessError) {
        if case .unusable = state { return }
        ticker = nil
        change(to: .unusable("\(error)"))
    }

    private func change(to new: RadioState) {
        state = new
        if new != .on {
            wanted = nil
            answer(.failure(.broken(new.why ?? "the controller is not ready")))
        }
        onState()
        updateScan()
    }

    /// Deadlines are seconds, so that once a second is often enough.
    private func tick() {
        ticker = loop?.after(milliseconds: 1_000) { [weak self] in
            guard let self, let host, host.failure == nil else { return }
            _ = host.look(EventLoop.now)
            tick()
        }
    }

    package func fence(_ done: @escaping AccessCompletion<Void>) {
        guard let host, host.failure == nil else { return done(.success(())) }
        // The answer comes after all that the controller has sent.
        host.ask(HCIParameters(.readBDADDR)) { done($0.map { _ in }) }
    }

    package func close() {
        ticker = nil
        onState = {}
        onReport = { _ in }
        host?.onFailure = { _ in }
        host?.close()
        host = nil
    }

    // MARK: Scanning

    package func scan(_ kind: ScanKind?, _ done: @escaping AccessCompletion<Void>) {
        guard state == .on else {
            return done(.failure(.broken(state.why ?? "the controller is not ready")))
        }
        wanted = kind
        whenSet.append(done)
        updateScan()
    }

    private func answer(_ result: Result<Void, AccessError>) {
        let waiting = whenSet
        whenSet = []
        for done in waiting { done(result) }
    }

    private func updateScan() {
        guard state == .on, let host, let now = setting else { return }
        guard now != wanted else { return answer(.success(())) }
        // The parameters cannot change during a scan.
        let next = now == nil ? wanted : nil
        setting = nil
        let isActive = next != .passive
        if next != nil { reports = AdvertisingReports(isActive: isActive) }
        host.scan(next != nil, active: isActive) { [weak self, weak host] result in
            guard let self, let host, host === self.host else { return }
            setting = .some(next)
            switch result {
            case .success:
                if next == nil { reports.end { [self] in heard($0) } }
                updateScan()
            case .failure(let error): fail(error)
            }
        }
    }

    private func heard(_ report: ScanReport) {
        if isKnown.insert(report.address).inserted { known.append(report.address) }
        onReport(report)
    }

    // MARK: Links

    package func link(to peer: Address) -> any LinkPort { HCIHostLink(to: peer, through: self) }
}
