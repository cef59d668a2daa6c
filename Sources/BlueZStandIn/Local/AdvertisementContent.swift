import Bluetooth
import DBus

/// What an application wants to advertise: `org.bluez.LEAdvertisement1`, as bluetoothd 5.66 reads it
/// without its experimental interfaces (`MinInterval`, `MaxInterval` and `TxPower` are of no effect).
struct AdvertisementContent: Equatable {
    /// Central may connect: `peripheral`; `broadcast` otherwise.
    var isConnectable = false
    var serviceUUIDs: [BluetoothUUID] = []
    var solicitUUIDs: [BluetoothUUID] = []
    var manufacturerData: [Data<UInt16>] = []
    var serviceData: [Data<BluetoothUUID>] = []
    /// Of `Includes` what is known.
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

    /// Bytes that belong to a key.
    struct Data<Key: Equatable>: Equatable {
        var key: Key
        var bytes: [UInt8]
    }

    /// The AD type of flags.
    static let flagsType: UInt8 = 0x01
    /// Of advertising data, in bytes.
    static let limit = AdvertisingData.limit

    /// Reads all properties that are there, in BlueZ's order; nil if one is not as it has to be.
    init?(_ properties: [String: Value]) {
        for name in Self.names {
            guard let value = properties[name] else { continue }
            guard read(name, value) else { return nil }
        }
        guard finish() else { return nil }
    }

    /// What goes together, and what does not.
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

    /// Takes one property; nil for one that is not there any more. False if it is not as it has to
    /// be, or is of no effect.
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
