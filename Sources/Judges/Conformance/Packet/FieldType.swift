/// How a field of a packet is laid out: `u16`, `i32`, `f32` … little endian unless it ends in `be`.
package enum FieldType: String, Sendable, CaseIterable {
    case u8, u16, u24, u32, u40, i8, i16, i24, i32, f32, u16be, u32be, i16be, i32be
    /// All bytes that are left, as text.
    case text
    /// All bytes that are left.
    case bytes

    /// In bytes; nil for a field that takes the rest.
    var size: Int? {
        switch self {
        case .u8, .i8: 1
        case .u16, .i16, .u16be, .i16be: 2
        case .u24, .i24: 3
        case .u32, .i32, .f32, .u32be, .i32be: 4
        case .u40: 5
        case .text, .bytes: nil
        }
    }

    private var isBigEndian: Bool {
        switch self {
        case .u16be, .u32be, .i16be, .i32be: true
        default: false
        }
    }

    private var isSigned: Bool {
        switch self {
        case .i8, .i16, .i24, .i32, .i16be, .i32be: true
        default: false
        }
    }

    /// The number in a field's bytes; of text and bytes, their count.
    func number(_ bytes: some Collection<UInt8>) -> Double {
        guard let size else { return Double(bytes.count) }
        var raw: UInt64 = 0
        for byte in isBigEndian ? Array(bytes) : Array(bytes).reversed() {
            raw = raw << 8 | UInt64(byte)
        }
        if self == .f32 { return Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw))) }
        guard isSigned else { return Double(raw) }
        let shift = UInt64(64 - 8 * size)
        return Double(Int64(truncatingIfNeeded: raw << shift) >> Int64(shift))
    }

    /// A number as it is sent; its low bytes if it is too large.
    func bytes(_ number: Double) -> [UInt8] {
        guard let size else { return [] }
        let raw: UInt64 =
            self == .f32
            ? UInt64(Float(number).bitPattern)
            : UInt64(bitPattern: Int64(exactly: number.rounded()) ?? 0)
        let little = (0..<size).map { UInt8(truncatingIfNeeded: raw >> UInt64(8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }
}
