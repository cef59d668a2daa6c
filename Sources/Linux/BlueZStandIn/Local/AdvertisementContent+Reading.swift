import Bluetooth
import DBus

/// The properties, one by one.
extension AdvertisementContent {
    mutating func readType(_ value: Value?) -> Bool {
        guard let value else { return true }
        guard case .string(let text) = value else { return false }
        isConnectable = text == "peripheral"
        return isConnectable || text == "broadcast"
    }

    static func read(_ value: Value?, into uuids: inout [BluetoothUUID]) -> Bool {
        uuids = []
        guard let value else { return true }
        guard case .array(let element, let values) = value else { return value.isArray }
        guard element == "s" else { return true }
        let read = values.compactMap { $0.text.flatMap(BluetoothUUID.init(bluez:)) }
        guard read.count == values.count else { return false }
        uuids = read
        return true
    }

    /// The bytes of each entry; nil if one is empty: to BlueZ an empty array is not an array of
    /// bytes.
    private static func entries(_ value: Value) -> [(key: Value, bytes: [UInt8])]? {
        guard case .dictionary(_, _, let entries) = value else { return value.isArray ? [] : nil }
        var read: [(Value, [UInt8])] = []
        for entry in entries {
            guard case .variant(.bytes(let bytes)) = entry.value, !bytes.isEmpty else { return nil }
            read.append((entry.key, bytes))
        }
        return read
    }

    mutating func readManufacturerData(_ value: Value?) -> Bool {
        manufacturerData = []
        guard let value else { return true }
        guard let entries = Self.entries(value) else { return false }
        var read: [Data<UInt16>] = []
        for (key, bytes) in entries {
            // bluetoothd 5.66 ignores a key of another type.
            guard case .uint16(let company) = key else { continue }
            guard bytes.count <= Self.limit - 4, Self.put(bytes, company, &read)
            else { return false }
        }
        manufacturerData = read
        return true
    }

    mutating func readServiceData(_ value: Value?) -> Bool {
        serviceData = []
        guard let value else { return true }
        guard let entries = Self.entries(value) else { return false }
        var read: [Data<BluetoothUUID>] = []
        for (key, bytes) in entries {
            guard let uuid = key.text.flatMap(BluetoothUUID.init(bluez:)),
                bytes.count <= Self.limit - 2 - uuid.littleEndian.count,
                Self.put(bytes, uuid, &read)
            else { return false }
        }
        serviceData = read
        return true
    }

    mutating func readIncludes(_ value: Value?) -> Bool {
        (includesTxPower, includesAppearance, includesName) = (false, false, false)
        guard let value else { return true }
        guard case .array(_, let values) = value else { return value.isArray }
        for value in values {
            switch value.text {
            case "tx-power": includesTxPower = true
            case "appearance": includesAppearance = true
            case "local-name": includesName = true
            default: break
            }
        }
        return true
    }

    mutating func readName(_ value: Value?) -> Bool {
        guard let value else {
            name = nil
            return true
        }
        guard case .string(let text) = value, !includesName else { return false }
        name = text.isEmpty ? nil : text
        return true
    }

    mutating func readAppearance(_ value: Value?) -> Bool {
        guard let value else {
            appearance = 0
            return true
        }
        guard case .uint16(let number) = value, !includesAppearance else { return false }
        appearance = number == .max ? nil : number
        return true
    }

    static func read(_ value: Value?, into number: inout UInt16) -> Bool {
        guard let value else {
            number = 0
            return true
        }
        guard case .uint16(let new) = value else { return false }
        number = new
        return true
    }

    /// Types with their own properties are refused; so are types reserved for the controller.
    mutating func readData(_ value: Value?) -> Bool {
        data = []
        guard let value else { return true }
        guard let entries = Self.entries(value) else { return false }
        var read: [Data<UInt8>] = []
        for (key, bytes) in entries {
            guard case .byte(let type) = key, bytes.count <= Self.limit - 2,
                !Self.isRefused(type), Self.put(bytes, type, &read)
            else { return false }
        }
        data = read
        return true
    }

    private static func isRefused(_ type: UInt8) -> Bool {
        switch type {
        case 0x01...0x0A, 0x0D...0x12, 0x14...0x23, 0x27...0x2B, 0x3D, 0xFF: true
        default: false
        }
    }

    mutating func readDiscoverable(_ value: Value?) -> Bool {
        data.removeAll { $0.key == Self.flagsType }
        guard let value else { return true }
        guard case .bool(let isDiscoverable) = value else { return false }
        if isDiscoverable { setFlags(.generalDiscoverable) }
        return true
    }

    mutating func readDiscoverableTimeout(_ value: Value?) -> Bool {
        guard let value else {
            discoverableTimeout = nil
            return true
        }
        guard case .uint16(let seconds) = value else { return false }
        discoverableTimeout = seconds
        return true
    }

    mutating func readSecondaryChannel(_ value: Value?) -> Bool {
        hasSecondaryChannel = false
        guard let value else { return true }
        guard case .string(let text) = value else { return false }
        hasSecondaryChannel = ["1M", "2M"].contains(text)
        return hasSecondaryChannel
    }

    /// The flags octet, if it is given.
    var flags: UInt8? { data.first { $0.key == Self.flagsType }?.bytes.first }

    /// A Low Energy-only adapter says so in its flags.
    mutating func setFlags(_ flags: AdvertisingFlags) {
        _ = Self.put(
            [flags.union(.brEDRNotSupported).rawValue], Self.flagsType, &data)
    }

    /// An advertisement that is no longer discoverable has no flags of its own.
    mutating func removeFlags() {
        data.removeAll { $0.key == Self.flagsType }
        discoverableTimeout = nil
    }

    /// Replaces the key's value in place; false if it was the same.
    private static func put<Key>(
        _ bytes: [UInt8], _ key: Key, _ list: inout [Data<Key>]
    ) -> Bool {
        guard let index = list.firstIndex(where: { $0.key == key }) else {
            list.append(Data(key: key, bytes: bytes))
            return true
        }
        guard list[index].bytes != bytes else { return false }
        list[index].bytes = bytes
        return true
    }
}

extension Value {
    /// An array of any type, including a dictionary.
    fileprivate var isArray: Bool {
        switch self {
        case .array, .bytes, .dictionary: true
        default: false
        }
    }
}
