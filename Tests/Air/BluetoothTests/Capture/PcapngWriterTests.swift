import Testing

@testable import Bluetooth

/// Byte vectors by the tables of draft-ietf-opsawg-pcapng, 4.1 to 4.3, in little endian.
struct PcapngWriterTests {
    static let start = CaptureTime(nanoseconds: 1_000_002_999)
    /// 1,767,225,601,000,002,999 ns since 1970, upper half first.
    static let stamp: [UInt8] = [0x52, 0x72, 0x86, 0x18, 0xB7, 0xD5, 0x94, 0x29]

    /// A writer after its section header.
    static func writer() -> PcapngWriter {
        var writer = PcapngWriter(application: "x")
        writer.output = []
        return writer
    }

    @Test func `a section tells byte order, version and application`() {
        let writer = PcapngWriter(application: "boardsim", comment: "run")
        #expect(
            writer.output == [
                0x0A, 0x0D, 0x0D, 0x0A, 52, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0,
                0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                1, 0, 3, 0, 0x72, 0x75, 0x6E, 0,
                4, 0, 8, 0, 0x62, 0x6F, 0x61, 0x72, 0x64, 0x73, 0x69, 0x6D,
                0, 0, 0, 0, 52, 0, 0, 0,
            ])
    }

    @Test func `an interface tells link type, name and resolution`() {
        var writer = Self.writer()
        _ = writer.addHost("phone", about: "h")
        #expect(
            writer.output == [
                1, 0, 0, 0, 52, 0, 0, 0, 201, 0, 0, 0, 0, 0, 0, 0,
                2, 0, 5, 0, 0x70, 0x68, 0x6F, 0x6E, 0x65, 0, 0, 0,
                3, 0, 1, 0, 0x68, 0, 0, 0,
                9, 0, 1, 0, 9, 0, 0, 0,
                0, 0, 0, 0, 52, 0, 0, 0,
            ])
        writer.output = []
        _ = writer.addNotes("board", about: "")
        #expect(writer.output[8] == 254)
        // Without a description there is no option for it.
        #expect(writer.output.count == 44)
    }

    @Test func `a packet stands behind its direction, with comment and flags`() {
        var writer = Self.writer()
        _ = writer.addHost("a", about: "")
        let second = writer.addHost("b", about: "")
        writer.output = []
        writer.append(
            [0x04, 0x13].span, .toHost, of: second, at: Self.start, comment: "late")
        #expect(
            writer.output == [6, 0, 0, 0, 60, 0, 0, 0, 1, 0, 0, 0] + Self.stamp.word(0)
                + Self.stamp.word(4) + [
                    6, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 1, 0x04, 0x13, 0, 0,
                    1, 0, 4, 0, 0x6C, 0x61, 0x74, 0x65,
                    2, 0, 4, 0, 1, 0, 0, 0,
                    0, 0, 0, 0, 60, 0, 0, 0,
                ])
        writer.output = []
        writer.append([0x01].span, .toController, of: second, at: Self.start)
        #expect(writer.output[28..<32] == [0, 0, 0, 0])
        // Outbound, and no comment before it.
        #expect(writer.output[36..<44] == [2, 0, 4, 0, 2, 0, 0, 0])
    }

    @Test func `a note is a system note with the same words as its comment`() {
        var writer = Self.writer()
        let board = writer.addNotes("wrist", about: "")
        writer.output = []
        writer.note("hi", of: board, at: Self.start)
        #expect(
            writer.output[20...] == [
                7, 0, 0, 0, 7, 0, 0, 0, 0xFF, 0xFF, 0, 12, 0x68, 0x69, 0, 0,
                1, 0, 2, 0, 0x68, 0x69, 0, 0,
                0, 0, 0, 0, 52, 0, 0, 0,
            ])
    }

    @Test func `every block is a whole number of words and says its length twice`() {
        var writer = PcapngWriter(application: "boardsim", comment: "ü")
        let host = writer.addHost("phone", about: "")
        for length in 0..<9 {
            let packet = [UInt8](repeating: 2, count: length)
            writer.append(
                packet.span, .toHost, of: host, at: Self.start,
                comment: String(repeating: "é", count: length))
        }
        var rest = writer.output[...]
        var blocks = 0
        while !rest.isEmpty {
            let length = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            #expect(length % 4 == 0 && length <= rest.count)
            let block = rest.prefix(length)
            #expect(Array(block.suffix(4)) == Array(block.dropFirst(4).prefix(4)))
            rest = rest.dropFirst(length)
            blocks += 1
        }
        #expect(blocks == 11)
    }

    @Test func `a text is cut between characters and has no zero in it`() {
        let long = PcapngBlock.text(String(repeating: "€", count: 30_000))
        #expect(long.count == 60_000)
        #expect(String(validating: long, as: UTF8.self) != nil)
        let odd = PcapngBlock.text("x" + String(repeating: "€", count: 30_000))
        #expect(odd.count == 59_998)
        #expect(PcapngBlock.text("a\0b") == [0x61, 0xEF, 0xBF, 0xBD, 0x62])
    }
}

extension [UInt8] {
    /// Four bytes, turned round.
    fileprivate func word(_ start: Int) -> [UInt8] { Array(self[start..<start + 4]) }
}
