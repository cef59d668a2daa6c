import Bluetooth
import Central
import DBus
import Simulation
import VirtualRadio

/// An adapter's discovery: its clients, and which reports pass their filters.
///
/// The kernel scans for 10.24 s at a time, in which the controller reports each advertiser once a
/// second, because its duplicate list is short; without a filter bluetoothd then pauses for 5 s.
final class Discovery {
    private unowned let adapter: Adapter
    /// Clients that discover, are about to, or have set a filter, in order of arrival.
    private(set) var clients: [Client] = []
    /// What was heard in this second of the scan.
    private var heard: [Address: [UInt8]] = [:]
    private var second: Int64 = 0
    private var startedAt = Instant.zero
    private var ticket: UInt32 = 0

    /// One client with its filter.
    final class Client {
        let owner: String
        var filter: DiscoveryFilter?
        var state = State.idle
        /// Waits for the discovery to begin.
        var call: IncomingCall?
        var watch: UInt64 = 0

        enum State { case idle, starting, discovering }

        init(_ owner: String) { self.owner = owner }
    }

    static let scanTime = Nanoseconds.milliseconds(10_240)
    static let pause = Nanoseconds.seconds(5)
    /// For how long the controller suppresses duplicates.
    private static let memory = Nanoseconds.seconds(1)

    init(of adapter: Adapter) { self.adapter = adapter }

    /// Those that discover now.
    var active: [Client] { clients.filter { $0.state == .discovering } }

    /// Whether a client discovers with a filter; then every report that passes it is signalled.
    var isFiltered: Bool { clients.contains { $0.state == .discovering && $0.filter != nil } }

    var wantsDuplicates: Bool { active.contains { $0.filter?.wantsDuplicates == true } }

    var makesDiscoverable: Bool { active.contains { $0.filter?.makesDiscoverable == true } }

    func client(_ owner: String) -> Client? { clients.first { $0.owner == owner } }

    func add(_ owner: String) -> Client {
        let client = Client(owner)
        clients.append(client)
        return client
    }

    /// Removes a client, unless its filter is kept for the next time.
    func remove(_ client: Client) { clients.removeAll { $0 === client } }

    func removeAll() -> [Client] {
        let gone = clients
        clients = []
        stop()
        return gone
    }

    /// Starts or restarts the scan; or stops it if no client discovers any more.
    func update() {
        stop()
        guard active.contains(where: { $0.filter?.wantsLowEnergy ?? true }) else { return }
        scan()
    }

    private func scan() {
        startedAt = adapter.standIn.air.simulation.now
        adapter.central.scan { [weak self] in self?.hear($0) }
        ticket = adapter.after(Self.scanTime) { [weak self] in
            guard let self else { return }
            stop()
            if isFiltered {
                scan()
            } else {
                ticket = adapter.after(Self.pause) { [weak self] in self?.scan() }
            }
        }
    }

    private func stop() {
        adapter.cancel(ticket)
        ticket = 0
        heard = [:]
        adapter.central.stopScan()
    }

    private func hear(_ report: ScanReport) {
        guard report.address != adapter.address else { return }
        let current = (report.time - startedAt).count / Self.memory.count
        if current != second { heard = [:] }
        second = current
        let bytes = report.data + report.scanResponse
        guard heard[report.address] != bytes else { return }
        heard[report.address] = bytes
        adapter.found(report)
    }

    /// Whether a device is shown at all: it must be discoverable, unless a client has a filter, or
    /// must match a client's pattern (observed with bluetoothd 5.66).
    func shows(_ address: Address, _ data: AdvertisingData, rssi: Int) -> Bool {
        let patterns = active.compactMap { $0.filter?.pattern }
        if patterns.isEmpty {
            let flags = data.flags
            guard
                isFiltered || flags.contains(.generalDiscoverable)
                    || flags.contains(.limitedDiscoverable)
            else { return false }
        } else {
            let name = data.name ?? ""
            guard
                patterns.contains(where: {
                    address.description.hasPrefix($0) || name.hasPrefix($0)
                })
            else { return false }
        }
        return active.contains { $0.filter?.passes(data.services, rssi: rssi) ?? true }
    }
}
