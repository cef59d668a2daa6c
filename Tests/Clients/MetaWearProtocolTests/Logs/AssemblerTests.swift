import Checkout
import Testing

@testable import MetaWearProtocol

/// Samples put together of the entries of several loggers (protocol, core 3.6).
@Suite struct AssemblerTests {
    /// What two loggers of a six-byte sample write.
    static func entries(
        _ bytes: [UInt8], tick: UInt32, uid: UInt8 = 0, chunks: [LoggerChunk]
    ) -> [RawLogEntry] {
        var at = 0
        return chunks.enumerated().map { index, chunk in
            let part = bytes[at..<at + chunk.byteCount]
            at += chunk.byteCount
            let data = part.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            // Now and then the last part falls into the next tick.
            let late: UInt32 = index > 0 && index == chunks.count - 1 && tick % 14 == 0 ? 1 : 0
            return RawLogEntry(id: chunk.id, resetUID: uid, tick: tick &+ late, rawData: data)
        }
    }

    private struct Recorded {
        var chunks: [LoggerChunk]
        var samples: [LoggedBytes] = []
        var entries: [RawLogEntry] = []
    }

    /// One to four loggers, other signals in between, several samples a tick, a wrap and a new start.
    private static func recorded(_ draw: inout Draw) -> Recorded {
        var ids = Array(UInt8(0)..<16)
        ids.shuffle(using: &draw.stream)
        let count: Int = draw.number(1...4)
        let lengths = (0..<count).map { $0 == count - 1 ? draw.number(1...4) : 4 }
        let chunks = zip(ids, lengths).map { LoggerChunk(id: $0, byteCount: $1) }
        let other = [LoggerChunk(id: ids[10], byteCount: 4)]
        var recorded = Recorded(chunks: chunks)
        var (tick, uid): (UInt32, UInt8) = (draw.flag() ? .max - 500 : 0, draw.number(0...7))
        for _ in 0..<draw.number(1...600) {
            if draw.number(0...199) == 0 { (uid, tick) = ((uid + 1) & 7, 0) }
            let bytes = draw.bytes(lengths.reduce(0, +))
            recorded.samples.append(LoggedBytes(tick: tick, resetUID: uid, bytes: bytes))
            recorded.entries += entries(bytes, tick: tick, uid: uid, chunks: chunks)
            if draw.flag() {
                recorded.entries += entries(draw.bytes(4), tick: tick, uid: uid, chunks: other)
            }
            tick = tick &+ draw.number(0...20)
        }
        return recorded
    }

    @Test(.slow, arguments: [LogAssembler.Pairing.byArrival, .byTick])
    func `every sample comes back as it was recorded`(_ pairing: LogAssembler.Pairing) {
        var draw = Draw("assembly")
        for _ in 0..<60 {
            let recorded = Self.recorded(&draw)
            var assembler = LogAssembler(chunks: recorded.chunks, pairing: pairing)
            let samples = recorded.entries.compactMap { assembler.take($0) }
            #expect(samples == recorded.samples)
            #expect(assembler.waiting == 0 && assembler.unpaired == 0)
        }
    }

    @Test func `entries of different starts never join`() {
        let chunks = [LoggerChunk(id: 0, byteCount: 4), LoggerChunk(id: 1, byteCount: 2)]
        for pairing in [LogAssembler.Pairing.byArrival, .byTick] {
            var assembler = LogAssembler(chunks: chunks, pairing: pairing)
            #expect(assembler.take(TickTests.entry(5, uid: 1, id: 0)) == nil)
            #expect(assembler.take(TickTests.entry(5, uid: 2, id: 1)) == nil)
            #expect(assembler.waiting == 2 && assembler.unpaired == 0)
        }
    }

    /// The oldest page was overwritten in the middle of a sample, and entries were lost on the way.
    @Test(.slow) func `a part whose partners are missing is dropped, and no sample is made of two`()
    {
        var draw = Draw("orphans")
        for _ in 0..<100 {
            let chunks = (0..<UInt8(draw.number(2...4))).map { LoggerChunk(id: $0, byteCount: 4) }
            var entries: [RawLogEntry] = []
            var samples: [LoggedBytes] = []
            var tick: UInt32 = 7
            for n in 0..<200 {
                let bytes = draw.bytes(4 * chunks.count)
                var parts = Self.entries(bytes, tick: tick, chunks: chunks)
                if n == 0 || draw.number(0...9) == 0 {
                    parts.remove(at: draw.number(0...parts.count - 1))
                } else {
                    samples.append(LoggedBytes(tick: tick, resetUID: 0, bytes: bytes))
                }
                entries += parts
                tick += draw.number(3...30)
            }
            var assembler = LogAssembler(chunks: chunks)
            let found = entries.compactMap { assembler.take($0) }
            #expect(found == samples)
            #expect(
                samples.count * chunks.count + assembler.unpaired + assembler.waiting
                    == entries.count)
        }
    }

    @Test func `entries of loggers that were cut off wait for the rest of the log`() {
        let chunks = [LoggerChunk(id: 2, byteCount: 4), LoggerChunk(id: 0, byteCount: 2)]
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
        let parts = Self.entries(bytes, tick: 9, chunks: chunks)
        var assembler = LogAssembler(chunks: chunks)
        #expect(assembler.take(parts[0]) == nil)
        #expect(assembler.waiting == 1)
        #expect(assembler.take(TickTests.entry(9, id: 5)) == nil)
        #expect(assembler.waiting == 1)
        let sample = assembler.take(parts[1])
        #expect(sample == LoggedBytes(tick: 9, resetUID: 0, bytes: bytes))
        #expect(sample?.tickMs == 9 * 1.46484375)
    }
}
