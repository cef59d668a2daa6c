/// Plays a layout into bytes.
@frozen public struct Writer: Coder {
    /// The bytes written so far.
    public var bytes: [UInt8]
    @usableFromInline var pending: UInt64 = 0
    @usableFromInline var pendingBits = 0

    /// A writer at the first bit.
    @inlinable public init(capacity: Int = 20) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Always true: a writer writes every field.
    @inlinable public var hasMore: Bool { true }

    /// Writes the low `width` bits.
    @inlinable public mutating func field(
        _ bits: UInt64, _ width: Int, _ name: StaticString
    ) -> UInt64 {
        precondition(width + pendingBits <= 64)
        pending |=
            (width == 64 ? bits : bits & ((1 << UInt64(width)) &- 1)) << UInt64(pendingBits)
        pendingBits += width
        while pendingBits >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingBits -= 8
        }
        return bits
    }

    /// Writes a tail, at most `max` bytes of it.
    public mutating func rest(_ tail: inout [UInt8], max: Int, _ name: StaticString) {
        bytes.append(contentsOf: tail.prefix(max))
    }

    /// A value of a type always fits its own layout.
    @inlinable public mutating func fail(_ error: LayoutError) {
        preconditionFailure("a value outside its own type: \(error)")
    }
}

/// Plays a layout from bytes.
@frozen public struct Reader: Coder {
    @usableFromInline let bytes: [UInt8]
    @usableFromInline var bit = 0
    /// The first failure; fields after it are not read.
    public var error: LayoutError?

    /// A reader at the first bit.
    @inlinable public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether there are more bytes.
    @inlinable public var hasMore: Bool { bit < bytes.count * 8 }

    /// Reads `width` bits; beyond the end it fails and returns `bits`.
    @inlinable public mutating func field(
        _ bits: UInt64, _ width: Int, _ name: StaticString
    ) -> UInt64 {
        let end = bit + width
        guard error == nil, end <= bytes.count * 8 else {
            fail(.short(needed: (end + 7) / 8, had: bytes.count))
            return bits
        }
        var value: UInt64 = 0
        var got = 0
        while got < width {
            let take = min(8 - bit % 8, width - got)
            let mask = UInt8(truncatingIfNeeded: (1 << take) - 1)
            value |= UInt64((bytes[bit / 8] >> UInt8(bit % 8)) & mask) << UInt64(got)
            got += take
            bit += take
        }
        return value
    }

    /// Reads the remaining bytes, at most `max`.
    public mutating func rest(_ tail: inout [UInt8], max: Int, _ name: StaticString) {
        guard error == nil else { return }
        tail = Array(bytes.dropFirst((bit + 7) / 8).prefix(max))
        bit = bytes.count * 8
    }

    /// The first failure is kept.
    @inlinable public mutating func fail(_ error: LayoutError) {
        if self.error == nil { self.error = error }
    }
}
