public import Bluetooth

/// What a characteristic can do (Core Vol 3, Part G, 3.3.1.1).
public struct CharacteristicProperties: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let broadcast = Self(rawValue: 0x01)
    public static let read = Self(rawValue: 0x02)
    public static let writeWithoutResponse = Self(rawValue: 0x04)
    public static let write = Self(rawValue: 0x08)
    public static let notify = Self(rawValue: 0x10)
    public static let indicate = Self(rawValue: 0x20)
    public static let signedWrite = Self(rawValue: 0x40)
    public static let extended = Self(rawValue: 0x80)
}

/// What a link must be before a value may be read or written.
public enum Security: UInt8, Sendable, Comparable {
    case open, encrypted, authenticated
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A number that the firmware gives each of its own values; it comes back in reads and writes.
public struct ValueID: Hashable, Sendable {
    public var number: UInt16
    public init(_ number: UInt16) { self.number = number }
}

/// A descriptor beside the ones that the server makes itself (2900, 2902).
public struct Descriptor: Sendable {
    public var uuid: BluetoothUUID
    public var id: ValueID
    public var readable: Bool
    public var writable: Bool

    public init(_ uuid: BluetoothUUID, id: ValueID, readable: Bool = true, writable: Bool = false) {
        self.uuid = uuid
        self.id = id
        self.readable = readable
        self.writable = writable
    }
}

/// A characteristic of a service; a notifying or indicating one gets its CCCD from the server.
public struct Characteristic: Sendable {
    public var uuid: BluetoothUUID
    public var id: ValueID
    public var properties: CharacteristicProperties
    public var readSecurity: Security
    public var writeSecurity: Security
    public var descriptors: [Descriptor]
    /// The longest value that a write may leave, in bytes (0 to 512).
    public var maximumLength: Int

    public init(
        _ uuid: BluetoothUUID, id: ValueID, properties: CharacteristicProperties,
        readSecurity: Security = .open, writeSecurity: Security = .open,
        descriptors: [Descriptor] = [], maximumLength: Int = 512
    ) {
        self.uuid = uuid
        self.id = id
        self.properties = properties
        self.readSecurity = readSecurity
        self.writeSecurity = writeSecurity
        self.descriptors = descriptors
        self.maximumLength = maximumLength
    }
}

/// A service and what it holds (Core Vol 3, Part G, 3.1).
public struct Service: Sendable {
    public var uuid: BluetoothUUID
    public var isPrimary: Bool
    public var characteristics: [Characteristic]

    public init(
        _ uuid: BluetoothUUID, isPrimary: Bool = true, characteristics: [Characteristic]
    ) {
        self.uuid = uuid
        self.isPrimary = isPrimary
        self.characteristics = characteristics
    }
}
