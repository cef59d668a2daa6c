public import Foundation

/// A Bluetooth UUID of 16, 32 or 128 bits, under the name that it has on Apple's systems.
public struct CBUUID: Sendable, Hashable, CustomStringConvertible {
    private static let base = "0000-1000-8000-00805F9B34FB"
    /// All 36 characters, in upper case.
    private let full: String

    /// A UUID of 4 or 8 hex digits, or of 36 characters.
    ///
    /// - Precondition: `string` is one of these.
    public init(string: String) {
        guard let uuid = CBUUID(parsing: string) else {
            preconditionFailure("`\(string)` is not a Bluetooth UUID: use 4, 8 or 32 hex digits")
        }
        self = uuid
    }

    /// The same; nil for a text that is no UUID.
    public init?(parsing string: String) {
        let digits = string.uppercased()
        switch digits.count {
        case 4, 8:
            guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
            full = String(repeating: "0", count: 8 - digits.count) + digits + "-" + Self.base
        default:
            guard let uuid = UUID(uuidString: digits) else { return nil }
            full = uuid.uuidString
        }
    }

    /// A UUID of 128 bits.
    public init(nsuuid: UUID) { full = nsuuid.uuidString }

    /// Its shortest form, in upper case: 4 or 8 digits for one that Bluetooth has assigned, 36 characters otherwise.
    public var uuidString: String {
        guard full.hasSuffix(Self.base) else { return full }
        let digits = full.prefix(8)
        return String(digits.hasPrefix("0000") ? digits.dropFirst(4) : digits)
    }

    /// All 128 bits as text, in upper case.
    public var fullString: String { full }

    /// Same as ``uuidString``.
    public var description: String { uuidString }
}
