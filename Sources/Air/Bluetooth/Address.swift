/// A device address with its type (Core Vol 6, Part B, 1.3).
public struct Address: Hashable, Sendable {
    /// Public addresses are assigned, random ones chosen.
    public enum Kind: UInt8, Sendable { case publicDevice, random }

    /// The lower 48 bits; the first byte as written is the most significant.
    public var value: UInt64
    /// Whether it was assigned or chosen.
    public var kind: Kind

    /// Only the lower 48 bits of `value` are used.
    public init(_ value: UInt64, kind: Kind = .random) {
        self.value = value & 0xFFFF_FFFF_FFFF
        self.kind = kind
    }

    /// `E8:C9:8F:52:7B:07`; nil for any other text.
    public init?(_ text: some StringProtocol, kind: Kind = .random) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 6 else { return nil }
        var value: UInt64 = 0
        for part in parts {
            guard part.utf8.count == 2, part.allSatisfy({ $0.isHexDigit }),
                let byte = UInt8(part, radix: 16)
            else { return nil }
            value = value << 8 | UInt64(byte)
        }
        self.init(value, kind: kind)
    }

    /// The bytes on the air: six, least significant first.
    package var littleEndian: [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

extension Address: CustomStringConvertible {
    /// Six pairs of hexadecimal digits, `E8:C9:8F:52:7B:07`.
    public var description: String {
        littleEndian.reversed().map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.utf8.count == 1 ? "0" + text : text
        }.joined(separator: ":")
    }
}
