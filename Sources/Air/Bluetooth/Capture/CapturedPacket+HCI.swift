/// The packets of a synthesised capture.
extension CapturedPacket {
    /// An event, successful unless `fill` sets another status.
    static func event(
        _ event: HCIEventCode, data: Span<UInt8> = Span(), _ fill: (inout HCIParameters) -> Void
    ) -> CapturedPacket {
        var bytes: [UInt8] = []
        bytes.append(event, data: data, fill)
        return CapturedPacket(.toHost, bytes)
    }

    /// A command that completes at once, and its answer.
    static func done(
        _ opcode: HCIOpcode, _ given: KeyValuePairs<HCIField, UInt64> = [:],
        returning values: KeyValuePairs<HCIField, UInt64> = [:]
    ) -> [CapturedPacket] {
        var returned = HCIParameters(returnedBy: opcode)
        for (field, value) in values { returned[field] = value }
        return done(HCIParameters(opcode, given).packet, returning: returned.given)
    }

    /// A command that completes at once, as a whole packet, and its answer.
    static func done(
        _ packet: [UInt8], returning values: ArraySlice<UInt8>
    ) -> [CapturedPacket] {
        var answer: [UInt8] = []
        answer.append(completeOf: packet.span.word(at: 1), .success, values)
        return [CapturedPacket(.toController, packet), CapturedPacket(.toHost, answer)]
    }

    /// A command that starts a procedure, and its Command Status.
    static func begun(_ command: HCIParameters) -> [CapturedPacket] {
        var answer: [UInt8] = []
        answer.append(statusOf: command.opcode, .success)
        return [CapturedPacket(.toController, command.packet), CapturedPacket(.toHost, answer)]
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
