import Bluetooth
import MetaWearTables
import Peripheral
import ScriptedClient

/// The characteristics that packets are written to and notified from.
struct CaseChannel {
    let command: BluetoothUUID
    let notification: BluetoothUUID

    static func of(_ device: DeviceKind) -> CaseChannel {
        let host: HostChannel = device == .metawear ? .metaWear : .nordicUART
        return CaseChannel(command: host.command, notification: host.notification)
    }

    /// How clients write a packet: those of the macro module with a response (protocol, core 1.5).
    static func way(_ packet: [UInt8], to device: DeviceKind) -> WriteKind {
        device == .metawear && packet.first == MWModule.macro.rawValue ? .request : .command
    }

    /// What a log calls a characteristic.
    func name(of uuid: BluetoothUUID) -> String {
        if uuid == command { return "command" }
        if uuid == notification { return "notify" }
        let text = "\(uuid)"
        return text.utf8.count > 8 ? String(text.prefix(8)) : text
    }
}
