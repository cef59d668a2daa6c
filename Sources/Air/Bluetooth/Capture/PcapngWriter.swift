/// A pcapng file of a whole run: every host's HCI traffic, and what the scenario did.
///
/// One section, little endian; each host and each source of notes is an interface of it, with a
/// resolution of nanoseconds. Formats: draft-ietf-opsawg-pcapng; link types 201 and 254 of
/// draft-ietf-opsawg-pcaplinktype.
///
/// A note is a packet of its own in the file, at its exact moment: a *system note* of the
/// Linux Bluetooth monitor, which Wireshark shows in its list, and the packet's comment besides, which
/// `frame.comment` finds. A comment on the packet that happens to be next would move in time, and
/// there may be none.
///
/// This only makes bytes; the writer's owner takes them from `output` and stores them.
package struct PcapngWriter: Sendable {
    /// The interface of one host's HCI traffic.
    package struct HostInterface: Sendable {
        fileprivate var number: UInt32
    }
    /// The interface of one source of notes.
    package struct NoteInterface: Sendable {
        fileprivate var number: UInt32
    }

    /// Bytes made and not yet taken, beginning with the section header.
    package var output: [UInt8] = []
    private var interfaces: UInt32 = 0

    /// A file without a packet.
    ///
    /// - Parameters:
    ///   - application: who writes, `boardsim 1.0`.
    ///   - comment: about the file as a whole; empty for none.
    package init(application: String, comment: String = "") {
        var block = PcapngBlock(.sectionHeader)
        block.append(UInt32(0x1A2B_3C4D))
        block.append(UInt16(1))
        block.append(UInt16(0))
        // The section's length is not known while it is written.
        block.append(UInt64.max)
        if !comment.isEmpty { block.option(.comment, comment) }
        block.option(.application, application)
        block.close(into: &output)
    }

    /// Begins the traffic of a host.
    package mutating func addHost(_ name: String, about description: String) -> HostInterface {
        HostInterface(number: addInterface(.h4WithDirection, name, description))
    }

    /// Begins the notes of a source: a board, a client.
    package mutating func addNotes(_ name: String, about description: String) -> NoteInterface {
        NoteInterface(number: addInterface(.linuxMonitor, name, description))
    }

    private mutating func addInterface(
        _ type: PcapngBlock.LinkType, _ name: String, _ description: String
    ) -> UInt32 {
        var block = PcapngBlock(.interfaceDescription)
        block.append(type.rawValue)
        block.append(UInt16(0))
        // No packet is cut.
        block.append(UInt32(0))
        block.option(.interfaceName, name)
        block.option(.interfaceDescription, description)
        block.option(.timestampResolution, [9])
        block.close(into: &output)
        interfaces += 1
        return interfaces - 1
    }

    /// Adds one whole H4 packet, indicator byte first, with a comment unless that is empty.
    package mutating func append(
        _ packet: Span<UInt8>, _ direction: HCIDirection, of host: HostInterface,
        at time: CaptureTime, comment: String = ""
    ) {
        // The pseudo-header of link type 201.
        var data: [UInt8] = [0, 0, 0, direction == .toHost ? 1 : 0]
        data.append(packet)
        append(
            data, to: host.number, at: time, comment: comment,
            flags: direction == .toHost ? 1 : 2)
    }

    /// Adds a note.
    package mutating func note(_ text: String, of source: NoteInterface, at time: CaptureTime) {
        // The header of link type 254: no adapter, then opcode 12, the system note.
        var data: [UInt8] = [0xFF, 0xFF, 0, 12]
        data += PcapngBlock.text(text)
        data.append(0)
        append(data, to: source.number, at: time, comment: text, flags: nil)
    }

    private mutating func append(
        _ data: [UInt8], to interface: UInt32, at time: CaptureTime, comment: String,
        flags: UInt32?
    ) {
        var block = PcapngBlock(.enhancedPacket)
        block.append(interface)
        block.append(UInt32(time.unixNanoseconds >> 32))
        block.append(UInt32(truncatingIfNeeded: time.unixNanoseconds))
        block.append(UInt32(data.count))
        block.append(UInt32(data.count))
        block.append(padded: data)
        if !comment.isEmpty { block.option(.comment, comment) }
        if let flags { block.option(.packetFlags, flags) }
        block.close(into: &output)
    }
}
