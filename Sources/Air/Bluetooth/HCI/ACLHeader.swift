/// The header of an ACL data packet after its indicator (Core Vol 4, Part E, 5.4.2).
package struct ACLHeader: Equatable, Sendable {
    /// Bytes of the header itself, without the indicator.
    package static let length = 4

    /// The position of the data in an L2CAP frame.
    package enum Boundary: UInt8, Sendable, CaseIterable {
        /// The first fragment; from the host it may not be flushed.
        case firstNonFlushable
        case continuing
        /// The first fragment as the controller sends it.
        case firstFlushable
        /// A whole frame that may be flushed; not on LE.
        case completePDU
    }

    /// The connection's handle, 12 bits.
    package var handle: UInt16
    /// First fragment or a further one.
    package var boundary: Boundary
    /// 0 for point to point, the only value on LE.
    package var broadcast: UInt8
    /// Bytes of data after the header.
    package var dataLength: Int

    /// The header of a point to point packet.
    package init(handle: UInt16, _ boundary: Boundary, dataLength: Int) {
        self.handle = handle & 0xFFF
        self.boundary = boundary
        broadcast = 0
        self.dataLength = dataLength
    }

    /// Reads the header of a whole packet, indicator first; nil if the packet's length does not
    /// match its header.
    package init?(packet: Span<UInt8>) {
        guard packet.count > Self.length else { return nil }
        let word = packet.word(at: 1)
        handle = word & 0xFFF
        boundary = Boundary(rawValue: UInt8(word >> 12 & 3)) ?? .continuing
        broadcast = UInt8(word >> 14)
        dataLength = Int(packet.word(at: 3))
        guard packet.count == 1 + Self.length + dataLength else { return nil }
    }

    /// Appends indicator and header; the data must follow.
    package func encode(into out: inout [UInt8]) {
        out.append(H4PacketType.acl.rawValue)
        out.append(word: handle | UInt16(boundary.rawValue) << 12 | UInt16(broadcast) << 14)
        out.append(word: UInt16(truncatingIfNeeded: dataLength))
    }
}
