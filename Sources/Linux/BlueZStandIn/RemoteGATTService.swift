import Central
import DBus

/// `org.bluez.GattService1` of a remote device.
final class RemoteGATTService: BusObject {
    let interface = description
    let remote: RemoteService
    let path: String
    private unowned let gatt: RemoteGATT
    private(set) var characteristics: [RemoteGATTCharacteristic] = []

    static let description = InterfaceDescription(
        "org.bluez.GattService1",
        properties: [
            .init("UUID", "s"), .init("Device", "o"), .init("Primary", "b"),
            .init("Includes", "ao"),
        ])

    init(_ remote: RemoteService, of gatt: RemoteGATT) {
        self.remote = remote
        self.gatt = gatt
        path = "\(gatt.devicePath)/service\(RemoteGATT.text(remote.handles.lowerBound))"
        characteristics = remote.characteristics.map {
            RemoteGATTCharacteristic($0, of: path, in: gatt)
        }
    }

    func get(_ property: String) -> Value? {
        switch property {
        case "UUID": .string(RemoteGATT.text(remote.uuid))
        case "Device": .path(gatt.devicePath)
        // Discovery asks for primary services.
        case "Primary": .bool(true)
        case "Includes": .array("o", [])
        default: nil
        }
    }

    func publish() {
        gatt.objects.add(self, at: path)
        for characteristic in characteristics { characteristic.publish() }
    }

    /// Those below go first.
    func withdraw() {
        for characteristic in characteristics { characteristic.withdraw() }
        gatt.objects.remove(interface.name, at: path)
    }

    func disconnected() {
        for characteristic in characteristics { characteristic.disconnected() }
    }
}
