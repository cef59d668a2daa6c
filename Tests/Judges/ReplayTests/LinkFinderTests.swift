import Bluetooth
import Testing

@testable import Replay

/// Links of captures that lack something.
@Suite struct LinkFinderTests {
    private static func acl(
        _ att: [UInt8], _ direction: HCIDirection, handle: UInt16 = 64
    ) -> CaptureFile.Packet {
        var bytes: [UInt8] = [2]
        bytes.append(word: handle | 0x2000)
        bytes.append(word: UInt16(att.count + 4))
        bytes.append(word: UInt16(att.count))
        bytes.append(word: 4)
        return CaptureFile.Packet(time: 0, adapter: 0, direction: direction, bytes: bytes + att)
    }

    private static func inTime(_ packets: [CaptureFile.Packet]) -> [CaptureFile.Packet] {
        packets.enumerated().map { index, packet in
            var packet = packet
            packet.time = Int64(index) * 10_000_000
            return packet
        }
    }

    /// Writes without response to handle 1F, notifications from 21, as a board's cached attributes.
    private static let questions: [[UInt8]] = [[0x01, 0x80], [0x03, 0x80], [0x11, 0x80]]

    @Test func `a link without discovery is recognised by what is said on it`() throws {
        var packets = [Self.acl([0x12, 0x22, 0, 1, 0], .toController), Self.acl([0x13], .toHost)]
        for question in Self.questions {
            packets.append(Self.acl([0x52, 0x1F, 0] + question, .toController))
            packets.append(Self.acl([0x1B, 0x21, 0] + question + [0, 0], .toHost))
        }
        let links = LinkFinder.links(of: Self.inTime(packets))
        let link = try #require(links.first)
        #expect(links.count == 1 && link.kind == .metaWear && link.peer == nil)
        #expect(link.remarks.contains { $0.contains("0x1f") && $0.contains("0x21") })
        #expect(link.events[0].event == .subscribe(KnownCharacteristic.notification, 1))
        #expect(
            link.events[1].event
                == .write(KnownCharacteristic.command, [0x01, 0x80], refusal: .none))
        #expect(link.events.count == 7 && link.unknownPackets == 0)
    }

    @Test func `a link with a bootloader is known by its attributes`() throws {
        let control: [UInt8] = [
            0x23, 0xD1, 0xBC, 0xEA, 0x5F, 0x78, 0x23, 0x15, 0xDE, 0xEF, 0x12, 0x12, 0x31, 0x15, 0,
            0,
        ]
        let links = LinkFinder.links(
            of: Self.inTime([
                Self.acl([0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28], .toController),
                Self.acl([0x09, 21, 0x0A, 0, 0x18, 0x0B, 0] + control, .toHost),
            ]))
        #expect(links.map(\.isWithBootloader) == [true])
        #expect(CapturedLink().isWithBootloader == false)
    }

    @Test func `another device is no board`() {
        let packets = [
            Self.acl([0x52, 0x10, 0, 0xAA, 0x81], .toController),
            Self.acl([0x1B, 0x12, 0, 0x55, 0x01], .toHost),
        ]
        #expect(LinkFinder.links(of: Self.inTime(packets)).map(\.kind) == [.other])
    }

    @Test func `fragments are put together, and what does not fit is a remark`() throws {
        let question = Self.questions[0]
        var whole = Self.acl([0x1B, 0x21, 0] + question + [0, 0], .toHost)
        var rest = whole
        rest.bytes = [2, 64, 0x10, 3, 0] + whole.bytes.suffix(3)
        whole.bytes = Array(whole.bytes.dropLast(3))
        whole.bytes[3] -= 3
        var packets: [CaptureFile.Packet] = []
        for question in Self.questions {
            packets.append(Self.acl([0x52, 0x1F, 0] + question, .toController))
            packets.append(Self.acl([0x1B, 0x21, 0] + question + [0, 0], .toHost))
        }
        packets += [whole, rest, rest]
        let link = try #require(LinkFinder.links(of: Self.inTime(packets)).first)
        #expect(
            link.events.last?.event == .value(KnownCharacteristic.notification, [1, 0x80, 0, 0]))
        #expect(link.remarks.contains { $0.contains("a continuing fragment without a first one") })
    }
}
