import Bluetooth
import Central

extension ScanReport {
    /// Whether this is a board that has cases: a MetaWear board in its application or its
    /// bootloader (protocol, core 1.3 and 13.1), or a cap (protocol, triki 1.2).
    var isBoard: Bool {
        guard connectable else { return false }
        let data = advertisingData
        if data.names("326A9000-85CB-9195-D9DD-464CFBBAE75A") { return true }
        let name = (data.name ?? "").lowercased()
        return ["metawear", "metaboot", "triki"].contains { name.hasPrefix($0) }
    }
}
