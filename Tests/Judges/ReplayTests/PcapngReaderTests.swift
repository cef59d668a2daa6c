import Bluetooth
import Testing

@testable import Replay

/// Files that our own writer does not make: the other byte order, other resolutions and link types.
@Suite struct PcapngReaderTests {
    /// Blocks of a section, in one byte order.
    private struct File {
        var bytes: [UInt8] = []
        var isBigEndian = false

        mutating func number(_ value: UInt32, width: Int = 4) {
            let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
            self.bytes += isBigEndian ? bytes.reversed() : bytes
        }

        mutating func block(_ kind: UInt32, _ fill: (inout File) -> Void) {
            var body = File(isBigEndian: isBigEndian)
            fill(&body)
            while body.bytes.count % 4 != 0 { body.bytes.append(0) }
            number(kind)
            number(UInt32(body.bytes.count + 12))
            bytes += body.bytes
            number(UInt32(body.bytes.count + 12))
        }

        mutating func section() {
            block(0x0A0D_0D0A) {
                $0.number(0x1A2B_3C4D)
                $0.number(1, width: 2)
                $0.number(0, width: 2)
                $0.number(.max)
                $0.number(.max)
            }
        }

        mutating func interface(_ link: UInt32, resolution: UInt8? = nil) {
            block(1) {
                $0.number(link, width: 2)
                $0.number(0, width: 2)
                $0.number(0)
                guard let resolution else { return }
                $0.number(9, width: 2)
                $0.number(1, width: 2)
                $0.bytes += [resolution, 0, 0, 0]
                $0.number(0)
            }
        }

        mutating func packet(_ data: [UInt8], at ticks: UInt64, of interface: UInt32 = 0) {
            block(6) {
                $0.number(interface)
                $0.number(UInt32(ticks >> 32))
                $0.number(UInt32(truncatingIfNeeded: ticks))
                $0.number(UInt32(data.count))
                $0.number(UInt32(data.count))
                $0.bytes += data
            }
        }
    }

    private static let reset: [UInt8] = [1, 3, 0x0C, 0]

    @Test(arguments: [false, true])
    func `both byte orders and the default resolution are read`(isBigEndian: Bool) throws {
        var file = File(isBigEndian: isBigEndian)
        file.section()
        file.interface(201)
        file.packet([0, 0, 0, 0] + Self.reset, at: 5_000_000_000)
        file.packet([0, 0, 0, 1, 4, 0x0E, 0], at: 5_000_001_500)
        var reader = PcapngReader(file.bytes)
        let packets = try reader.packets()
        #expect(packets.map(\.time) == [0, 1_500_000])
        #expect(packets.map(\.direction) == [.toController, .toHost])
        #expect(packets[0].bytes == Self.reset)
    }

    @Test(arguments: [(9, 7), (3, 7_000_000), (0x80 | 10, 6_835_937)] as [(UInt8, Int64)])
    func `times follow the resolution of the interface`(resolution: UInt8, time: Int64) throws {
        var file = File()
        file.section()
        file.interface(201, resolution: resolution)
        file.packet([0, 0, 0, 0] + Self.reset, at: 100)
        file.packet([0, 0, 0, 0] + Self.reset, at: 107)
        var reader = PcapngReader(file.bytes)
        let times = try reader.packets().map(\.time)
        #expect(times[0] == 0 && (times[1] - time).magnitude < 10, "\(times)")
    }

    @Test func `packets of Linux's monitor are read, and its notes are left out`() throws {
        var file = File()
        file.section()
        file.interface(254)
        file.packet([0, 3, 0, 2] + Self.reset.dropFirst(), at: 0)
        file.packet([0xFF, 0xFF, 0, 12] + Array("note\0".utf8), at: 1)
        file.packet([0, 3, 0, 3, 0x0E, 0], at: 2)
        var reader = PcapngReader(file.bytes)
        let packets = try reader.packets()
        #expect(packets.map(\.bytes) == [Self.reset, [4, 0x0E, 0]])
        #expect(packets.map(\.adapter) == [3, 3])
    }

    @Test(
        arguments: [(251, "a sniffer of the air"), (1, "not a host's HCI traffic")]
            as [(UInt32, String)])
    func `other link types are named`(link: UInt32, message: String) {
        var file = File()
        file.section()
        file.interface(link)
        file.packet([1, 2, 3], at: 0)
        var reader = PcapngReader(file.bytes)
        #expect { try reader.packets() } throws: { "\($0)".contains(message) }
    }
}
