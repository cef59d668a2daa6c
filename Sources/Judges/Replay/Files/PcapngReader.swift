import Bluetooth

/// Reads the HCI packets of pcapng files (draft-ietf-opsawg-pcapng): link types 187 and 201 (H4) and 254 (the Linux
/// monitor), in both byte orders.
struct PcapngReader {
    private let bytes: [UInt8]
    private var isBigEndian = false
    private var interfaces: [Interface] = []
    private var found: [CaptureFile.Packet] = []
    private var first: Int64?
    private var otherLinks: [UInt16: Int] = [:]
    private(set) var remarks: [String] = []
    private(set) var cutPackets = CutPackets()
    /// Of the interfaces of earlier sections.
    private var earlier = 0

    private struct Interface {
        var link: UInt16
        /// Of a tick, in nanoseconds: a numerator and a denominator.
        var tick: (Int64, Int64) = (1_000, 1)
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A])
    }

    mutating func packets() throws(CaptureError) -> [CaptureFile.Packet] {
        var offset = 0
        while offset < bytes.count {
            guard bytes.count - offset >= 12 else {
                remarks.append("byte \(offset): the last block is cut off")
                break
            }
            if word(offset) == 0x0A0D_0D0A { try beginSection(offset) }
            let length = Int(word(offset + 4))
            guard length >= 12, length % 4 == 0 else {
                throw CaptureError(
                    "a block of \(length) bytes", at: .byte(offset + 4),
                    fix: "the file is damaged from here on; record it again")
            }
            guard length <= bytes.count - offset else {
                remarks.append("byte \(offset): the last block is cut off")
                break
            }
            try take(word(offset), at: offset + 8, until: offset + length - 4)
            offset += length
        }
        if found.isEmpty, let (link, _) = otherLinks.min(by: { $0.key < $1.key }) {
            let isAir = link == 251 || link == 256
            throw CaptureError(
                isAir
                    ? "these are packets of a sniffer of the air (link type \(link))"
                    : "link type \(link) is not a host's HCI traffic",
                fix: "record on the host: `btmon -w FILE`, Android's HCI snoop log or Wireshark's"
                    + " bluetooth interfaces")
        }
        return found
    }

    private mutating func beginSection(_ offset: Int) throws(CaptureError) {
        switch bytes[offset + 8..<offset + 12] {
        case [0x4D, 0x3C, 0x2B, 0x1A]: isBigEndian = false
        case [0x1A, 0x2B, 0x3C, 0x4D]: isBigEndian = true
        default:
            throw CaptureError(
                "the byte order is unknown", at: .byte(offset + 8),
                fix: "the file is damaged; record it again")
        }
        earlier += interfaces.count
        interfaces = []
    }

    private mutating func take(_ kind: UInt32, at start: Int, until end: Int) throws(CaptureError) {
        func fits(_ count: Int) throws(CaptureError) {
            guard end - start < count else { return }
            throw CaptureError(
                "a block is too short for its kind", at: .byte(start - 8),
                fix: "the file is damaged; record it again")
        }
        switch kind {
        case 1:
            try fits(8)
            interfaces.append(Interface(link: half(start), tick: tick(start + 8, end)))
        case 6:
            try fits(20)
            let number = Int(word(start))
            guard interfaces.indices.contains(number) else {
                throw CaptureError(
                    "a packet of interface \(number), of which the file says nothing",
                    at: .byte(start), fix: "the file is damaged; record it again")
            }
            let length = Int(word(start + 12))
            guard length <= end - start - 20 else {
                throw CaptureError(
                    "a packet of \(length) bytes in a smaller block", at: .byte(start + 12),
                    fix: "the file is damaged; record it again")
            }
            guard length == Int(word(start + 16)) else {
                cutPackets.add(at: start + 20)
                return
            }
            let ticks = UInt64(word(start + 4)) << 32 | UInt64(word(start + 8))
            add(
                Array(bytes[start + 20..<start + 20 + length]), of: number,
                at: Int64(truncatingIfNeeded: ticks & UInt64(Int64.max)))
        default: break
        }
    }

    /// Option 9 of an interface: the negative power of ten, or with its highest bit set of two.
    private func tick(_ start: Int, _ end: Int) -> (Int64, Int64) {
        var offset = start
        while end - offset >= 4 {
            let (code, length) = (half(offset), Int(half(offset + 2)))
            guard code != 0, length <= end - offset - 4 else { break }
            if code == 9, length == 1 {
                let power = Int64(bytes[offset + 4] & 0x7F)
                if bytes[offset + 4] & 0x80 != 0 { return (1_000_000_000, 1 << min(power, 62)) }
                var (above, below): (Int64, Int64) = (1_000_000_000, 1)
                for _ in 0..<min(power, 18) {
                    if above > 1 { above /= 10 } else { below *= 10 }
                }
                return (above, below)
            }
            offset += 4 + (length + 3) & ~3
        }
        return (1_000, 1)
    }

    private mutating func add(_ data: [UInt8], of number: Int, at ticks: Int64) {
        let interface = interfaces[number]
        var packet: CapturedPacket?
        var adapter = earlier + number
        switch interface.link {
        // The direction is not recorded: commands and ACL data are taken for the host's, by what they are.
        case 187:
            packet = data.first.map { CapturedPacket($0 == 4 ? .toHost : .toController, data) }
        case 201 where data.count > 4:
            packet = CapturedPacket(data[3] & 1 == 0 ? .toController : .toHost, Array(data[4...]))
        case 254 where data.count >= 4:
            adapter = Int(data[0]) << 8 | Int(data[1])
            packet = LinuxMonitor.packet(UInt16(data[2]) << 8 | UInt16(data[3]), Array(data[4...]))
        case 201, 254: break
        default: otherLinks[interface.link, default: 0] += 1
        }
        guard let packet else { return }
        let origin = first ?? ticks
        first = origin
        let (above, below) = interface.tick
        found.append(
            CaptureFile.Packet(
                time: Int64(clamping: Int128(ticks &- origin) * Int128(above) / Int128(below)),
                adapter: adapter,
                direction: packet.direction, bytes: packet.bytes))
    }

    private func word(_ offset: Int) -> UInt32 {
        let four = bytes[offset..<offset + 4]
        return isBigEndian
            ? four.reduce(0) { $0 << 8 | UInt32($1) }
            : four.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func half(_ offset: Int) -> UInt16 {
        let (a, b) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
        return isBigEndian ? a << 8 | b : b << 8 | a
    }
}
