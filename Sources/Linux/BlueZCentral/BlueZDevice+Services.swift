internal import Bluetooth
package import Central
internal import DBus

extension BlueZDevice {
    /// The services that BlueZ exposes, without GAP and GATT. Handles come from its objects' names;
    /// a value follows its declaration.
    package var services: [RemoteService] {
        client.objects.paths(with: RemoteObjects.service, below: path).compactMap { path in
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

    private static func handle(_ path: String) -> UInt16 {
        UInt16(path.suffix(4), radix: 16) ?? 0
    }

    private func characteristic(_ path: String) -> RemoteCharacteristic? {
        guard let uuid = uuid(of: path) else { return nil }
        let descriptors = client.objects.paths(with: RemoteObjects.descriptor, below: path)
            .compactMap { path in
                BluetoothUUID(onBus: text(path, RemoteObjects.descriptor, "UUID"))
                    .map { RemoteDescriptor(uuid: $0, handle: Self.handle(path)) }
            }
        let handle = Self.handle(path)
        let value = handle == .max ? handle : handle + 1
        return RemoteCharacteristic(
            uuid: uuid, properties: properties(path), handle: handle, valueHandle: value,
            endHandle: max(value, descriptors.map(\.handle).max() ?? 0), descriptors: descriptors)
    }
}
