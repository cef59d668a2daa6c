/// Numbers as packets carry them, least significant byte first.
enum LittleEndian {
    static func word(_ value: Int) -> [UInt8] { bytes(value, 2) }
    static func long(_ value: Int) -> [UInt8] { bytes(value, 4) }

    /// The lowest bytes of a number in two's complement.
    static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// An unsigned number; what is missing counts as 0.
    static func number(_ bytes: [UInt8], from start: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) {
            $0 | (start + $1 < bytes.count ? Int(bytes[start + $1]) << (8 * $1) : 0)
        }
    }

    /// A number in two's complement.
    static func signed(_ bytes: [UInt8], from start: Int, _ count: Int) -> Int {
        let value = number(bytes, from: start, count)
        let limit = 1 << (8 * count - 1)
        return value >= limit ? value - 2 * limit : value
    }

    /// Seconds and parts of them in whole milliseconds.
    static func milliseconds(_ count: Int64) -> Int { Int(clamping: count / 1_000_000) }
}
