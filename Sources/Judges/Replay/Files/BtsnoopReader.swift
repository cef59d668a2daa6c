import Bluetooth

/// Reads btsnoop files: Android's and BlueZ's (H4), those of `btmon -w` (the Linux monitor), and those without indicator
/// bytes (H1). ``BtsnoopWriter`` describes the format.
struct BtsnoopReader {
    private let bytes: [UInt8]
    private(set) var remarks: [String] = []
    private(set) var cutPackets = CutPackets()

    private enum Datalink: UInt32 {
        case h1 = 1001
        case h4 = 1002
        case linuxMonitor = 2001
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func recognises(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "btsnoop\0".utf8) }

    mutating func packets() throws(CaptureError) -> [CaptureFile.Packet] {
        guard bytes.count >= 16 else {
            throw CaptureError(
                "the header is cut off", at: .byte(bytes.count), fix: "copy the file again")
        }
        guard let datalink = Datalink(rawValue: number(12)) else {
            throw CaptureError(
                "datalink type \(number(12)) is not a host's HCI traffic", at: .byte(12),
                fix: "record HCI packets: types 1001, 1002 and 2001 can be read")
        }
        var packets: [CaptureFile.Packet] = []
        var offset = 16
        var first: Int64?
        while offset < bytes.count {
            guard bytes.count - offset >= 24 else {
                remarks.append("byte \(offset): the last record is cut off")
                break
            }
            let (original, length, flags) = (number(offset), number(offset + 4), number(offset + 8))
            let start = offset + 24
            guard length <= 1 << 20 else {
                throw CaptureError(
                    "a record of \(length) bytes", at: .byte(offset + 4),
                    fix: "the file is damaged from here on; record it again")
            }
            guard Int(length) <= bytes.count - start else {
                remarks.append("byte \(offset): the last record is cut off")
                break
            }
            let time = Int64(
                truncatingIfNeeded: UInt64(number(offset + 16)) << 32
                    | UInt64(number(offset + 20)))
            let data = bytes[start..<start + Int(length)]
            offset = start + Int(length)
            if original > length {
                cutPackets.add(at: start)
                continue
            }
            if first == nil { first = time }
            guard let packet = Self.packet(Array(data), flags, datalink) else { continue }
            packets.append(
                CaptureFile.Packet(
                    time: Int64(clamping: Int128(time &- (first ?? time)) * 1_000),
                    adapter: packet.adapter, direction: packet.direction, bytes: packet.bytes))
        }
        return packets
    }

    private static func packet(
        _ data: [UInt8], _ flags: UInt32, _ datalink: Datalink
    ) -> (adapter: Int, direction: HCIDirection, bytes: [UInt8])? {
        let direction: HCIDirection = flags & 1 == 0 ? .toController : .toHost
        switch datalink {
        case .h4: return (0, direction, data)
        case .h1:
            let isControl = flags & 2 != 0
            let kind: H4PacketType =
                !isControl ? .acl : direction == .toHost ? .event : .command
            return (0, direction, [kind.rawValue] + data)
        case .linuxMonitor:
            guard let packet = LinuxMonitor.packet(UInt16(truncatingIfNeeded: flags), data) else {
                return nil
            }
            return (Int(flags >> 16), packet.direction, packet.bytes)
        }
    }

    /// Big endian.
    private func number(_ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
