import BlueZ
import Bluetooth
import CommandLineProgram
import DBus
import DaemonBus
import EventLoop
import Peripheral
import Simulation

/// What a notification of a board on BlueZ costs beside the firmware's own work: of this process, all of
/// its threads. bluetoothd is a stand-in without a radio, on a bus of its own.
enum BlueZBenchmarks {
    static func socket(_ console: Console) -> [Measurement] {
        measure(console, usesSockets: true) { bench in
            let count = 100_000
            // Only what sends is counted: reading is bluetoothd's part.
            var least = Double.infinity
            for _ in 0..<3 {
                var seconds = 0.0
                for _ in 0..<count / bench.burst {
                    let start = Pacer.processorSeconds
                    bench.notify(bench.burst)
                    seconds += Pacer.processorSeconds - start
                    bench.drain()
                }
                least = min(least, seconds)
            }
            return Measurement(
                name: "BlueZ, 20-byte notification over an acquired socket",
                value: least / Double(count) * 1e6, unit: "us", bound: .atMost(1.5),
                floor: Work(bytes: 20, systemCalls: 1))
        }
    }

    static func signal(_ console: Console) -> [Measurement] {
        measure(console, usesSockets: false) { bench in
            let count = 50_000
            let seconds = leastProcessorSeconds {
                for _ in 0..<count / bench.burst {
                    bench.notify(bench.burst)
                    bench.turn()
                }
                bench.settle()
            }
            return Measurement(
                name: "BlueZ, 20-byte notification by signal",
                value: seconds / Double(count) * 1e6, unit: "us", bound: .atMost(12),
                floor: Work(bytes: 200, systemCalls: 1 / Double(bench.burst)),
                peer: .init(name: "signal"))
        }
    }

    private static func measure(
        _ console: Console, usesSockets: Bool, _ body: (BlueZBench) -> Measurement
    ) -> [Measurement] {
        do {
            return [body(try BlueZBench(usesSockets: usesSockets))]
        } catch {
            console.complain("boardsim bench: no bus, or no service on it: \(error)\n")
            return []
        }
    }
}

/// A peripheral on a bus with a stand-in of bluetoothd, subscribed to.
final class BlueZBench {
    /// Notifications at once: fewer than a socket holds.
    let burst = 20
    private let loop: EventLoop
    private let daemon: PrivateBus
    private let bluetoothd: Bus
    private let link: BlueZPeripheral
    private let firmware = BenchFirmware()
    /// What came with the subscription: a socket, if it is over one.
    private var subscription: Reply?
    private var isAnswered = false
    private var room = [UInt8](repeating: 0, count: 64)
    private static let device = "/org/bluez/hci0/dev_C0_00_00_00_00_01"
    private static let manager = "org.freedesktop.DBus.ObjectManager"

    /// - Parameter usesSockets: signals otherwise.
    init(usesSockets: Bool) throws {
        loop = try EventLoop()
        daemon = try PrivateBus()
        bluetoothd = try Bus(at: daemon.address, on: loop)
        bluetoothd.onCall = { call in
            call.reply(call.member == "GetManagedObjects" ? [Self.objects] : [])
        }
        try bluetoothd.own("org.bluez")
        var options = BlueZOptions()
        options.usesSockets = usesSockets
        link = try BlueZPeripheral(firmware, on: loop, bus: daemon.address, options: options)
        try link.start()
        try subscribe(by: usesSockets ? "AcquireNotify" : "StartNotify")
    }

    deinit { link.close() }

    private static let objects: Value = .dictionary(
        "o", "a{sa{sv}}",
        [
            .init(
                .path("/org/bluez/hci0"),
                interfaces([
                    (
                        "org.bluez.Adapter1",
                        [("Powered", .bool(true)), ("Address", "00:00:00:00:00:01")]
                    ),
                    ("org.bluez.GattManager1", []), ("org.bluez.LEAdvertisingManager1", []),
                ]))
        ])

    private static func interfaces(_ all: [(String, [(String, Value)])]) -> Value {
        .dictionary("s", "a{sv}", all.map { .init(.string($0.0), .options($0.1)) })
    }

    private func subscribe(by method: String) throws {
        let properties: [(String, Value)] = [
            ("Address", "C0:00:00:00:00:01"), ("AddressType", "random"), ("Connected", .bool(true)),
        ]
        bluetoothd.emit(
            "/", Self.manager, "InterfacesAdded",
            [.path(Self.device), Self.interfaces([("org.bluez.Device1", properties)])])
        let options = Value.options([("device", .path(Self.device)), ("mtu", .uint16(247))])
        bluetoothd.call(
            link.busName, "/io/boardsim/application/service0/characteristic0",
            "org.bluez.GattCharacteristic1", method, method == "StartNotify" ? [] : [options]
        ) { [unowned self] answer in
            subscription = try? answer.get()
            isAnswered = true
        }
        while !isAnswered { loop.turn(mayBlock: true) }
        guard firmware.subscriber != nil else { throw DBusError.noReply }
    }

    /// As the firmware does it.
    func notify(_ count: Int) {
        guard let connection = firmware.subscriber else { return }
        let bytes = BenchFirmware.packet
        for _ in 0..<count {
            while case .dropped = link.notify(bytes.span, of: BenchFirmware.value, to: connection) {
                loop.turn(mayBlock: true)
            }
        }
    }

    /// Reads what is in the socket.
    func drain() {
        while let socket = subscription?.descriptors.first,
            case .done(1...) = room.withUnsafeMutableBytes({ socket.read(into: $0) })
        {}
    }

    func turn() { loop.turn(mayBlock: false) }

    /// Waits until everything has gone out.
    func settle() { link.settle() }
}

/// A peripheral that does nothing by itself.
private final class BenchFirmware: Peripheral {
    static let value = ValueID(1)
    static let packet = [UInt8](repeating: 0x55, count: 20)

    let name = "bench"
    let address = Address(0xC0_0000_000002)
    let gapName = "bench"
    let gapAppearance: UInt16 = 0
    let services = [
        Service(
            "326A9000-85CB-9195-D9DD-464CFBBAE75A",
            characteristics: [
                Characteristic(
                    "326A9006-85CB-9195-D9DD-464CFBBAE75A", id: value, properties: .notify)
            ])
    ]
    let advertisement: Advertisement? = Advertisement(
        data: [2, 1, 6], interval: .milliseconds(100))
    private(set) var subscriber: ConnectionID?

    func attach(to link: any PeripheralLink) {}
    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) {}
    func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {}
    func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8] { [] }
    func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {}
    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) { subscriber = subscription.isEmpty ? nil : connection }
}
