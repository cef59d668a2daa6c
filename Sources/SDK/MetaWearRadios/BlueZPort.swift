internal import BlueZCentral
internal import Bluetooth
internal import Central
internal import CoreBluetooth
internal import DBus
internal import EventLoop
internal import Foundation
internal import MetaWearProtocol
internal import MetaWearTransport

/// This machine's BlueZ.
final class BlueZPort: RadioPort {
    var onState: () -> Void = {}
    var onReport: (RadioReport) -> Void = { _ in }
    private(set) var state = CBManagerState.unknown
    private(set) var failure: String?
    /// Of the adapter: `hci1`; nil for the first one.
    private let wanted: String?
    private let place: String
    private let thread: LoopThread
    /// Where the bus is; nil for the system's.
    private let busAddress: String?
    private var bus: Bus?
    private var service: SignalSubscription?
    private(set) var client: BlueZClient?
    private var adapter: String?
    private var links: [WeakLink] = []
    private var isScanWanted = false
    /// The last setting sent to BlueZ; nil while it changes.
    private var isDiscovering: Bool? = false

    private struct WeakLink {
        weak var link: BlueZLinkPort?
    }

    init(adapter: String?, busAddress: String? = nil, on thread: LoopThread) {
        wanted = adapter
        place = "bluez" + (adapter.map { ":\($0)" } ?? "")
        self.busAddress = busAddress
        self.thread = thread
    }

    // MARK: BlueZ and its adapter

    func start() {
        guard bus == nil else { return }
        do throws(DBusError) {
            let address: String
            if let busAddress { address = busAddress } else { address = try Bus.systemAddress() }
            let bus = try Bus(at: address, on: thread.loop.value)
            self.bus = bus
            bus.onClosed = { [weak self] in self?.busClosed() }
            // bluetoothd may stop and start again.
            service = bus.watch(name: BlueZClient.service) { [weak self] owner in
                if owner == nil { self?.stopped() } else { self?.openClient() }
            }
            openClient()
        } catch {
            fail(
                "\(place): the system bus cannot be reached (\(error)); start it (`service dbus"
                    + " start`), or set DBUS_SYSTEM_BUS_ADDRESS", .unsupported)
        }
    }

    private func fail(_ why: String, _ new: CBManagerState) {
        if failure != why { RadioLog.report(why) }
        failure = why
        change(to: new)
        for each in links { each.link?.lost(.operationFailed(why)) }
    }

    private func change(to new: CBManagerState) {
        if new == .poweredOn { failure = nil }
        guard new != state else { return updateDiscovery() }
        state = new
        if new != .poweredOn { (isDiscovering, isScanWanted) = (false, false) }
        onState()
        updateDiscovery()
    }

    private func busClosed() {
        drop()
        service = nil
        bus = nil
        fail("\(place): the bus has closed the connection", .resetting)
    }

    private func stopped() {
        drop()
        fail("\(place): bluetoothd has stopped; start it (`systemctl start bluetooth`)", .resetting)
    }

    private func drop() {
        client?.onChange = { _, _, _ in }
        client = nil
        adapter = nil
    }

    private func openClient() {
        guard let bus, client == nil else { return }
        let client = BlueZClient(bus, at: place, LiveClock(thread.loop.value))
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
                fail("\(error)", .unsupported)
            }
        }
    }

    /// The adapter may come, go, and be switched on and off.
    private func chooseAdapter() {
        guard let client else { return }
        do throws(AccessError) {
            let found = try client.adapter(wanted)
            if found != adapter { isDiscovering = false }
            adapter = found
            if client.isPowered(found) {
                change(to: .poweredOn)
            } else {
                fail("\(client.isOff(found))", .poweredOff)
            }
        } catch {
            adapter = nil
            fail("\(error)", .unsupported)
        }
    }

    private func changed(_ path: String, _ interface: String, _ names: [String]) {
        switch interface {
        case RemoteObjects.adapter: chooseAdapter()
        case RemoteObjects.device where names.contains("RSSI"): report(path)
        default: break
        }
        for each in links { each.link?.changed(path, interface, names) }
    }

    // MARK: Scanning

    func scan(_ isOn: Bool) {
        isScanWanted = isOn
        updateDiscovery()
    }

    private func updateDiscovery() {
        let isWanted = isScanWanted || links.contains { $0.link?.isSeeking == true }
        guard state == .poweredOn, let client, let adapter, let now = isDiscovering,
            now != isWanted
        else { return }
        isDiscovering = nil
        let done: (Result<Void, AccessError>) -> Void = { [weak self, weak client] result in
            guard let self, let client, client === self.client else { return }
            switch result {
            case .success:
                isDiscovering = isWanted
                updateDiscovery()
            case .failure(let error):
                // The next change tries again.
                isDiscovering = false
                RadioLog.report("\(error)")
            }
        }
        if isWanted {
            client.startDiscovery(by: adapter, done)
        } else {
            client.stopDiscovery(by: adapter) { done(.success(())) }
        }
    }

    /// Each advertisement reports the signal strength.
    private func report(_ path: String) {
        guard let properties = client?.objects[path, RemoteObjects.device],
            let address = properties["Address"]?.text, let rssi = properties["RSSI"]?.number
        else { return }
        var manufacturer: Data?
        if case .dictionary(_, _, let entries)? = properties["ManufacturerData"],
            // BlueZ keeps those of earlier advertisements in front.
            let entry = entries.last, let company = entry.key.number,
            let bytes = entry.value.unboxed.octets
        {
            let id = UInt16(truncatingIfNeeded: company)
            manufacturer = Data([UInt8(truncatingIfNeeded: id), UInt8(id >> 8)] + bytes)
        }
        let services = (properties["UUIDs"]?.texts ?? []).compactMap { CBUUID(parsing: $0) }
        onReport(
            RadioReport(
                ScanResult(
                    identifier: UUID(bluetoothAddress: address), name: properties["Name"]?.text,
                    rssi: rssi, manufacturerData: manufacturer, services: services,
                    address: address),
                services: services))
    }

    // MARK: Links

    func link(to identifier: UUID) -> (any LinkPort)? {
        let link = BlueZLinkPort(to: identifier, through: self, on: thread)
        links.removeAll { $0.link == nil }
        links.append(WeakLink(link: link))
        return link
    }

    /// The path of the device with an identifier, if BlueZ knows it.
    func device(_ identifier: UUID) -> String? {
        guard let client, let adapter else { return nil }
        return client.objects.paths(with: RemoteObjects.device, below: adapter).first { path in
            client.objects[path, RemoteObjects.device]?["Address"]?.text
                .map { UUID(bluetoothAddress: $0) } == identifier
        }
    }

    /// A link has begun or ended to wait for its device.
    func seekersChanged() { updateDiscovery() }
}
