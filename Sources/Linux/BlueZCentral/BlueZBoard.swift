package import Bluetooth
package import Central
internal import DBus
package import EventLoop
package import Simulation

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
    /// The path of the adapter.
    let adapter: String
    let device: BlueZDevice
    /// The current advertising reports of the board, if they are wanted.
    var heard: [ScanReport]?
    /// We ended the link ourselves: no event.
    var endsIt = false
    private var events = AccessEventQueue()

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
        let client = BlueZClient(bus, of: address, at: name, clock)
        self.client = client
        try client.complete { client.load($0) }
        adapter = try Self.adapter(wanted, client)
        device = BlueZDevice(RemoteObjects.path(of: address, below: adapter), client, on: loop)
        device.onLink = { [unowned self] in
            if !isConnected, !endsIt { add(.ended(now, "BlueZ has lost the link")) }
        }
        client.onChange = { [unowned self] path, interface, names in
            if path == device.path, interface == RemoteObjects.device { report(names) }
            device.changed(path, interface, names)
        }
    }

    private static func adapter(
        _ wanted: String?, _ client: BlueZClient
    ) throws(AccessError) -> String {
        let found = try client.adapter(wanted)
        guard client.isPowered(found) else { throw client.isOff(found) }
        return found
    }

    /// The wall-clock time since the access was opened, times the speed.
    package var now: Instant { Instant(nanoseconds: client.clock.now) }
    /// Whether there is a link.
    package var isConnected: Bool { device.isConnected }
    /// Why the bus or bluetoothd can no longer be used.
    package var failure: AccessError? { client.failure }

    func property(_ name: String) -> Value? { device.property(name) }

    // MARK: What comes by itself

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
        device.close()
        client.close()
    }
}
