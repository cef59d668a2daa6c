import Bluetooth
import ScenarioRun

/// What a capture file contains, whatever its format.
package struct CaptureFile: Sendable {
    /// A packet between a host and its controller, and when.
    struct Packet: Sendable, Equatable {
        /// Since the first packet of the file, in nanoseconds.
        var time: Int64
        /// Which of several controllers.
        var adapter: Int
        var direction: HCIDirection
        /// As on H4: the indicator byte and the packet.
        var bytes: [UInt8]
    }

    /// At which level the file was recorded.
    enum Contents: Sendable {
        case packets([Packet])
        /// A list of packets: values of characteristics, without a link around them.
        case values(PacketList)
    }

    var contents: Contents
    /// What was wrong with the file, but did not prevent reading the rest.
    package var remarks: [String] = []

    /// Packets that were recorded in part, and are left out.
    private(set) var cutPackets = CutPackets()

    /// Of the file's bytes.
    let hash: String

    /// Reads a btsnoop file, a pcapng file or a list of packets.
    package init(_ bytes: [UInt8]) throws(CaptureError) {
        guard !bytes.isEmpty else {
            throw CaptureError(
                "the file is empty", fix: "name a btsnoop or pcapng file, or a list of packets")
        }
        hash = TraceCounter.hexadecimal(TraceCounter.hash(bytes))
        if BtsnoopReader.recognises(bytes) {
            var reader = BtsnoopReader(bytes)
            let packets = try reader.packets()
            (remarks, cutPackets) = (reader.remarks, reader.cutPackets)
            contents = .packets(CaptureClock.ordered(packets, &remarks))
        } else if PcapngReader.recognises(bytes) {
            var reader = PcapngReader(bytes)
            let packets = try reader.packets()
            (remarks, cutPackets) = (reader.remarks, reader.cutPackets)
            contents = .packets(CaptureClock.ordered(packets, &remarks))
        } else if let other = Self.otherFormat(bytes) {
            throw other
        } else {
            contents = .values(try PacketList(bytes))
        }
        if let remark = cutPackets.remark { remarks.append(remark) }
    }

    /// Formats that people try, and how they get one that can be read.
    private static func otherFormat(_ bytes: [UInt8]) -> CaptureError? {
        let magic = bytes.prefix(4)
        let pcap: [[UInt8]] = [
            [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0xC3, 0xD4], [0x4D, 0x3C, 0xB2, 0xA1],
            [0xA1, 0xB2, 0x3C, 0x4D],
        ]
        if pcap.contains(where: magic.elementsEqual) {
            return CaptureError(
                "this is an older pcap file, and not pcapng",
                fix: "convert it: `editcap -F pcapng OLD NEW`")
        }
        if magic.starts(with: [0x1F, 0x8B]) || magic.starts(with: [0x50, 0x4B]) {
            return CaptureError(
                "this is a compressed file",
                fix:
                    "unpack it; an Android bug report has the capture as FS/data/misc/bluetooth/logs/btsnoop_hci.log"
            )
        }
        // A list of packets is text.
        guard bytes.prefix(4_096).contains(where: { $0 == 0 }) else { return nil }
        return CaptureError(
            "this is neither a btsnoop nor a pcapng file",
            fix: "record one with `btmon -w FILE`, Android's HCI snoop log or Wireshark")
    }
}

/// Packets of which a recorder kept the beginning only, as a filtered snoop log of Android does.
struct CutPackets: Sendable {
    private(set) var count = 0
    /// Where the first one is in the file.
    private var first = 0

    mutating func add(at offset: Int) {
        if count == 0 { first = offset }
        count += 1
    }

    /// Nil if there are none.
    var remark: String? {
        switch count {
        case 0: nil
        case 1: "byte \(first): a packet was recorded in part, and is left out"
        default:
            "byte \(first): from here on, \(count) packets were recorded in part; they are left out"
        }
    }
}
