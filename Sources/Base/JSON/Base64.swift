/// Bytes as text that JSON can carry (RFC 4648, section 4).
package enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// With padding, in one line.
    package static func text(_ bytes: [UInt8]) -> String {
        let letters = letters
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group = Int(bytes[start]) << 16
            if count > 1 { group |= Int(bytes[start + 1]) << 8 }
            if count > 2 { group |= Int(bytes[start + 2]) }
            text.append(letters[group >> 18])
            text.append(letters[group >> 12 & 0x3F])
            // One byte is two letters, two bytes are three.
            text.append(count > 1 ? letters[group >> 6 & 0x3F] : UInt8(ascii: "="))
            text.append(count > 2 ? letters[group & 0x3F] : UInt8(ascii: "="))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
