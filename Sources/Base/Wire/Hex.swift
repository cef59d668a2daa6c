/// Hexadecimal as packets are written: `03 01 01`.
public enum Hex {
    static let digits: [UInt8] = Array("0123456789abcdef".utf8)

    /// Lower-case pairs, one blank between them.
    public static func text(_ bytes: Span<UInt8>) -> String {
        if bytes.isEmpty { return "" }
        return String(unsafeUninitializedCapacity: bytes.count * 3 - 1) { out in
            for i in 0..<bytes.count {
                if i > 0 { out[3 * i - 1] = UInt8(ascii: " ") }
                out[3 * i] = digits[Int(bytes[i] >> 4)]
                out[3 * i + 1] = digits[Int(bytes[i] & 15)]
            }
            return bytes.count * 3 - 1
        }
    }

    /// Lower-case pairs, one blank between them.
    public static func text(_ bytes: [UInt8]) -> String { text(bytes.span) }

    /// Reads pairs of digits, with or without blanks; nil if there is anything else.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var result: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            let digit: UInt8
            switch character {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                if high != nil { return nil }
                continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
            default: return nil
            }
            if let first = high {
                result.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? result : nil
    }
}
