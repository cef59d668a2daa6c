/// Describes a whole H4 packet for the trace: `LE Set Scan Enable: on, duplicates filtered`.
///
/// It accepts any bytes; a packet that is too short gets a shorter description.
package enum HCIDescriber {
    /// One line without a direction.
    package static func describe(_ packet: Span<UInt8>) -> String {
        guard packet.count > 0, let type = H4PacketType(rawValue: packet[0]) else {
            return "no H4 packet"
        }
        guard packet.count >= type.headerLength, type.packetLength(packet) == packet.count else {
            return "\(type) packet of a wrong length"
        }
        let parameters = packet.extracting(type.headerLength..<packet.count)
        switch type {
        case .command: return command(packet.word(at: 1), parameters)
        case .event: return event(packet)
        case .acl: return data(packet)
        case .synchronous, .isochronous: return "\(type) data, \(parameters.count) bytes"
        }
    }

    private static func data(_ packet: Span<UInt8>) -> String {
        guard let header = ACLHeader(packet: packet) else { return "ACL of a wrong length" }
        let kind = header.boundary == .continuing ? "further" : "first"
        return "ACL \(hex(header.handle, 4)): \(kind) fragment, \(header.dataLength) bytes"
    }

    /// The name of a command, or its opcode if it is unknown.
    package static func name(of opcode: UInt16) -> String {
        HCIOpcode(rawValue: opcode)?.command.name
            ?? (opcode >> 10 == 0x3F ? "vendor command " : "command ") + hex(opcode, 4)
    }

    static func hex(_ value: some UnsignedInteger, _ digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    static func status(_ code: UInt8) -> String {
        HCIStatus(rawValue: code)?.words ?? "status \(hex(code, 2))"
    }
}
