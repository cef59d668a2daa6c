import Foundation
import MetaWearProtocol
import Testing

@testable import MetaWear

/// Samples of one signal, made of entries of several starts of a board.
@Suite struct LogDecoderTests {
    private static func samples(
        _ entries: [(tick: UInt32, uid: UInt8)], anchor: LogAnchor? = nil
    ) throws -> [MWLoggedSample<UInt8>] {
        var decoder = LogDecoder(
            LogAssembler(chunks: [LoggerChunk(id: 3, byteCount: 1)]), anchor: anchor
        ) { $0[0] }
        try decoder.take(
            entries.enumerated().map { place, entry in
                RawLogEntry(
                    id: 3, resetUID: entry.uid, tick: entry.tick, rawData: UInt32(place))
            })
        return decoder.samples
    }

    @Test func `samples are in the order of their ticks, equal ones as they came`() throws {
        let samples = try Self.samples([(7, 0), (2, 0), (7, 0), (5, 0)])
        #expect(samples.map(\.value) == [1, 3, 0, 2])
        #expect(samples.map(\.tickMs) == samples.map(\.tickMs).sorted())
    }

    @Test func `only the start whose time is known has dates`() throws {
        let start = Date(timeIntervalSince1970: 1_000)
        let entries: [(tick: UInt32, uid: UInt8)] = [(2048, 4), (2048, 5)]
        // 2048 ticks are three seconds.
        let dated = try Self.samples(entries, anchor: LogAnchor(date: start, resetUID: 4))
        #expect(dated.map(\.date.timeIntervalSince1970) == [1_003, 3])
        let all = try Self.samples(entries, anchor: LogAnchor(date: start, resetUID: nil))
        #expect(all.map(\.date.timeIntervalSince1970) == [1_003, 1_003])
        #expect(try Self.samples(entries).map(\.date.timeIntervalSince1970) == [3, 3])
    }
}
