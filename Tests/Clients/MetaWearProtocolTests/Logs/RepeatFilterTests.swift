import MetaWearProtocol
import Testing

/// Entries that a board sends again after a lost link.
@Suite struct RepeatFilterTests {
    @Test func `what a host had already is known, whether the confirmation arrived or not`() {
        func entry(_ n: UInt32) -> RawLogEntry {
            RawLogEntry(id: 0, resetUID: 0, tick: n, rawData: 0)
        }
        var filter = RepeatFilter()
        func take(_ entries: UInt32...) -> [Bool] {
            entries.map { filter.isRepeated(entry($0)) }
        }
        #expect(take(1, 2, 3) == [false, false, false])
        filter.confirm()
        #expect(take(4, 5) == [false, false])
        filter.restart()
        #expect(take(4, 5, 6) == [true, true, false])
        filter.confirm()
        // The link ended: either the board has heard of it, …
        var lost = filter
        lost.restart()
        #expect([4, 5, 6, 7].map { lost.isRepeated(entry($0)) } == [true, true, true, false])
        // … or it has not.
        filter.restart()
        #expect(take(7, 8) == [false, false])
        // A cut in a readout that repeats.
        filter.restart()
        #expect(take(7) == [true])
        filter.restart()
        #expect(take(7, 8, 9) == [true, true, false])
    }

    @Test func `an equal entry out of turn is another one`() {
        func entry(_ n: UInt32) -> RawLogEntry {
            RawLogEntry(id: 0, resetUID: 0, tick: n, rawData: 0)
        }
        var filter = RepeatFilter()
        #expect([1, 2, 3].map { filter.isRepeated(entry($0)) } == [false, false, false])
        filter.restart()
        #expect([1, 3].map { filter.isRepeated(entry($0)) } == [true, false])
    }
}
