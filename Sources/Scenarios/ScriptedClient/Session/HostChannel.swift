import Bluetooth
import CapProtocol
import MetaWearProtocol

/// The service over which a host and a device exchange packets: one value each way.
package struct HostChannel {
    package let service: BluetoothUUID
    /// What the host writes.
    package let command: BluetoothUUID
    /// What the device notifies.
    package let notification: BluetoothUUID

    /// A MetaWear's.
    package static let metaWear = HostChannel(
        service: BluetoothUUID(stringLiteral: BoardUUID.service),
        command: BluetoothUUID(stringLiteral: BoardUUID.command),
        notification: BluetoothUUID(stringLiteral: BoardUUID.notify))

    /// The Nordic UART of a Triki cap (protocol, triki 1.3).
    package static let nordicUART = HostChannel(
        service: BluetoothUUID(stringLiteral: CapUUID.service),
        command: BluetoothUUID(stringLiteral: CapUUID.receive),
        notification: BluetoothUUID(stringLiteral: CapUUID.transmit))
}
