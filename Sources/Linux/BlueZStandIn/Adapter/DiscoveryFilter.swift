import Bluetooth
import DBus

/// A client's filter, in the form of `SetDiscoveryFilter`.
struct DiscoveryFilter: Equatable {
    /// Services of which a device must advertise one; none for any device.
    var uuids: [BluetoothUUID] = []
    /// The weakest signal in dBm.
    var rssi: Int?
    /// In dB. bluetoothd 5.66 accepts it but still passes everything.
    var pathloss: Int?
    var wantsLowEnergy = true
    /// Unchanged data are reported too.
    var wantsDuplicates = false
    /// The adapter is to be discoverable meanwhile.
    var makesDiscoverable = false
    /// The beginning of the address or the name.
    var pattern: String?

    /// In the order of `GetDiscoveryFilters`.
    static let keys = [
        "UUIDs", "RSSI", "Pathloss", "Transport", "DuplicateData", "Discoverable", "Pattern",
    ]

    /// Nil if a key, a type or a value is invalid.
    init?(_ options: Value) {
        guard let members = options.members else { return nil }
        isEmpty = members.isEmpty
        for (key, value) in members where !take(key, value) { return nil }
        guard rssi == nil || pathloss == nil else { return nil }
    }

    /// Whether it has no keys at all: any key makes it a filter, whatever its value.
    let isEmpty: Bool

    private mutating func take(_ key: String, _ value: Value) -> Bool {
        switch (key, value) {
        case ("UUIDs", .array("s", let texts)):
            uuids = texts.compactMap { $0.text.flatMap(Self.uuid) }
            return uuids.count == texts.count
        case ("RSSI", .int16(let number)) where -127...20 ~= number: rssi = Int(number)
        case ("Pathloss", .uint16(let number)) where number <= 137: pathloss = Int(number)
        case ("Transport", .string(let text)):
            wantsLowEnergy = text != "bredr"
            return ["auto", "le", "bredr"].contains(text)
        case ("DuplicateData", .bool(let flag)): wantsDuplicates = flag
        case ("Discoverable", .bool(let flag)): makesDiscoverable = flag
        case ("Pattern", .string(let text)): pattern = text
        default: return false
        }
        return true
    }

    /// Four or eight digits, with `0x` or without, or all of it.
    private static func uuid(_ text: String) -> BluetoothUUID? {
        if text.utf8.count == 36 { return BluetoothUUID(text) }
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        guard digits.utf8.count == 4 || digits.utf8.count == 8,
            let uuid = BluetoothUUID(
                String(repeating: "0", count: 8 - digits.utf8.count) + digits
                    + "-0000-1000-8000-00805F9B34FB")
        else { return nil }
        return uuid
    }

    /// Whether a report passes the filter.
    func passes(_ services: [BluetoothUUID], rssi strength: Int) -> Bool {
        if let rssi, strength < rssi { return false }
        guard !uuids.isEmpty else { return true }
        return uuids.contains { uuid in services.contains { $0.matches(uuid) } }
    }
}
