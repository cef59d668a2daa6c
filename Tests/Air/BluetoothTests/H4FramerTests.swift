import Bluetooth
import Testing

struct H4FramerTests {
    /// One packet of each kind, as they stand in captures.
    static let packets = [
        "01 03 0C 00", "01 0C 20 02 01 00", "02 40 00 07 00 03 00 04 00 0A 01 00",
        "02 40 20 00 00", "03 01 00 02 AA BB", "04 0E 04 01 03 0C 00",
        "05 01 20 03 40 01 02 03",
    ].map(octets)

    static func frames(
        _ portions: [[UInt8]], limit: Int = 4_096
    ) throws(H4Error) -> (packets: [[UInt8]], pending: Int) {
        var framer = H4Framer(limit: limit)
        var found: [[UInt8]] = []
        for portion in portions { try framer.receive(portion.span) { found.append($0.array()) } }
        return (found, framer.pendingCount)
    }

    @Test func `packets come whole, in portions of any size`() throws {
        let stream = Self.packets.flatMap { $0 }
        for size in 1...stream.count {
            let portions = stride(from: 0, to: stream.count, by: size).map {
                Array(stream[$0..<min($0 + size, stream.count)])
            }
            let (found, pending) = try Self.frames(portions)
            #expect(found == Self.packets, "portions of \(size)")
            #expect(pending == 0)
        }
    }

    @Test func `a packet that is not whole waits`() throws {
        for packet in Self.packets {
            for length in 1..<packet.count {
                let (found, pending) = try Self.frames([Array(packet.prefix(length))])
                #expect(found.isEmpty)
                #expect(pending == length)
            }
        }
    }

    @Test func `a byte that is no indicator ends the stream for good`() throws {
        for byte: UInt8 in [0x00, 0x06, 0xFF] {
            var framer = H4Framer()
            var found = 0
            #expect(throws: H4Error.unknownIndicator(byte)) {
                try framer.receive(octets("01 03 0C 00").span) { _ in found += 1 }
                try framer.receive([byte].span) { _ in found += 1 }
            }
            #expect(throws: H4Error.unknownIndicator(byte)) {
                try framer.receive(octets("01 03 0C 00").span) { _ in found += 1 }
            }
            #expect(found == 1)
        }
    }

    @Test func `a packet over the limit is refused as soon as its length is known`() throws {
        let long = octets("02 40 00 FD 03")
        #expect(throws: H4Error.tooLong(.acl, length: 1_026, limit: 1_025)) {
            try Self.frames([long], limit: 1_025)
        }
        #expect(throws: H4Error.tooLong(.acl, length: 1_026, limit: 1_025)) {
            try Self.frames(long.map { [$0] }, limit: 1_025)
        }
        #expect(try Self.frames([long], limit: 1_026).pending == 5)
    }

    @Test func `fuzz: random streams in random portions`() {
        for round in 0..<fuzzRounds {
            var dice = Dice(state: UInt64(round))
            var stream: [UInt8] = []
            for _ in 0..<4 {
                stream += Self.packets[Int.random(in: 0..<Self.packets.count, using: &dice)]
                if Int.random(in: 0..<4, using: &dice) == 0 { stream += dice.bytes(upTo: 20) }
            }
            var portions: [[UInt8]] = []
            var offset = 0
            while offset < stream.count {
                let length = min(Int.random(in: 1...16, using: &dice), stream.count - offset)
                portions.append(Array(stream[offset..<offset + length]))
                offset += length
            }
            // However it is cut, the outcome is the same.
            let whole = Result { () throws(H4Error) in try Self.frames([stream], limit: 300) }
            let cut = Result { () throws(H4Error) in try Self.frames(portions, limit: 300) }
            switch (whole, cut) {
            case (.success(let a), .success(let b)):
                #expect(a == b, "seed \(round)")
                #expect(a.packets.map(\.count).reduce(a.pending, +) == stream.count)
            case (.failure(let a), .failure(let b)): #expect(a == b, "seed \(round)")
            default: Issue.record("seed \(round): \(whole) and \(cut)")
            }
        }
    }
}
