import Bluetooth
import DBus

/// The relevant BlueZ objects: its adapters, and one device with everything below it.
extension RemoteObjects {
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let service = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let descriptor = "org.bluez.GattDescriptor1"
    private static let kept: Set = [adapter, device, service, characteristic, descriptor]

    /// Devices with other addresses are ignored.
    convenience init(of address: Address) {
        let leaf = Self.leaf(of: address)
        self.init { path, interface in
            Self.kept.contains(interface)
                && (interface == Self.adapter || path.split(separator: "/").contains { $0 == leaf })
        }
    }

    /// The path of a device below its adapter's.
    static func path(of address: Address, below adapter: String) -> String {
        adapter + "/" + leaf(of: address)
    }

    /// The last part of a device's path, such as `dev_E8_C9_8F_52_7B_07`.
    private static func leaf(of address: Address) -> String {
        "dev_" + String(address.description.map { $0 == ":" ? "_" : $0 })
    }
}
