import Bluetooth
import Peripheral

/// The characteristics that packets are written to and notified from.
struct CaseChannel {
    let command: BluetoothUUID
    let notification: BluetoothUUID

    /// A MetaWear's (protocol, core 1.1).
    private static let metawear = CaseChannel(
        command: "326A9001-85CB-9195-D9DD-464CFBBAE75A",
        notification: "326A9006-85CB-9195-D9DD-464CFBBAE75A")
    /// The Nordic UART of a cap (protocol, triki 1.3).
    private static let triki = CaseChannel(
        command: "6E400002-B5A3-F393-E0A9-E50E24DCCA9E",
        notification: "6E400003-B5A3-F393-E0A9-E50E24DCCA9E")

    static func of(_ device: DeviceKind) -> CaseChannel {
        device == .metawear ? metawear : triki
    }

    /// How clients write a packet: those of the macro module with a response (protocol, core 1.5).
    static func way(_ packet: [UInt8], to device: DeviceKind) -> WriteKind {
        device == .metawear && packet.first == 0x0F ? .request : .command
    }

    /// What a log calls a characteristic.
    func name(of uuid: BluetoothUUID) -> String {
        if uuid == command { return "command" }
        if uuid == notification { return "notify" }
        let text = "\(uuid)"
        return text.utf8.count > 8 ? String(text.prefix(8)) : text
    }
}
