/// Up to 20 bytes stored inline: one packet or one payload, without a heap allocation.
///
/// Twenty is the longest value that a MetaWear board sends or takes in one packet (ATT MTU 23 minus
/// three bytes of ATT header; protocol, core 1.5).
@frozen public struct ShortBytes: Sendable {
    /// The largest number of bytes.
    public static let capacity = 20

    @usableFromInline var storage: InlineArray<20, UInt8>
    @usableFromInline var used: UInt8

    /// No bytes.
    @inlinable public init() {
        storage = InlineArray(repeating: 0)
        used = 0
    }

    /// The first 20 of `bytes`; a longer sequence is cut.
    @inlinable public init(_ bytes: some Sequence<UInt8>) {
        self.init()
        for byte in bytes.prefix(Self.capacity) { append(byte) }
    }

    /// The first 20 bytes of `span`; a longer one is cut.
    @inlinable public init(_ span: Span<UInt8>) {
        self.init()
        for i in 0..<min(span.count, Self.capacity) { append(span[i]) }
    }

    /// The number of bytes.
    @inlinable public var count: Int { Int(used) }
    /// True if there are none.
    @inlinable public var isEmpty: Bool { used == 0 }
    /// Their positions.
    @inlinable public var indices: Range<Int> { 0..<Int(used) }

    /// - Precondition: the position is one of `indices`.
    @inlinable public subscript(i: Int) -> UInt8 {
        get {
            precondition(i < Int(used))
            return storage[i]
        }
        set {
            precondition(i < Int(used))
            storage[i] = newValue
        }
    }

    /// A view of the bytes, valid as long as this value is.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inlinable get { storage.span.extracting(0..<Int(used)) }
    }

    /// A copy as an array.
    @inlinable public var array: [UInt8] { indices.map { storage[$0] } }

    /// - Precondition: fewer than 20 bytes are held.
    @inlinable public mutating func append(_ byte: UInt8) {
        storage[Int(used)] = byte
        used += 1
    }

    /// Little endian, as every field of the protocol is.
    @inlinable public mutating func append<T: FixedWidthInteger>(_ value: T, bytes: Int) {
        var rest = value
        for _ in 0..<bytes {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Little endian, two bytes.
    @inlinable public mutating func append(_ value: Int16) { append(value, bytes: 2) }
    /// Little endian, two bytes.
    @inlinable public mutating func append(_ value: UInt16) { append(value, bytes: 2) }
    /// Little endian, four bytes.
    @inlinable public mutating func append(_ value: UInt32) { append(value, bytes: 4) }

    /// - Precondition: both together are 20 bytes at most.
    @inlinable public mutating func append(_ other: ShortBytes) {
        for i in other.indices { append(other.storage[i]) }
    }

    /// Removes all bytes.
    @inlinable public mutating func removeAll() { used = 0 }

    /// `length` bytes from `offset`; bytes beyond the end are zero.
    @inlinable public func slice(offset: Int, length: Int) -> ShortBytes {
        var result = ShortBytes()
        for i in offset..<offset + length { result.append(i < Int(used) ? storage[i] : 0) }
        return result
    }

    /// A little-endian number of `bytes` bytes from `offset`; bytes beyond the end are zero.
    @inlinable public func littleEndian(offset: Int = 0, bytes: Int) -> UInt64 {
        var value: UInt64 = 0
        for i in 0..<bytes where offset + i < Int(used) {
            value |= UInt64(storage[offset + i]) << UInt64(8 * i)
        }
        return value
    }
}

extension ShortBytes: Equatable {
    /// Equal count and bytes.
    public static func == (a: Self, b: Self) -> Bool {
        guard a.used == b.used else { return false }
        for i in a.indices where a.storage[i] != b.storage[i] { return false }
        return true
    }
}

extension ShortBytes: ExpressibleByArrayLiteral {
    /// The first 20 of the elements.
    public init(arrayLiteral elements: UInt8...) { self.init(elements) }
}

extension ShortBytes: CustomStringConvertible {
    /// Lower-case hex pairs, one blank between them.
    public var description: String { Hex.text(span) }
}
