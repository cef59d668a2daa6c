/// Splits a stream of bytes, in any portions, into whole H4 packets.
///
/// After an error synchronisation cannot be regained (Core Vol 4, Part A, 3): a framer that has
/// thrown throws the same error for ever.
package struct H4Framer {
    /// The longest accepted packet, including the indicator, in bytes.
    package let limit: Int
    /// Bytes of an incomplete packet.
    package var pendingCount: Int { pending.count }

    private var pending: [UInt8] = []
    private var failure: H4Error?

    /// A framer that waits for an indicator byte.
    package init(limit: Int = 4_096) { self.limit = limit }

    /// Takes a portion and passes on each packet that it completes, indicator byte first.
    ///
    /// Packets that are whole in the portion are not copied.
    package mutating func receive(
        _ portion: Span<UInt8>, _ packet: (Span<UInt8>) -> Void
    ) throws(H4Error) {
        if let failure { throw failure }
        do throws(H4Error) {
            var offset = try completePending(portion, packet)
            while offset < portion.count {
                let rest = portion.extracting(offset..<portion.count)
                guard let length = try length(of: rest), length <= rest.count else {
                    return pending.append(rest)
                }
                packet(rest.extracting(0..<length))
                offset += length
            }
        } catch {
            failure = error
            throw error
        }
    }

    /// Appends to the incomplete packet; returns how many bytes of the portion were used.
    private mutating func completePending(
        _ portion: Span<UInt8>, _ packet: (Span<UInt8>) -> Void
    ) throws(H4Error) -> Int {
        guard !pending.isEmpty else { return 0 }
        for offset in 0..<portion.count {
            if let length = try length(of: pending.span) {
                let missing = length - pending.count
                guard offset + missing <= portion.count else {
                    pending.append(portion, from: offset)
                    return portion.count
                }
                pending.append(portion.extracting(0..<offset + missing), from: offset)
                return deliver(packet, offset + missing)
            }
            pending.append(portion[offset])
        }
        // A packet without parameters is complete with its header.
        if try length(of: pending.span) == pending.count { return deliver(packet, portion.count) }
        return portion.count
    }

    private mutating func deliver(_ packet: (Span<UInt8>) -> Void, _ taken: Int) -> Int {
        packet(pending.span)
        pending.removeAll(keepingCapacity: true)
        return taken
    }

    /// The length of the packet that begins here; nil if its header is incomplete.
    private func length(of bytes: Span<UInt8>) throws(H4Error) -> Int? {
        guard let type = H4PacketType(rawValue: bytes[0]) else {
            throw .unknownIndicator(bytes[0])
        }
        guard bytes.count >= type.headerLength else { return nil }
        let length = type.packetLength(bytes)
        guard length <= limit else { throw .tooLong(type, length: length, limit: limit) }
        return length
    }
}

/// Why a stream of H4 packets has failed.
package enum H4Error: Error, Equatable, Sendable {
    /// The first byte of a packet is not an indicator.
    case unknownIndicator(UInt8)
    /// Both lengths in bytes, including the indicator.
    case tooLong(H4PacketType, length: Int, limit: Int)
}

extension H4Error: CustomStringConvertible {
    /// One clause.
    package var description: String {
        switch self {
        case .unknownIndicator(let byte):
            "a packet that begins with 0x\(String(byte, radix: 16)), which is not an H4 indicator"
        case .tooLong(let type, let length, let limit):
            "\(type) packet of \(length) bytes, more than \(limit)"
        }
    }
}
