package import Bluetooth
package import Central
internal import DBus
internal import EventLoop
package import Peripheral

extension BlueZBoard {
    /// BlueZ exchanges it by itself.
    package func exchangeMTU(_ mtu: Int) throws(AccessError) -> Int {
        throw .unable("BlueZ chooses the MTU by itself")
    }

    /// The services that BlueZ exposes, without GAP and GATT. Handles come from its objects' names;
    /// a value follows its declaration.
    package func discover() throws(AccessError) -> [RemoteService] {
        guard isConnected else { throw .ended("connect first") }
        return client.objects.paths(with: RemoteObjects.service, below: device.path).compactMap {
            path in
            guard let uuid = BluetoothUUID(onBus: text(path, RemoteObjects.service, "UUID")) else {
                return nil
            }
            let characteristics = client.objects.paths(
                with: RemoteObjects.characteristic, below: path
            ).compactMap(characteristic)
            let first = Self.handle(path)
            let last = characteristics.map(\.endHandle).max() ?? first
            return RemoteService(
                uuid: uuid, handles: first...max(first, last), characteristics: characteristics)
        }
    }

    private func text(_ path: String, _ interface: String, _ name: String) -> String? {
        client.objects[path, interface]?[name]?.text
    }

    private static func handle(_ path: String) -> UInt16 {
        UInt16(path.suffix(4), radix: 16) ?? 0
    }

    private func characteristic(_ path: String) -> RemoteCharacteristic? {
        let interface = RemoteObjects.characteristic
        guard let uuid = BluetoothUUID(onBus: text(path, interface, "UUID")) else { return nil }
        let descriptors = client.objects.paths(with: RemoteObjects.descriptor, below: path)
            .compactMap { path in
                BluetoothUUID(onBus: text(path, RemoteObjects.descriptor, "UUID"))
                    .map { RemoteDescriptor(uuid: $0, handle: Self.handle(path)) }
            }
        let handle = Self.handle(path)
        let value = handle == .max ? handle : handle + 1
        return RemoteCharacteristic(
            uuid: uuid, properties: device.properties(path), handle: handle, valueHandle: value,
            endHandle: max(value, descriptors.map(\.handle).max() ?? 0), descriptors: descriptors)
    }

    /// The path of the first characteristic with a UUID.
    private func path(of uuid: BluetoothUUID) throws(AccessError) -> String {
        guard isConnected else { throw .ended("connect first") }
        let found = device.characteristics.first { device.uuid(of: $0)?.matches(uuid) ?? false }
        guard let found else {
            if Self.hidden.contains(where: uuid.matches) {
                throw .unable("BlueZ does not expose \(uuid)")
            }
            throw .missing("BlueZ exposes no characteristic \(uuid)")
        }
        return found
    }

    /// Of GAP and GATT: bluetoothd reads them itself.
    private static let hidden: [BluetoothUUID] = [
        .short(0x2A00), .short(0x2A01), .short(0x2A02), .short(0x2A03), .short(0x2A04),
        .short(0x2A05), .short(0x2AA6), .short(0x2B29), .short(0x2B2A), .short(0x2B3A),
    ]

    // MARK: Values

    /// Reads the value of the first characteristic with this UUID, of any length.
    package func read(_ characteristic: BluetoothUUID) throws(AccessError) -> [UInt8] {
        let path = try path(of: characteristic)
        return try client.complete { device.read(path, $0) }
    }

    /// Writes the value of the first characteristic with this UUID. A request returns when it is
    /// answered, a command when BlueZ has it.
    package func write(
        _ bytes: [UInt8], to characteristic: BluetoothUUID, _ kind: WriteKind
    ) throws(AccessError) {
        let path = try path(of: characteristic)
        _ = try client.complete { device.write(bytes, to: path, isAnswered: kind == .request, $0) }
    }

    /// Asks BlueZ for notifications or indications; BlueZ writes the configuration. Notifications
    /// come through a socket, so that they are not mistaken for reads.
    package func subscribe(
        to characteristic: BluetoothUUID, _ kind: Subscription
    ) throws(AccessError) {
        let path = try path(of: characteristic)
        guard !kind.isEmpty else {
            try client.complete { device.unsubscribe(from: path, $0) }
            // If its socket is closed, bluetoothd notices that a little later.
            let limit = client.clock.wall &+ 1_000_000_000
            try client.wait(untilWall: limit) { !device.isAcquired(path) }
            return
        }
        try client.complete { done in
            device.subscribe(
                to: path,
                onValue: { [unowned self] bytes in
                    add(.value(now, of: characteristic, bytes))
                }, done)
        }
    }
}
