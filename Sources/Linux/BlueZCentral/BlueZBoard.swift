import Bluetooth
import Central
import DBus
import EventLoop
import Simulation

/// A board reached through this machine's BlueZ, like any other client.
package final class BlueZBoard: BoardAccess {
    /// `bluez:E8:C9:8F:52:7B:07`.
    package let name: String
    /// BlueZ shows its interpretation of the advertising, chooses the MTU, and hides GAP and GATT.
    package let limits: AccessLimits = [
        .advertisingIsInterpreted, .mtuIsFixed, .attributesAreHidden,
    ]

    /// No effect: BlueZ itself caches what it found.
    package var knownServices: [RemoteService]?

    let client: BlueZClient
    let address: Address
    /// The paths of adapter and device.
    let adapter: String
    let device: String
    /// The current advertising reports of the board, if they are wanted.
    var heard: [ScanReport]?
    /// Notified values, each by a socket or a signal.
    var sources: [ValueSource] = []
    private var wasConnected = false
    /// We ended the link ourselves: no event.
    var endsIt = false
    private var events = AccessEventQueue()
    let loop: EventLoop

    /// Looks for BlueZ and its adapter on the system bus.
    ///
    /// - Parameters:
    ///   - adapter: `hci0`; nil for the first one.
    ///   - speed: of the board relative to real time, 0.001 to 1000.
    package convenience init(
        _ address: Address, adapter: String? = nil, speed: Double = 1, on loop: EventLoop
    ) throws(AccessError) {
        guard LiveClock.speeds.contains(speed) else {
            throw .unable("speed must be 0.001 to 1000, not \(speed)")
        }
        let bus: Bus
        do throws(DBusError) {
            bus = try Bus(at: Bus.systemAddress(), on: loop)
        } catch {
            throw .broken(
                "the system bus cannot be reached (\(error)); start it (`service dbus start`), or"
                    + " set DBUS_SYSTEM_BUS_ADDRESS")
        }
        try self.init(address, adapter, bus, loop, LiveClock(loop, speed: speed))
    }

    init(
        _ address: Address, _ wanted: String?, _ bus: Bus, _ loop: EventLoop, _ clock: LiveClock
    ) throws(AccessError) {
        name = "bluez:" + (wanted.map { $0 + ":" } ?? "") + "\(address)"
        self.address = address
        self.loop = loop
        client = try BlueZClient(bus, of: address, at: name, clock)
        adapter = try Self.adapter(wanted, client)
        device = RemoteObjects.path(of: address, below: adapter)
        wasConnected = client.objects[device, RemoteObjects.device]?["Connected"]?.flag ?? false
        client.onChange = { [unowned self] path, interface, names in
            changed(path, interface, names)
        }
    }

    private static func adapter(
        _ wanted: String?, _ client: BlueZClient
    ) throws(AccessError) -> String {
        let there = client.objects.paths(with: RemoteObjects.adapter)
        func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
        guard let found = there.first(where: { wanted == nil || name($0) == wanted }) else {
            let list = there.map(name).joined(separator: ", ")
            throw .broken(
                "\(client.place): BlueZ has no adapter" + (wanted.map { " \($0)" } ?? "")
                    + (list.isEmpty ? "; plug one in" : "; it has \(list)"))
        }
        guard client.objects[found, RemoteObjects.adapter]?["Powered"]?.flag != false else {
            throw .broken(
                "\(client.place): \(name(found)) is off; `bluetoothctl power on`, and if that does"
                    + " not help `rfkill unblock bluetooth`")
        }
        return found
    }

    /// The wall-clock time since the access was opened, times the speed.
    package var now: Instant { Instant(nanoseconds: client.clock.now) }
    /// Whether there is a link.
    package var isConnected: Bool { property("Connected")?.flag ?? false }
    /// Why the bus or bluetoothd can no longer be used.
    package var failure: AccessError? { client.failure }

    func property(_ name: String) -> Value? { client.objects[device, RemoteObjects.device]?[name] }

    // MARK: What comes by itself

    private func changed(_ path: String, _ interface: String, _ names: [String]) {
        if path == device, interface == RemoteObjects.device {
            report(names)
            linkChanged()
        } else if interface == RemoteObjects.characteristic, names.contains("Value"),
            let source = sources.first(where: { $0.path == path && $0.socket == nil }),
            let bytes = client.objects[path, interface]?["Value"]?.octets
        {
            add(.value(now, of: source.uuid, bytes))
        }
    }

    private func linkChanged() {
        guard wasConnected != isConnected else { return }
        wasConnected = isConnected
        guard !isConnected else { return }
        // What is still in the sockets comes before the end.
        for source in sources { source.drain() }
        sources = []
        if !endsIt { add(.ended(now, "BlueZ has lost the link")) }
    }

    func add(_ event: AccessEvent) { events.append(event) }

    /// Takes the oldest event; waits for one, at most until an instant.
    package func next(before limit: Instant) throws(AccessError) -> AccessEvent? {
        if let event = events.take() { return event }
        let wall = client.clock.wall(at: limit.nanoseconds)
        try client.wait(untilWall: wall) { !events.isEmpty }
        if events.isEmpty { try client.fence() }
        return events.take()
    }

    /// Lets time pass.
    package func wait(until time: Instant) throws(AccessError) {
        try client.wait(untilWall: client.clock.wall(at: time.nanoseconds)) { false }
    }

    /// Ends the link if there is one; BlueZ keeps its data about the board.
    package func close() {
        // After closing there are no more events.
        try? disconnect()
        sources = []
        client.close()
    }
}
