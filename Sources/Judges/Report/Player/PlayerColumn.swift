import JSON

/// Numbers of a player's data in the shortest form: a list for one that never changes, otherwise
/// base64 of little-endian bytes.
enum PlayerColumn {
    /// One byte per picture.
    static func bytes(_ values: [UInt8]) -> String {
        if let first = values.first, values.allSatisfy({ $0 == first }) { return "[\(first)]" }
        return encoded(values)
    }

    /// Four numbers of 16 bits per picture.
    static func attitudes(_ values: [[Int16]]) -> String {
        if let first = values.first, values.allSatisfy({ $0 == first }) {
            return "[" + first.map(String.init).joined(separator: ",") + "]"
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.count * 8)
        for value in values.joined() {
            let bits = UInt16(bitPattern: value)
            bytes += [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
        }
        return encoded(bytes)
    }

    /// Numbers of IEEE 754, 32 bits each.
    static func floats(_ values: [Double]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.count * 4)
        for value in values {
            let bits = Float(value).bitPattern
            for shift in stride(from: 0, to: 32, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
            }
        }
        return encoded(bytes)
    }

    private static func encoded(_ bytes: [UInt8]) -> String {
        "\"" + Base64.text(bytes) + "\""
    }
}
