/// A packet with named fields: a received one, or one being written.
package protocol HCIReadable: ~Escapable {
    /// The number in a field; zero if the packet is too short.
    subscript(field: HCIField) -> UInt64 { get }
}

extension HCIReadable where Self: ~Escapable {
    /// The number in a field, as the requested type.
    @inlinable package subscript<Number: FixedWidthInteger>(field: HCIField) -> Number {
        Number(truncatingIfNeeded: self[field] as UInt64)
    }

    /// The address of the peer; random if its type is unknown.
    package var peer: Address {
        Address(self[.peer], kind: self[.peerType] & 1 == 0 ? .publicDevice : .random)
    }
}

/// The parameters of a received packet, by field, without a copy.
package struct HCIFields: HCIReadable, ~Escapable {
    private let format: HCIFormat
    private let bytes: Span<UInt8>

    @_lifetime(copy bytes)
    init(_ format: HCIFormat, _ bytes: Span<UInt8>) {
        self.format = format
        self.bytes = bytes
    }

    /// The parameters of a command.
    @_lifetime(copy bytes)
    package init(_ opcode: HCIOpcode, _ bytes: Span<UInt8>) {
        self.init(opcode.command.format, bytes)
    }

    /// The parameters of an event, after its subevent code if it has one.
    @_lifetime(copy bytes)
    package init(_ event: HCIEventCode, _ bytes: Span<UInt8>) {
        self.init(event.format, bytes)
    }

    /// Whether all fields are there; a list may still be shorter than its count.
    package var isWhole: Bool { bytes.count >= format.fixed }

    package subscript(field: HCIField) -> UInt64 {
        let range = format.range(of: field, in: bytes.count)
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return 0 }
        var value: UInt64 = 0
        for index in range.reversed() { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    /// The bytes of a field in wire order; of `rest`, as many as there are.
    package func octets(_ field: HCIField) -> [UInt8] {
        let range =
            if field == .rest, let (place, behind) = format.rest {
                place..<max(place, bytes.count - behind)
            } else {
                format.range(of: field, in: bytes.count)
            }
        return bytes.extracting(range.clamped(to: 0..<bytes.count)).array()
    }

    /// Whether the list has this many entries, all of one length, and no bytes follow.
    package func hasEntries(_ count: Int) -> Bool {
        format.entry.map { bytes.count == format.fixed + count * $0.length } ?? false
    }

    /// Calls `body` with each of the entries; false if the list ends early.
    @discardableResult
    package func forEachEntry(_ count: Int, _ body: (borrowing HCIFields) -> Void) -> Bool {
        guard let entry = format.entry else { return false }
        var start = format.fixed
        for _ in 0..<count {
            var end = start + entry.length
            guard end <= bytes.count else { return false }
            if entry.rest != nil {
                end += HCIFields(entry, bytes.extracting(start..<end))[.length]
            }
            guard end <= bytes.count else { return false }
            body(HCIFields(entry, bytes.extracting(start..<end)))
            start = end
        }
        return true
    }
}
