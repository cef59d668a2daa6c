import Bluetooth
import MetaWearProtocol

/// The service over which a host and a device exchange packets: one value each way.
struct HostChannel {
    let service: BluetoothUUID
    /// What the host writes.
    let command: BluetoothUUID
    /// What the device notifies.
    let notification: BluetoothUUID

    /// A MetaWear's.
    static let metaWear = HostChannel(
        service: BluetoothUUID(stringLiteral: BoardUUID.service),
        command: BluetoothUUID(stringLiteral: BoardUUID.command),
        notification: BluetoothUUID(stringLiteral: BoardUUID.notify))

    /// The Nordic UART of a Triki cap (protocol, triki 1.3).
    static let nordicUART = HostChannel(
        service: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E",
        command: "6E400002-B5A3-F393-E0A9-E50E24DCCA9E",
        notification: "6E400003-B5A3-F393-E0A9-E50E24DCCA9E")
}
