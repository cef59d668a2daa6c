import Glibc

/// Sockets that keep packets apart (`SOCK_SEQPACKET`, socket(2)).
extension Descriptor {
    /// Both ends of a new pair; both are non-blocking, so that a peer that does not read blocks no
    /// one.
    package static func packetPair() throws(EventLoopError) -> (Descriptor, Descriptor) {
        var ends: [Int32] = [-1, -1]
        let kind =
            Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    /// What there was to read.
    package enum Packet: Equatable {
        /// Its bytes, at least one.
        case packet([UInt8])
        /// Nothing now.
        case nothing
        /// The other end is closed. An empty packet reads the same.
        case ended
    }

    /// Reads one packet; bytes beyond `longest` are lost.
    package func readPacket(atMost longest: Int) -> Packet {
        // The system writes into it, and no reference is kept.
        withUnsafeTemporaryAllocation(byteCount: longest, alignment: 1) { buffer in
            switch read(into: buffer) {
            case .done(let count) where count > 0: .packet(Array(buffer[..<count]))
            case .wouldWait: .nothing
            case .done, .failed: .ended
            }
        }
    }

    /// Sends one packet; false if there is no room for it, or the other end is closed.
    package func sendPacket(_ bytes: Span<UInt8>) -> Bool {
        // The bytes do not outlive the call.
        bytes.withUnsafeBytes { write($0) } == .done(bytes.count)
    }
}
