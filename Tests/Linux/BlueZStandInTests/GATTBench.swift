import Bluetooth
import Central
import DaemonBus
import EventLoop
import Simulation
import Testing
import VirtualRadio

@testable import BlueZStandIn
@testable import DBus

/// A peripheral whose services are on a bus, and clients of that bus that write down what they hear.
final class GATTBench {
    static let device = "/org/bluez/hci0/dev_E4_00_00_00_00_01"
    let loop: EventLoop
    let daemon: PrivateBus
    let objects: ObjectServer
    let simulation = Simulation(seed: 1)
    let air: Air
    let table: TablePeripheral
    let central: Central
    let gatt: RemoteGATT
    private(set) var clients: [Client] = []
    var connection: Connection?

    /// Somebody on the bus.
    final class Client {
        let bus: Bus
        /// Signals and answers in the order of their arrival, as a transcript has them.
        var heard: [String] = []
        /// The last that came with an answer.
        var descriptor: Descriptor?
        private var subscription: SignalSubscription?

        init(_ address: String, _ loop: EventLoop) throws {
            bus = try Bus(at: address, on: loop)
            subscription = bus.subscribe { [unowned self] signal in
                guard signal.path.hasPrefix(GATTBench.device) else { return }
                let place = GATTBench.short(signal.path)
                for change in signal.values[1].members ?? [] {
                    heard.append("* \(place) \(change.key) \(change.value.line)")
                }
            }
            _ = bus.owner(of: "org.bluez")
        }
    }

    init(clients count: Int = 1, hasDescriptor: Bool = false) throws {
        table = TablePeripheral(hasDescriptor: hasDescriptor)
        loop = try EventLoop()
        daemon = try PrivateBus()
        let bus = try Bus(at: daemon.address, on: loop)
        try bus.own("org.bluez")
        objects = ObjectServer(bus)
        air = Air(simulation)
        air.add(table)
        central = Central(on: air)
        gatt = RemoteGATT(devicePath: Self.device, objects: objects, loop: loop)
        for _ in 0..<count { clients.append(try Client(daemon.address, loop)) }
        table.values[TablePeripheral.long] = (0..<512).map { UInt8(truncatingIfNeeded: $0) }
        connect()
        for client in clients { client.heard = [] }
    }

    /// The last part of a path.
    static func short(_ path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    func connect() {
        central.connect(to: table.address) { [self] result in
            guard let connection = try? result.get() else { return }
            self.connection = connection
            connection.onDisconnect = { [gatt] _ in gatt.disconnected(keepsObjects: true) }
            connection.exchangeMTU { [self] _ in discover() }
        }
        settle()
    }

    func discover() {
        guard let connection else { return }
        connection.discover { [gatt] result in
            if case .success(let services) = result { gatt.resolved(services, on: connection) }
        }
    }

    /// Lets everything happen that is under way.
    func settle() {
        for _ in 0..<150 { turn() }
        // What the others have sent by now comes before the answers of the bus.
        objects.flush()
        _ = objects.bus.owner(of: "org.bluez")
        for client in clients where client.bus.isOpen { _ = client.bus.owner(of: "org.bluez") }
        while loop.turn(mayBlock: false) {}
    }

    func turn() {
        while loop.turn(mayBlock: false) {}
        simulation.run(for: .milliseconds(20))
        objects.flush()
    }

    /// Calls a method of a characteristic or descriptor; what was heard stands in the client.
    func begin(_ place: String, _ method: String, _ arguments: [Value] = [], by client: Int = 0) {
        let path = gatt.services.flatMap { service in
            [service.path]
                + service.characteristics.flatMap { [$0.path] + $0.descriptors.map(\.path) }
        }.first { Self.short($0) == place }
        let kind = place.hasPrefix("desc") ? "Descriptor1" : "Characteristic1"
        let caller = clients[client]
        caller.bus.call(
            "org.bluez", path ?? "/", "org.bluez.Gatt" + kind, method, arguments, timeout: 60_000
        ) { result in
            switch result {
            case .success(let reply):
                caller.descriptor = reply.descriptors.first
                let values = reply.values.map(\.line).joined(separator: ", ")
                caller.heard.append("< " + (values.isEmpty ? "ok" : values))
            case .failure(let error):
                let name = error.name.split(separator: ".").last ?? ""
                caller.heard.append("< \(name): \(error.message)")
            }
        }
        // It has to be at the bus before what comes next.
        _ = caller.bus.owner(of: "org.bluez")
        _ = objects.bus.owner(of: "org.bluez")
    }

    /// Calls a method, and gives what the first client heard meanwhile.
    @discardableResult
    func call(
        _ place: String, _ method: String, _ arguments: [Value] = [], by client: Int = 0
    ) -> [String] {
        for client in clients { client.heard = [] }
        begin(place, method, arguments, by: client)
        let caller = clients[client]
        for _ in 0..<400 where !caller.heard.contains(where: { $0.hasPrefix("<") }) {
            turn()
            _ = objects.bus.owner(of: "org.bluez")
            _ = caller.bus.owner(of: "org.bluez")
        }
        settle()
        return clients[0].heard
    }

    static let none: Value = .options([])
}

extension Value {
    /// In one line, for comparison.
    var line: String {
        switch self {
        case .bytes(let bytes) where bytes.count > 8: "\(bytes.count) bytes to \(bytes.last ?? 0)"
        case .bytes(let bytes): "\(bytes)"
        case .string(let text): text
        case .bool(let flag): "\(flag)"
        case .uint16(let number): "q \(number)"
        case .descriptor: "h"
        case .array(_, let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
        default: "\(self)"
        }
    }
}

/// A client's end; of two kinds of descriptor, this is the system's.
typealias FarEnd = Descriptor
