import Wire

/// Bytes that a packet must begin with; `..` stands for any byte.
package struct PacketPattern: Equatable, CustomStringConvertible {
    /// nil for any byte.
    var bytes: [UInt8?]
    /// Whether nothing may follow.
    var isExact = false

    init(_ bytes: [UInt8?], isExact: Bool = false) {
        self.bytes = bytes
        self.isExact = isExact
    }

    init(_ bytes: UInt8...) { self.bytes = bytes }

    func matches(_ packet: [UInt8]) -> Bool {
        guard packet.count >= bytes.count, !isExact || packet.count == bytes.count else {
            return false
        }
        return zip(bytes, packet).allSatisfy { $0 == nil || $0 == $1 }
    }

    func matches(_ packet: Span<UInt8>) -> Bool {
        guard packet.count >= bytes.count, !isExact || packet.count == bytes.count else {
            return false
        }
        for i in bytes.indices {
            if let wanted = bytes[i], wanted != packet[i] { return false }
        }
        return true
    }

    package var description: String {
        let text = bytes.map { $0.map { Hex.text([$0]) } ?? ".." }.joined(separator: " ")
        return "[\(text)\(isExact ? "" : " …")]"
    }
}
