internal import Bluetooth
package import DBus

/// The relevant BlueZ objects: its adapters, and devices with everything below them.
extension RemoteObjects {
    package static let adapter = "org.bluez.Adapter1"
    package static let device = "org.bluez.Device1"
    package static let service = "org.bluez.GattService1"
    package static let characteristic = "org.bluez.GattCharacteristic1"
    package static let descriptor = "org.bluez.GattDescriptor1"
    private static let kept: Set = [adapter, device, service, characteristic, descriptor]

    /// What a client of BlueZ needs to know.
    static func bluez() -> RemoteObjects { RemoteObjects(keeping: { kept.contains($1) }) }

    /// The path of a device below its adapter's.
    static func path(of address: Address, below adapter: String) -> String {
        adapter + "/" + leaf(of: address)
    }

    /// The last part of a device's path, such as `dev_E8_C9_8F_52_7B_07`.
    private static func leaf(of address: Address) -> String {
        "dev_" + String(address.description.map { $0 == ":" ? "_" : $0 })
    }
}
