/// The btsnoop file of one host: every H4 packet between it and its controller.
///
/// The format is RFC 1761's, with datalink types of its own. All numbers are big endian:
///
///     header  "btsnoop" 00 | version 1 (4) | datalink 1002 = H4 (4)
///     record  original length (4) | included length (4) | flags (4) | drops so far (4)
///             | time (8) | packet
///
/// Flags: bit 0 is set for a packet to the host, bit 1 for a command or an event. The time is in
/// microseconds since the year 0. A record has no padding.
///
/// This only makes bytes; the writer's owner takes them from `output` and stores them.
package struct BtsnoopWriter: Sendable {
    /// Bytes made and not yet taken, beginning with the file header.
    package var output: [UInt8]
    /// Packets that could not be recorded so far; later records contain it.
    package var drops: UInt32 = 0

    /// A file without packets.
    package init() {
        output = Array("btsnoop\0".utf8)
        output.append(bigEndian: UInt32(1))
        output.append(bigEndian: UInt32(1002))
    }

    /// Adds one whole H4 packet, indicator byte first.
    package mutating func append(
        _ packet: Span<UInt8>, _ direction: HCIDirection, at time: CaptureTime
    ) {
        let length = UInt32(truncatingIfNeeded: packet.count)
        output.append(bigEndian: length)
        output.append(bigEndian: length)
        var flags: UInt32 = direction == .toHost ? 1 : 0
        if packet.isCommandOrEvent { flags |= 2 }
        output.append(bigEndian: flags)
        output.append(bigEndian: drops)
        output.append(bigEndian: time.btsnoopMicroseconds)
        output.append(packet)
    }
}

extension Span<UInt8> {
    /// By the H4 indicator: 1 is a command, 4 an event (Core Vol 4, Part A, 2).
    fileprivate var isCommandOrEvent: Bool { count > 0 && (self[0] == 1 || self[0] == 4) }
}
