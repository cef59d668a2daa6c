public import Bluetooth

/// The properties of a characteristic (Core Vol 3, Part G, 3.3.1.1).
public struct CharacteristicProperties: OptionSet, Sendable {
    /// The properties octet of the declaration.
    public let rawValue: UInt8
    /// Any octet.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The value may be in advertisements.
    package static let broadcast = Self(rawValue: 0x01)
    /// The value may be read.
    public static let read = Self(rawValue: 0x02)
    /// The value may be written by command.
    package static let writeWithoutResponse = Self(rawValue: 0x04)
    /// The value may be written by request.
    public static let write = Self(rawValue: 0x08)
    /// The value may be notified.
    public static let notify = Self(rawValue: 0x10)
    /// The value may be indicated.
    package static let indicate = Self(rawValue: 0x20)
    /// The value may be written by signed command.
    package static let signedWrite = Self(rawValue: 0x40)
    /// There is a descriptor (2900) with further properties.
    public static let extended = Self(rawValue: 0x80)
}

/// The security that a value needs for a read or write.
public enum Security: UInt8, Sendable, Comparable {
    case open, encrypted, authenticated
    /// An authenticated link is also an encrypted one.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A number that the firmware assigns to each of its values; it is passed to reads and writes.
public struct ValueID: Hashable, Sendable {
    /// The number itself.
    public var number: UInt16
    /// A number, wrapped.
    public init(_ number: UInt16) { self.number = number }
}

/// A descriptor besides the ones that the server adds (2900, 2902).
public struct Descriptor: Sendable {
    /// What it describes.
    public var uuid: BluetoothUUID
    /// The firmware's id of the value.
    public var id: ValueID
    /// Whether it may be read.
    public var readable: Bool
    /// Whether it may be written by request.
    package var writable: Bool

    /// A readable descriptor, by default.
    public init(_ uuid: BluetoothUUID, id: ValueID, readable: Bool = true, writable: Bool = false) {
        self.uuid = uuid
        self.id = id
        self.readable = readable
        self.writable = writable
    }
}

/// A characteristic of a service; the server adds the CCCD of a notifying or indicating one.
public struct Characteristic: Sendable {
    /// What the value means.
    public var uuid: BluetoothUUID
    /// The firmware's id of the value.
    public var id: ValueID
    /// Its properties.
    public var properties: CharacteristicProperties
    /// The security that the link needs for a read.
    package var readSecurity: Security
    /// The security that the link needs for a write.
    package var writeSecurity: Security
    /// Descriptors besides those that the server adds.
    package var descriptors: [Descriptor]
    /// The longest value after a write, in bytes (0 to 512).
    package var maximumLength: Int

    /// A characteristic for any link, by default.
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

/// A service with its characteristics (Core Vol 3, Part G, 3.1).
public struct Service: Sendable {
    /// The kind of service.
    public var uuid: BluetoothUUID
    /// False for a service that only others include.
    package var isPrimary: Bool
    /// In the order of their handles.
    public var characteristics: [Characteristic]

    /// A primary service by default.
    public init(
        _ uuid: BluetoothUUID, isPrimary: Bool = true, characteristics: [Characteristic]
    ) {
        self.uuid = uuid
        self.isPrimary = isPrimary
        self.characteristics = characteristics
    }
}

extension Security: CustomStringConvertible {
    /// The case's name.
    public var description: String {
        switch self {
        case .open: "open"
        case .encrypted: "encrypted"
        case .authenticated: "authenticated"
        }
    }
}

extension ValueID: CustomStringConvertible {
    /// With its number.
    public var description: String { "ValueID(number: \(number))" }
}
