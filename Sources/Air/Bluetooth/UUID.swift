/// A Bluetooth UUID of 16 or 128 bits (Core Vol 3, Part B, 2.5.1).
public enum BluetoothUUID: Hashable, Sendable {
    case short(UInt16)
    /// The 16 bytes as written, most significant first.
    case long(high: UInt64, low: UInt64)

    /// The tail of the Bluetooth base UUID, `-0000-1000-8000-00805F9B34FB`.
    static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB
    static let baseHigh: UInt64 = 0x0000_0000_0000_1000

    /// `180A` or `326A9000-85CB-9195-D9DD-464CFBBAE75A`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let digits = String(text.filter { $0 != "-" })
        // A sign would pass for a digit below.
        guard digits.allSatisfy({ $0.isHexDigit }) else { return nil }
        if digits.utf8.count == 4, let value = UInt16(digits, radix: 16) {
            self = .short(value)
        } else if digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        {
            self = .long(high: high, low: low)
        } else {
            return nil
        }
    }

    /// Two or sixteen bytes, least significant first; nil for any other count.
    public init?(littleEndian bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 2: self = .short(bytes.reversed().reduce(0) { $0 << 8 | UInt16($1) })
        case 16:
            let bigEndian = Array(bytes.reversed())
            self = .long(
                high: bigEndian[..<8].reduce(0) { $0 << 8 | UInt64($1) },
                low: bigEndian[8...].reduce(0) { $0 << 8 | UInt64($1) })
        default: return nil
        }
    }

    /// The bytes on the air: 2 or 16, least significant first.
    package var littleEndian: [UInt8] {
        switch self {
        case .short(let value): [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
        case .long(let high, let low):
            (0..<8).map { UInt8(truncatingIfNeeded: low >> (8 * $0)) }
                + (0..<8).map { UInt8(truncatingIfNeeded: high >> (8 * $0)) }
        }
    }

    /// The same UUID in 128 bits.
    package var expanded: BluetoothUUID {
        guard case .short(let value) = self else { return self }
        return .long(high: UInt64(value) << 32 | Self.baseHigh, low: Self.baseLow)
    }

    /// True if both name the same UUID, whatever their width.
    public func matches(_ other: BluetoothUUID) -> Bool { expanded == other.expanded }
}

extension BluetoothUUID: CustomStringConvertible {
    /// Four digits, or 32 in the usual groups.
    public var description: String {
        func hex(_ value: UInt64, _ digits: Int) -> String {
            let text = String(value, radix: 16, uppercase: true)
            return String(repeating: "0", count: digits - text.utf8.count) + text
        }
        switch self {
        case .short(let value): return hex(UInt64(value), 4)
        case .long(let high, let low):
            return [
                hex(high >> 32, 8), hex(high >> 16 & 0xFFFF, 4), hex(high & 0xFFFF, 4),
                hex(low >> 48, 4), hex(low & 0xFFFF_FFFF_FFFF, 12),
            ].joined(separator: "-")
        }
    }
}

extension BluetoothUUID: ExpressibleByStringLiteral {
    /// - Precondition: the literal is a UUID.
    public init(stringLiteral text: String) {
        guard let value = Self(text) else { preconditionFailure("\(text) is not a UUID") }
        self = value
    }
}
