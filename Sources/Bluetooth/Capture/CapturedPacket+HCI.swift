/// The packets that a synthesised capture is made of.
extension CapturedPacket {
    /// A command of the host (Core Vol 4, Part E, 5.4.1).
    static func command(_ opcode: UInt16, _ parameters: [UInt8] = []) -> CapturedPacket {
        var bytes = [H4PacketType.command.rawValue]
        bytes.append(word: opcode)
        bytes.append(UInt8(parameters.count))
        return CapturedPacket(.toController, bytes + parameters)
    }

    /// An event, as one of the writers of `HCIEvent` and `LEEvent` makes it.
    static func event(_ write: (inout [UInt8]) -> Void) -> CapturedPacket {
        var bytes: [UInt8] = []
        write(&bytes)
        return CapturedPacket(.toHost, bytes)
    }

    /// A command that works at once, and its answer.
    static func done(
        _ opcode: HCIOpcode, _ parameters: [UInt8] = [], returning values: [UInt8] = []
    ) -> [CapturedPacket] {
        done(opcode.rawValue, parameters, returning: values)
    }

    /// A command, by its number, that works at once, and its answer.
    static func done(
        _ opcode: UInt16, _ parameters: [UInt8] = [], returning values: [UInt8] = []
    ) -> [CapturedPacket] {
        [
            command(opcode, parameters),
            event { HCIEvent.commandComplete(opcode, .success, into: &$0) { $0 += values } },
        ]
    }

    /// A command that begins something, and the answer that it has begun.
    static func begun(_ opcode: HCIOpcode, _ parameters: [UInt8]) -> [CapturedPacket] {
        [
            command(opcode.rawValue, parameters),
            event { HCIEvent.commandStatus(opcode.rawValue, .success, into: &$0) },
        ]
    }

    /// An L2CAP frame in ACL packets of at most `room` bytes.
    static func data(
        _ frame: Span<UInt8>, _ direction: HCIDirection, handle: UInt16, room: Int
    ) -> [CapturedPacket] {
        var packets: [CapturedPacket] = []
        var start = 0
        repeat {
            let end = min(start + room, frame.count)
            let first: ACLHeader.Boundary =
                direction == .toController ? .firstNonFlushable : .firstFlushable
            var bytes: [UInt8] = []
            ACLHeader(handle: handle, start > 0 ? .continuing : first, dataLength: end - start)
                .encode(into: &bytes)
            bytes.append(frame.extracting(start..<end))
            packets.append(CapturedPacket(direction, bytes))
            start = end
        } while start < frame.count
        return packets
    }
}
