import BlueZStandIn
import Bluetooth
import DBus
import DBusPeer
import LibCrypto
import Motion
import Peripheral
import Simulation
import VirtualRadio

@testable import MetaWearBoard

/// A board with its whole firmware behind a stand-in, and a client of libdbus, which stands for any
/// unmodified one. Time is virtual.
final class PeerBench {
    let bus: TestBus
    let simulation = Simulation()
    let standIn: StandIn
    let client: Peer
    let board: MetaWearBoard

    static let adapter = "/org/bluez/hci0"
    static let properties = "org.freedesktop.DBus.Properties"
    static let characteristic = "org.bluez.GattCharacteristic1"
    let device = "/org/bluez/hci0/dev_C0_00_00_00_00_07"

    init() throws {
        bus = try TestBus()
        let air = Air(simulation)
        board = MetaWearBoard(
            .metaMotionS, name: "board", address: Address(0xC000_0000_0007),
            body: try ScriptedBody([]), environment: SimpleEnvironment(), in: simulation)
        air.add(board)
        let standIn = try StandIn(
            on: Bus(at: bus.address, on: bus.loop), air, bus.loop,
            StandInSettings(adapters: 1, cryptography: OpenSSL()))
        self.standIn = standIn
        client = try bus.peer()
        bus.afterTurn = { standIn.flush() }
        client.listen("type='signal',sender='org.bluez'")
    }

    // While there is still a simulation.
    deinit { standIn.close() }

    /// Until everything that was sent has arrived, and what came of it.
    func settle() throws {
        let ping = client.call("org.bluez", "/", "org.freedesktop.DBus.Peer", "Ping")
        _ = try bus.answer(ping)
    }

    /// Lets virtual time go on in steps in which messages come and go, until something is so.
    ///
    /// - Returns: whether it came to be so.
    @discardableResult
    func run(for span: Nanoseconds, until isDone: () -> Bool = { false }) throws -> Bool {
        let end = simulation.now + span
        try settle()
        while !isDone() {
            guard simulation.now < end else { return false }
            simulation.run(until: min(end, simulation.now + .milliseconds(50)))
            standIn.flush()
            try settle()
        }
        return true
    }

    /// Calls and waits, in virtual time.
    func call(
        _ path: String, _ interface: String, _ member: String, _ values: [Value] = []
    ) throws -> Message {
        let answer = client.call("org.bluez", path, interface, member, values)
        guard try run(for: .seconds(120), until: { answer.message != nil }) else {
            throw NeverHappened(description: "never answered: \(member) of \(path)")
        }
        return answer.message ?? Message(kind: .reply)
    }

    /// What `GetManagedObjects` says: objects, their interfaces and properties.
    func objects() throws -> [(path: String, interfaces: Value)] {
        let answer = try call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        guard case .dictionary(_, _, let entries)? = answer.values.first else { return [] }
        return entries.compactMap { entry in entry.key.text.map { ($0, entry.value) } }
    }

    /// The object of a characteristic, by letters of its UUID.
    func path(of uuid: String) throws -> String {
        for (path, interfaces) in try objects() {
            let found = interfaces[Self.characteristic]?["UUID"]?.text
            if found?.contains(uuid) == true { return path }
        }
        throw NeverHappened(description: "no characteristic \(uuid)")
    }

    /// Finds the board and connects to it, services and all.
    func connect() throws {
        _ = try call(Self.adapter, "org.bluez.Adapter1", "StartDiscovery")
        try run(for: .seconds(10)) { added(device) }
        _ = try call(Self.adapter, "org.bluez.Adapter1", "StopDiscovery")
        let answer = try call(device, "org.bluez.Device1", "Connect")
        guard answer.kind == .reply else { throw NeverHappened(description: "\(answer)") }
        try run(for: .seconds(10)) { changed(device, "ServicesResolved") == .bool(true) }
    }

    private func added(_ path: String) -> Bool {
        client.inbox.contains { $0.member == "InterfacesAdded" && $0.values[0].text == path }
    }

    /// The last value that a property was told to have.
    func changed(_ path: String, _ property: String) -> Value? {
        client.inbox.last {
            $0.member == "PropertiesChanged" && $0.path == path && $0.values[1][property] != nil
        }?.values[1][property]
    }

    /// Values that a characteristic notified by signals.
    func notified(_ path: String) -> [[UInt8]] {
        client.inbox.filter { $0.member == "PropertiesChanged" && $0.path == path }
            .compactMap { $0.values[1]["Value"]?.octets }
    }
}
