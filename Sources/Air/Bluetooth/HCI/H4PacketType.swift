/// The kind of packet after the indicator byte of a serial transport (Core Vol 4, Part A, 2).
package enum H4PacketType: UInt8, Sendable, CaseIterable {
    case command = 0x01
    case acl = 0x02
    case synchronous = 0x03
    case event = 0x04
    case isochronous = 0x05

    /// Bytes from the indicator to the end of the length field (Core Vol 4, Part E, 5.4).
    package var headerLength: Int {
        switch self {
        case .command, .synchronous: 4
        case .acl, .isochronous: 5
        case .event: 3
        }
    }

    /// The length of a whole packet, indicator included, whose header begins the bytes.
    ///
    /// - Precondition: `headerLength` bytes are there.
    package func packetLength(_ header: Span<UInt8>) -> Int {
        switch self {
        case .command, .synchronous: 4 + Int(header[3])
        case .event: 3 + Int(header[2])
        case .acl: 5 + Int(header.word(at: 3))
        // The upper two bits of the length field are reserved (Core Vol 4, Part E, 5.4.5).
        case .isochronous: 5 + Int(header.word(at: 3) & 0x3FFF)
        }
    }
}

extension H4PacketType: CustomStringConvertible {
    /// The case's name.
    package var description: String {
        switch self {
        case .command: "command"
        case .acl: "acl"
        case .synchronous: "synchronous"
        case .event: "event"
        case .isochronous: "isochronous"
        }
    }
}
