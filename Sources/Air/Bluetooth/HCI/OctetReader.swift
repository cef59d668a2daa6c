/// Reads little-endian fields one after the other.
///
/// Beyond the end every field is zero and `isShort` is true, so that no length can trap.
package struct OctetReader: ~Escapable {
    /// Where the next field begins.
    package private(set) var offset = 0
    /// True once a field extended beyond the end.
    package private(set) var isShort = false

    private let bytes: Span<UInt8>

    /// A reader at the first byte.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// Unread bytes.
    package var remaining: Int { max(0, bytes.count - offset) }

    /// A number of `width` bytes, 0 to 8.
    @_lifetime(self: copy self)
    package mutating func number(_ width: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<width {
            guard offset < bytes.count else {
                isShort = true
                return 0
            }
            value |= UInt64(bytes[offset]) << UInt64(8 * index)
            offset += 1
        }
        return value
    }

    /// One byte.
    @_lifetime(self: copy self)
    package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: number(1)) }

    /// Two bytes.
    @_lifetime(self: copy self)
    package mutating func word() -> UInt16 { UInt16(truncatingIfNeeded: number(2)) }

    /// Six bytes: the lower 48 bits of an address.
    @_lifetime(self: copy self)
    package mutating func address(_ kind: Address.Kind) -> Address {
        Address(number(6), kind: kind)
    }

    /// The next `count` bytes as a new array; shorter if there are fewer.
    @_lifetime(self: copy self)
    package mutating func array(_ count: Int) -> [UInt8] {
        let length = min(count, remaining)
        if length < count { isShort = true }
        defer { offset += length }
        return bytes.extracting(offset..<offset + length).array()
    }

    /// Skips bytes.
    @_lifetime(self: copy self)
    package mutating func skip(_ count: Int) { _ = array(count) }
}
