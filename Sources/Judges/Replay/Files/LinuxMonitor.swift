import Bluetooth

/// The packets of Linux's Bluetooth monitor, whose opcodes say what they are (BlueZ, doc/btsnoop.txt).
enum LinuxMonitor {
    /// A packet as on H4; nil of an opcode that is not HCI traffic of LE: notes, new adapters, voice.
    static func packet(_ opcode: UInt16, _ data: [UInt8]) -> CapturedPacket? {
        switch opcode {
        case 2: CapturedPacket(.toController, [H4PacketType.command.rawValue] + data)
        case 3: CapturedPacket(.toHost, [H4PacketType.event.rawValue] + data)
        case 4: CapturedPacket(.toController, [H4PacketType.acl.rawValue] + data)
        case 5: CapturedPacket(.toHost, [H4PacketType.acl.rawValue] + data)
        default: nil
        }
    }
}
