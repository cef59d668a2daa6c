/// The bytes of the few HCI packets that a synthesised capture is made of (Core Vol 4, Part E, 5.4
/// and 7).
enum HCIPacketBytes {
    /// A command as its opcode: the group in the upper six bits (Core Vol 4, Part E, 5.4.1).
    enum Command: UInt16 {
        case disconnect = 0x0406
        case reset = 0x0C03
        case readLocalName = 0x0C14
        case readAddress = 0x1009
        case leReadBufferSize = 0x2002
        case leSetRandomAddress = 0x2005
        case leSetScanParameters = 0x200B
        case leSetScanEnable = 0x200C
        case leCreateConnection = 0x200D
        case leConnectionUpdate = 0x2013
    }

    enum Event: UInt8 {
        case disconnectionComplete = 0x05
        case commandComplete = 0x0E
        case commandStatus = 0x0F
        case numberOfCompletedPackets = 0x13
        case leMeta = 0x3E
    }

    /// The first byte of an LE meta event's parameters (Core Vol 4, Part E, 7.7.65).
    enum Subevent: UInt8 {
        case connectionComplete = 0x01
        case advertisingReport = 0x02
        case connectionUpdateComplete = 0x03
    }

    static func command(_ command: Command, _ parameters: [UInt8] = []) -> CapturedPacket {
        var bytes: [UInt8] = [0x01]
        bytes.append(littleEndian: command.rawValue)
        bytes.append(UInt8(parameters.count))
        return CapturedPacket(.toController, bytes + parameters)
    }

    static func event(_ event: Event, _ parameters: [UInt8]) -> CapturedPacket {
        CapturedPacket(.toHost, [0x04, event.rawValue, UInt8(parameters.count)] + parameters)
    }

    static func meta(_ event: Subevent, _ parameters: [UInt8]) -> CapturedPacket {
        self.event(.leMeta, [event.rawValue] + parameters)
    }

    /// The answer that a command worked; one more command may come.
    static func complete(_ command: Command, _ values: [UInt8] = []) -> CapturedPacket {
        var parameters: [UInt8] = [1]
        parameters.append(littleEndian: command.rawValue)
        return event(.commandComplete, parameters + [0] + values)
    }

    /// The answer that a command has begun; one more command may come.
    static func begun(_ command: Command) -> CapturedPacket {
        var parameters: [UInt8] = [0, 1]
        parameters.append(littleEndian: command.rawValue)
        return event(.commandStatus, parameters)
    }

    /// An L2CAP frame in packets of at most `room` bytes (Core Vol 4, Part E, 5.4.2).
    ///
    /// A host starts a frame with packet boundary flag 0, a controller with 2; what goes on has 1.
    static func data(
        _ frame: Span<UInt8>, _ direction: HCIDirection, handle: UInt16, room: Int
    ) -> [CapturedPacket] {
        var packets: [CapturedPacket] = []
        var start = 0
        repeat {
            let end = min(start + room, frame.count)
            let boundary: UInt16 = start > 0 ? 1 : direction == .toController ? 0 : 2
            var bytes: [UInt8] = [0x02]
            bytes.append(littleEndian: handle | boundary << 12)
            bytes.append(littleEndian: UInt16(end - start))
            bytes.append(frame.extracting(start..<end))
            packets.append(CapturedPacket(direction, bytes))
            start = end
        } while start < frame.count
        return packets
    }
}
