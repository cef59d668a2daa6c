/// The header of an L2CAP basic frame (Core Vol 3, Part A, 3.1).
package struct L2CAPHeader: Equatable, Sendable {
    /// Bytes of the header itself.
    package static let length = 4

    /// Bytes of payload after the header.
    package var payloadLength: Int
    /// The frame's channel.
    package var channel: UInt16

    /// The header of a payload on a channel.
    package init(payloadLength: Int, channel: UInt16) {
        self.payloadLength = payloadLength
        self.channel = channel
    }

    /// Reads the first four bytes; nil if there are fewer.
    package init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= Self.length else { return nil }
        payloadLength = Int(bytes.word(at: 0))
        channel = bytes.word(at: 2)
    }

    /// Appends the four bytes; the payload must follow.
    package func encode(into out: inout [UInt8]) {
        out.append(word: UInt16(truncatingIfNeeded: payloadLength))
        out.append(word: channel)
    }
}
