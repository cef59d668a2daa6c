/// The packets that a synthesised capture is made of.
extension CapturedPacket {
    /// An event, as one of the writers of `HCIEvent` and `LEEvent` makes it.
    static func event(_ write: (inout [UInt8]) -> Void) -> CapturedPacket {
        var bytes: [UInt8] = []
        write(&bytes)
        return CapturedPacket(.toHost, bytes)
    }

    /// A command that works at once, and its answer.
    static func done(
        _ opcode: HCIOpcode, _ given: KeyValuePairs<HCIField, UInt64> = [:],
        returning values: [UInt8] = []
    ) -> [CapturedPacket] {
        done(opcode.rawValue, HCIParameters(opcode, given).packet, returning: values)
    }

    /// A command that works at once, as a whole packet, and its answer.
    static func done(
        _ opcode: UInt16, _ packet: [UInt8], returning values: [UInt8]
    ) -> [CapturedPacket] {
        [
            CapturedPacket(.toController, packet),
            event { HCIEvent.commandComplete(opcode, .success, into: &$0) { $0 += values } },
        ]
    }

    /// A command that begins something, and the answer that it has begun.
    static func begun(_ parameters: HCIParameters) -> [CapturedPacket] {
        [
            CapturedPacket(.toController, parameters.packet),
            event { HCIEvent.commandStatus(parameters.opcode.rawValue, .success, into: &$0) },
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
