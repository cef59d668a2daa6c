import Testing

@testable import WebPage

/// A frame as a browser sends it.
func masked(_ opcode: UInt8, _ payload: [UInt8], isLast: Bool = true, length: Int? = nil) -> [UInt8]
{
    let count = length ?? payload.count
    var bytes = [(isLast ? 0x80 : 0) | opcode]
    switch count {
    case ..<126: bytes.append(0x80 | UInt8(count))
    case ..<65_536: bytes += [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xff)]
    default:
        bytes.append(0x80 | 127)
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: count >> shift))
        }
    }
    let mask: [UInt8] = [1, 2, 3, 4]
    return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset & 3] }
}

func masked(_ text: String) -> [UInt8] { masked(1, Array(text.utf8)) }

@Suite struct `Frames from a browser` {
    /// A message in three parts with a ping in between, a long one, a binary one, and the end.
    static let long = [UInt8](repeating: 7, count: 70_000)
    static let bytes =
        masked(1, Array("ab".utf8), isLast: false) + masked(9, [5]) + masked(0, [], isLast: false)
        + masked(0, Array("c".utf8)) + masked(1, long) + masked(2, [1]) + masked(10, [])
        + masked(8, [3, 232])
    static let events: [WebSocketReader.Event] = [
        .ping([5]), .text(Array("abc".utf8)), .text(long), .binary, .pong, .close,
    ]

    @Test(arguments: [1, 2, 3, 5, 7, 64, 1000, 100_000])
    func `are read however they are cut`(size: Int) throws {
        var reader = WebSocketReader()
        var events: [WebSocketReader.Event] = []
        var rest = Self.bytes[...]
        while !rest.isEmpty {
            events += try reader.read(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        #expect(events == Self.events)
    }

    @Test(
        arguments: [
            ([0x81, 0x02], 1002, "a frame without mask"), ([0xc1, 0x80], 1002, "an unknown frame"),
            ([0x83, 0x80], 1002, "an unknown frame"),
            ([0x09, 0x80], 1002, "a long or divided control frame"),
            ([0x89, 0xfe], 1002, "a long or divided control frame"),
            (masked(0, [1]), 1002, "nothing to continue"),
            (masked(8, [3]), 1002, "half a close code"),
            (masked(1, [1], isLast: false) + masked(1, [1]), 1002, "a message within another"),
            (Array(masked(1, [], length: 100_000_000).prefix(10)), 1009, "a message is too large"),
            (Array(masked(1, [], length: .max).prefix(10)), 1009, "a message is too large"),
        ] as [([UInt8], UInt16, String)])
    func `end the connection if they break the protocol`(
        bytes: [UInt8], code: UInt16, reason: String
    ) {
        var reader = WebSocketReader()
        let failure = #expect(throws: WebSocketReader.Failure.self) { try reader.read(bytes) }
        #expect(failure == WebSocketReader.Failure(code: code, reason: reason))
    }

    @Test func `cannot grow without an end`() throws {
        var reader = WebSocketReader()
        _ = try reader.read(masked(1, [], isLast: false))
        let part = masked(0, [UInt8](repeating: 1, count: 4096), isLast: false)
        let failure = #expect(throws: WebSocketReader.Failure.self) {
            for _ in 0..<1000 { _ = try reader.read(part) }
        }
        #expect(failure?.code == 1009)
    }

    @Test func `fuzzed ones trap nothing`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var reader = WebSocketReader()
            var bytes = Array(Self.bytes.prefix(60))
            for _ in 0..<4 {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            _ = try? reader.read(bytes)
        }
    }
}

@Suite struct `Frames to a browser` {
    @Test func `have the shortest length`() {
        #expect(WebSocketFrame.text([65]) == [0x81, 1, 65])
        #expect(
            WebSocketFrame.binary([UInt8](repeating: 0, count: 126)).prefix(4) == [
                0x82, 126, 0, 126,
            ])
        #expect(
            WebSocketFrame.binary([UInt8](repeating: 0, count: 65_536)).prefix(10)
                == [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0])
        #expect(WebSocketFrame.close(1000, "") == [0x88, 2, 3, 232])
    }

    // RFC 6455, 1.3.
    @Test func `follow the handshake`() {
        #expect(PageServer.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }
}

@Test func `what a browser may send refills with time, up to its bound`() {
    var allowance = Allowance(most: 100, perSecond: 10, now: 0)
    let spent = [(100, 0), (20, 1), (20, 6), (100, 600), (1, 600)].map { count, second in
        allowance.spend(count, now: Int64(second) * 1_000_000_000)
    }
    #expect(spent == [true, false, true, true, false])
    allowance.refill()
    let isEnough = allowance.spend(100, now: 600_000_000_000)
    #expect(isEnough)
}
