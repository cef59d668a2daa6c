import Bluetooth
import DBus

/// An application's advertisement: `org.bluez.LEAdvertisement1`, as bluetoothd 5.66 reads it
/// without its experimental interfaces (`MinInterval`, `MaxInterval` and `TxPower` have no effect).
struct AdvertisementContent: Equatable {
    /// Central may connect: `peripheral`; `broadcast` otherwise.
    var isConnectable = false
    var serviceUUIDs: [BluetoothUUID] = []
    var solicitUUIDs: [BluetoothUUID] = []
    var manufacturerData: [Data<UInt16>] = []
    var serviceData: [Data<BluetoothUUID>] = []
    /// The known entries of `Includes`.
    var includesTxPower = false
    var includesAppearance = false
    var includesName = false
    /// Nil for none.
    var name: String?
    var appearance: UInt16?
    /// In seconds; 0 for as long as it is registered.
    var timeout: UInt16 = 0
    /// By AD type; flags are among them.
    var data: [Data<UInt8>] = []
    /// In seconds; nil unless it is discoverable for a limited time.
    var discoverableTimeout: UInt16?
    var hasSecondaryChannel = false

    /// The bytes of a key.
    struct Data<Key: Equatable>: Equatable {
        var key: Key
        var bytes: [UInt8]
    }

    /// The AD type of flags.
    static let flagsType: UInt8 = 0x01
    /// Of advertising data, in bytes.
    static let limit = AdvertisingData.limit

    /// Reads all existing properties, in BlueZ's order; nil if one is invalid.
    init?(_ properties: [String: Value]) {
        for name in Self.names {
            guard let value = properties[name] else { continue }
            guard read(name, value) else { return nil }
        }
        guard finish() else { return nil }
    }

    /// Checks which properties can be combined.
    private mutating func finish() -> Bool {
        if flags != nil {
            guard isConnectable else { return false }
            if discoverableTimeout != nil { setFlags(.limitedDiscoverable) }
        } else {
            discoverableTimeout = nil
        }
        guard timeout == 0 || timeout >= discoverableTimeout ?? 0 else { return false }
        return true
    }

    private static let names = [
        "Type", "ServiceUUIDs", "SolicitUUIDs", "ManufacturerData", "ServiceData", "Includes",
        "LocalName", "Appearance", "Timeout", "Data", "Discoverable", "DiscoverableTimeout",
        "SecondaryChannel",
    ]

    /// Takes one property; nil for a removed one. False if it is invalid, or has no effect.
    mutating func read(_ name: String, _ value: Value?) -> Bool {
        switch name {
        case "Type": readType(value)
        case "ServiceUUIDs": Self.read(value, into: &serviceUUIDs)
        case "SolicitUUIDs": Self.read(value, into: &solicitUUIDs)
        case "ManufacturerData": readManufacturerData(value)
        case "ServiceData": readServiceData(value)
        case "Includes": readIncludes(value)
        case "LocalName": readName(value)
        case "Appearance": readAppearance(value)
        case "Timeout": Self.read(value, into: &timeout)
        case "Data": readData(value)
        case "Discoverable": readDiscoverable(value)
        case "DiscoverableTimeout": readDiscoverableTimeout(value)
        case "SecondaryChannel": readSecondaryChannel(value)
        default: false
        }
    }
}
