/// Bytes as text that JSON can carry (RFC 4648, section 4).
package enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// With padding, in one line.
    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = (0..<3).reduce(0) { group, offset in
                let place = start + offset
                return group << 8 | (place < bytes.count ? Int(bytes[place]) : 0)
            }
            for place in 0..<4 {
                // One byte is two letters, two bytes are three.
                let isPadding = place > min(3, bytes.count - start)
                let letter = letters[group >> (18 - 6 * place) & 0x3F]
                text.append(isPadding ? UInt8(ascii: "=") : letter)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
