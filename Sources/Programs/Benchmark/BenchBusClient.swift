import DBus
import EventLoop

/// A client of BlueZ for the benchmarks: it connects to the first board and listens, until the bus
/// has gone.
struct BenchBusClient {
    /// How notifications come.
    enum Way: Int {
        case signals, socket
    }

    private let loop: EventLoop
    private let bus: Bus
    private static let bluez = "org.bluez"
    private static let device = "/org/bluez/hci0/dev_C0_00_00_00_00_00"
    private static let notification = "326a9006-85cb-9195-d9dd-464cfbbae75a"

    /// Nil without a bus.
    init?(at address: String) {
        guard let loop = try? EventLoop(), let bus = try? Bus(at: address, on: loop) else {
            return nil
        }
        self.loop = loop
        self.bus = bus
    }

    func listen(_ way: Way) {
        bus.onClosed = { [loop] in loop.stop() }
        guard call("/org/bluez/hci0", "Adapter1", "StartDiscovery") != nil,
            let path = characteristic()
        else { return }
        switch way {
        case .signals:
            let heard = bus.subscribe(sender: Self.bluez, path: path) { _ in }
            _ = call(path, "GattCharacteristic1", "StartNotify")
            loop.run()
            heard.cancel()
        case .socket:
            let reply = call(path, "GattCharacteristic1", "AcquireNotify", [.options([])])
            guard let socket = reply?.descriptors.first else { return }
            let reading = loop.watch(socket.number, for: .readable) { [loop] readiness in
                withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
                    while case .done(let count) = socket.read(into: buffer), count > 0 {}
                }
                if readiness.contains(.hungUp) { loop.stop() }
            }
            loop.run()
            reading.cancel()
        }
    }

    private func call(
        _ path: String, _ interface: String, _ method: String, _ arguments: [Value] = []
    ) -> Reply? {
        try? bus.callAndWait(
            Self.bluez, path, "\(Self.bluez).\(interface)", method, arguments, timeout: 20_000)
    }

    /// Finds the board, connects, and gives the path of what notifies.
    private func characteristic() -> String? {
        var isConnected = false
        for _ in 0..<200 {
            let objects = try? bus.callAndWait(
                Self.bluez, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
            guard let members = objects?.first?.members else { return nil }
            for (path, interfaces) in members {
                let properties = interfaces["org.bluez.GattCharacteristic1"]
                if properties?["UUID"]?.text == Self.notification { return path }
            }
            if !isConnected, members.contains(where: { $0.key == Self.device }) {
                isConnected = call(Self.device, "Device1", "Connect") != nil
            }
            loop.turn(mayBlock: false)
        }
        return nil
    }
}
