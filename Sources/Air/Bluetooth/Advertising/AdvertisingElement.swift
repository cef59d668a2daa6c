/// One AD structure (Core Specification Supplement, Part A).
package enum AdvertisingElement: Sendable, Equatable {
    case flags(AdvertisingFlags)
    /// Service UUIDs of one width; `complete` if the device has no others of that width.
    case services([BluetoothUUID], complete: Bool)
    /// The device's name, or its beginning if not `complete`.
    case name(String, complete: Bool)
    /// Transmit power in dBm.
    case txPower(Int8)
    case serviceData(BluetoothUUID, [UInt8])
    /// Data in the format of the company with this identifier.
    case manufacturer(company: UInt16, [UInt8])
    /// The peripheral's preferred interval range in steps of 1.25 ms.
    case connectionIntervalRange(minimum: UInt16, maximum: UInt16)
    case appearance(UInt16)
    /// An unknown type, or a value that does not fit its type.
    case other(type: UInt8, [UInt8])
}

/// The device's discoverability (Core Specification Supplement, Part A, 1.3).
package struct AdvertisingFlags: OptionSet, Sendable {
    /// The flags octet on the air.
    package let rawValue: UInt8
    /// Any octet, reserved bits included.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Discoverable for a limited time.
    package static let limitedDiscoverable = Self(rawValue: 0x01)
    /// Discoverable at any time.
    package static let generalDiscoverable = Self(rawValue: 0x02)
    /// Low Energy only.
    package static let brEDRNotSupported = Self(rawValue: 0x04)
}

/// AD types (Bluetooth Assigned Numbers, 2.3).
enum AdvertisingType {
    static let flags: UInt8 = 0x01
    static let incompleteServices16: UInt8 = 0x02
    static let completeServices16: UInt8 = 0x03
    static let incompleteServices128: UInt8 = 0x06
    static let completeServices128: UInt8 = 0x07
    static let shortenedName: UInt8 = 0x08
    static let completeName: UInt8 = 0x09
    static let txPower: UInt8 = 0x0A
    static let connectionIntervalRange: UInt8 = 0x12
    static let serviceData16: UInt8 = 0x16
    static let appearance: UInt8 = 0x19
    static let serviceData128: UInt8 = 0x21
    static let manufacturer: UInt8 = 0xFF
}

extension AdvertisingElement {
    /// Reads one structure's type and value; never fails: an invalid value becomes `other`.
    package init(type: UInt8, value: [UInt8]) {
        self = Self.known(type: type, value: value) ?? .other(type: type, value)
    }

    private static func known(type: UInt8, value: [UInt8]) -> Self? {
        func word(_ offset: Int) -> UInt16 {
            UInt16(value[offset]) | UInt16(value[offset + 1]) << 8
        }
        switch type {
        case AdvertisingType.flags:
            return value.first.map { .flags(AdvertisingFlags(rawValue: $0)) }
        case AdvertisingType.incompleteServices16, AdvertisingType.completeServices16:
            return uuids(value, width: 2).map {
                .services($0, complete: type == AdvertisingType.completeServices16)
            }
        case AdvertisingType.incompleteServices128, AdvertisingType.completeServices128:
            return uuids(value, width: 16).map {
                .services($0, complete: type == AdvertisingType.completeServices128)
            }
        case AdvertisingType.shortenedName, AdvertisingType.completeName:
            return .name(
                String(decoding: value, as: UTF8.self),
                complete: type == AdvertisingType.completeName)
        case AdvertisingType.txPower:
            return value.count == 1 ? .txPower(Int8(bitPattern: value[0])) : nil
        case AdvertisingType.connectionIntervalRange:
            return value.count == 4
                ? .connectionIntervalRange(minimum: word(0), maximum: word(2)) : nil
        case AdvertisingType.appearance:
            return value.count == 2 ? .appearance(word(0)) : nil
        case AdvertisingType.serviceData16:
            return BluetoothUUID(littleEndian: value.prefix(2)).map {
                .serviceData($0, Array(value.dropFirst(2)))
            }
        case AdvertisingType.serviceData128:
            return BluetoothUUID(littleEndian: value.prefix(16)).flatMap {
                value.count < 16 ? nil : .serviceData($0, Array(value.dropFirst(16)))
            }
        case AdvertisingType.manufacturer:
            return value.count >= 2
                ? .manufacturer(company: word(0), Array(value.dropFirst(2))) : nil
        default: return nil
        }
    }

    private static func uuids(_ value: [UInt8], width: Int) -> [BluetoothUUID]? {
        guard value.count % width == 0 else { return nil }
        return stride(from: 0, to: value.count, by: width).compactMap {
            BluetoothUUID(littleEndian: value[$0..<$0 + width])
        }
    }

    /// The structure's type and value on the air.
    package var encoded: (type: UInt8, value: [UInt8]) {
        func word(_ value: UInt16) -> [UInt8] {
            [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
        }
        switch self {
        case .flags(let flags): return (AdvertisingType.flags, [flags.rawValue])
        case .services(let uuids, let complete):
            let short = uuids.allSatisfy { $0.littleEndian.count == 2 }
            let type =
                short
                ? (complete
                    ? AdvertisingType.completeServices16 : AdvertisingType.incompleteServices16)
                : (complete
                    ? AdvertisingType.completeServices128 : AdvertisingType.incompleteServices128)
            return (type, uuids.flatMap { short ? $0.littleEndian : $0.expanded.littleEndian })
        case .name(let name, let complete):
            return (
                complete ? AdvertisingType.completeName : AdvertisingType.shortenedName,
                Array(name.utf8)
            )
        case .txPower(let power): return (AdvertisingType.txPower, [UInt8(bitPattern: power)])
        case .serviceData(let uuid, let data):
            let bytes = uuid.littleEndian
            return (
                bytes.count == 2 ? AdvertisingType.serviceData16 : AdvertisingType.serviceData128,
                bytes + data
            )
        case .manufacturer(let company, let data):
            return (AdvertisingType.manufacturer, word(company) + data)
        case .connectionIntervalRange(let minimum, let maximum):
            return (AdvertisingType.connectionIntervalRange, word(minimum) + word(maximum))
        case .appearance(let appearance): return (AdvertisingType.appearance, word(appearance))
        case .other(let type, let value): return (type, value)
        }
    }
}
