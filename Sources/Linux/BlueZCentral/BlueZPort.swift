package import Bluetooth
package import Central
internal import DBus
package import EventLoop
package import Simulation

/// This machine's BlueZ as a radio.
package final class BlueZPort: RadioPort {
    /// BlueZ shows its interpretation of the advertising, chooses the MTU, and hides GAP and GATT.
    package let limits: AccessLimits = [
        .advertisingIsInterpreted, .mtuIsFixed, .attributesAreHidden,
    ]
    /// bluetoothd has time limits of its own.
    package let patience = Nanoseconds.seconds(1)
    package var onState: () -> Void = {}
    package var onReport: (ScanReport) -> Void = { _ in }
    package private(set) var state = RadioState.unknown
    /// Of the adapter: `hci1`; nil for the first one.
    private let wanted: String?
    private let place: String
    let loop: EventLoop
    private let clock: LiveClock
    /// Where the bus is; nil for the system's.
    private let busAddress: String?
    private var bus: Bus?
    private var service: SignalSubscription?
    private(set) var client: BlueZClient?
    private(set) var adapter: String?
    private var links: [WeakLink] = []
    /// In dBm, of advertisements.
    private var heard: [Address: Int] = [:]
    /// Until it is clear that an adapter has gone alone.
    private var farewell: Watch?
    /// How long bluetoothd takes from its adapters' end to its own, in milliseconds.
    private static let farewell: UInt32 = 200
    private lazy var discovery = BlueZDiscovery(of: self)

    private struct WeakLink {
        weak var link: BlueZLink?
    }

    /// A radio that connects to the bus with its first use.
    ///
    /// - Parameters:
    ///   - adapter: `hci0`; nil for the first one.
    ///   - place: its name in messages, `bluez:hci0` if nil.
    ///   - busAddress: of the bus; nil for the system's.
    ///   - clock: gives reports and values their times.
    package init(
        adapter: String?, at place: String? = nil, busAddress: String? = nil, on loop: EventLoop,
        _ clock: LiveClock? = nil
    ) {
        wanted = adapter
        self.place = place ?? "bluez" + (adapter.map { ":\($0)" } ?? "")
        self.busAddress = busAddress
        self.loop = loop
        self.clock = clock ?? LiveClock(loop)
    }

    var now: Instant { clock.now }

    // MARK: BlueZ and its adapter

    package func start() {
        guard bus == nil else { return }
        do throws(DBusError) {
            let address: String
            if let busAddress { address = busAddress } else { address = try Bus.systemAddress() }
            let bus = try Bus(at: address, on: loop)
            self.bus = bus
            bus.onClosed = { [weak self] in self?.busClosed() }
            // bluetoothd may stop and start again.
            service = bus.watch(name: BlueZClient.service) { [weak self] owner in
                if owner == nil { self?.stopped() } else { self?.openClient() }
            }
            openClient()
        } catch {
            change(
                to: .unusable(
                    "\(place): the system bus cannot be reached (\(error)); start it (`service dbus"
                        + " start`), or set DBUS_SYSTEM_BUS_ADDRESS"))
        }
    }

    private func change(to new: RadioState) {
        guard new != state else { return discovery.update() }
        state = new
        if new != .on { discovery.reset() }
        onState()
        if let why = new.why { for each in links { each.link?.lost(.broken(why)) } }
        discovery.update()
    }

    private func busClosed() {
        drop()
        service = nil
        bus = nil
        change(to: .resetting("\(place): the bus has closed the connection"))
    }

    private func stopped() {
        drop()
        change(
            to: .resetting(
                "\(place): bluetoothd has stopped; start it (`systemctl start bluetooth`)"))
    }

    private func drop() {
        client?.onChange = { _, _, _ in }
        client = nil
        adapter = nil
        farewell = nil
    }

    private func openClient() {
        guard let bus, client == nil else { return }
        let client = BlueZClient(bus, at: place)
        self.client = client
        client.load { [weak self, weak client] result in
            guard let self, let client, client === self.client else { return }
            switch result {
            case .success:
                client.onChange = { [weak self] path, interface, names in
                    self?.changed(path, interface, names)
                }
                chooseAdapter()
            case .failure(let error):
                drop()
                change(to: .unusable("\(error)"))
            }
        }
    }

    /// The adapter may come, go, and be switched on and off.
    private func chooseAdapter() {
        guard let client else { return }
        do throws(AccessError) {
            let found = try client.adapter(wanted)
            if found != adapter { discovery.restart() }
            adapter = found
            change(to: client.isPowered(found) ? .on : .off("\(client.isOff(found))"))
        } catch {
            let gone = RadioState.unusable("\(error)")
            guard adapter.take() != nil else {
                if farewell == nil { change(to: gone) }
                return
            }
            // bluetoothd takes its adapters back before it goes.
            farewell = loop.after(milliseconds: Self.farewell) { [weak self] in
                guard let self, adapter == nil, self.client != nil else { return }
                farewell = nil
                change(to: gone)
            }
        }
    }

    private func changed(_ path: String, _ interface: String, _ names: [String]) {
        switch interface {
        case RemoteObjects.adapter: chooseAdapter()
        case RemoteObjects.device where names.contains("RSSI"):
            // Each advertisement reports the signal strength.
            if let report = client.flatMap({ ScanReport(path, of: $0, at: now) }) {
                heard[report.address] = report.rssi
                onReport(report)
            }
        default: break
        }
        for each in links { each.link?.changed(path, interface, names) }
    }

    package func fence(_ done: @escaping AccessCompletion<Void>) {
        guard let client else { return done(.success(())) }
        client.perform("/", "org.freedesktop.DBus.Peer", "Ping", seconds: 30) { _ in
            // A refusal is an answer, too.
            done(.success(()))
        }
    }

    package func close() {
        onState = {}
        onReport = { _ in }
        for each in links { each.link?.lost(.broken("\(place): it was closed")) }
        service?.cancel()
        service = nil
        client?.close()
        drop()
        bus?.onClosed = {}
        bus = nil
    }

    // MARK: Scanning and links

    /// The strength with which a device was heard last; nil if it was not. BlueZ forgets it when a search ends.
    func rssi(of peer: Address) -> Int? { heard[peer] }

    package func scan(_ kind: ScanKind?, _ done: @escaping AccessCompletion<Void>) {
        discovery.scan(kind, done)
    }

    /// What BlueZ remembers.
    package var known: [Address] {
        guard let client, let adapter else { return [] }
        return client.objects.paths(with: RemoteObjects.device, below: adapter).compactMap {
            Address(of: $0, client)
        }
    }

    package func link(to peer: Address) -> any LinkPort {
        let link = BlueZLink(to: peer, through: self)
        links.removeAll { $0.link == nil }
        links.append(WeakLink(link: link))
        return link
    }

    /// The path of a device, if BlueZ knows it.
    func device(_ peer: Address) -> String? {
        guard let client, let adapter else { return nil }
        let path = RemoteObjects.path(of: peer, below: adapter)
        return client.objects[path, RemoteObjects.device]?["Address"] == nil ? nil : path
    }
}
