/// CRC-32 (IEEE 802.3), the checksum of every record. Each continues the one before, so that a
/// missing, duplicated or foreign record is detected as surely as a flipped bit.
struct Checksum {
    private(set) var value: UInt32

    /// Continues from an earlier value.
    init(after earlier: UInt32 = 0) { value = earlier }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { c, _ in c & 1 != 0 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
    }

    mutating func add(_ bytes: Span<UInt8>) {
        var c = ~value
        let table = Self.table.span
        for i in bytes.indices { c = table[Int((c ^ UInt32(bytes[i])) & 0xFF)] ^ (c >> 8) }
        value = ~c
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) { add(bytes.span) }
}
