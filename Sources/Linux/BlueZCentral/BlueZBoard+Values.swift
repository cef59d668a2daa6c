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

    /// The services that BlueZ exposes, without GAP and GATT.
    package func discover() throws(AccessError) -> [RemoteService] {
        guard isConnected else { throw .ended("connect first") }
        return device.services
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
