import Testing

@testable import MetaWearProtocol

/// Ticks of the log: their length, their wraps, and the starts of the board between them (protocol, core 3.4).
@Suite struct TickTests {
    static func entry(_ tick: UInt32, uid: UInt8 = 0, id: UInt8 = 0, data: UInt32 = 0)
        -> RawLogEntry
    {
        RawLogEntry(id: id, resetUID: uid, tick: tick, rawData: data)
    }

    @Test func `a tick is 48/32768 of a second, exactly`() {
        #expect(LogTick.duration(32_768) == .seconds(48))
        #expect(LogTick.duration(1) == .nanoseconds(1_464_843) + .picoseconds750)
        #expect(LogTick.duration(-32_768) == .seconds(-48))
        // 72.8 days, and the longest that a counter with its wraps can say.
        #expect(LogTick.duration(1 << 32) == .seconds(6_291_456))
        #expect(LogTick.duration(.max) / 4 > .seconds(1 << 51))
        var draw = Draw("ticks")
        for _ in 0..<1000 {
            let ticks: Int64 = draw.number(0...(1 << 40))
            #expect(LogTick.ticks(in: LogTick.duration(ticks)) == ticks)
        }
        #expect(Self.entry(32_768).epochMs == 48_000)
    }

    @Test func `wraps are counted, and small steps back are none`() {
        var counter = TickCounter()
        #expect(counter.extend(0xFFFF_FFF0) == 0xFFFF_FFF0)
        #expect(counter.extend(5) == 0x1_0000_0005)
        // A later part of a sample from before the wrap.
        #expect(counter.extend(0xFFFF_FFFF) == 0xFFFF_FFFF)
        #expect(counter.extend(6) == 0x1_0000_0006)
        #expect(counter.wraps == 1)
        // A stamp that came late stays where it is; one that lies far back is the next wrap.
        #expect(counter.extend(2) == 0x1_0000_0002)
        #expect(counter.extend(0x8000_0000) == 0x1_8000_0000)
        #expect(counter.extend(3) == 0x2_0000_0003)
        #expect(counter.wraps == 2)
    }

    /// A clock that runs for years, with stamps that come a little late now and then.
    @Test func `any walk of ticks is followed over every wrap`() {
        var draw = Draw("walk")
        for _ in 0..<50 {
            var time = UInt64(draw.any(UInt32.self))
            var counter = TickCounter()
            _ = counter.extend(UInt32(time))
            for _ in 0..<400 {
                // From nothing to half of the clock's round.
                let step: UInt64 = draw.number(0...30)
                time += draw.number(0...(1 << step))
                let late = draw.flag() ? min(time, draw.number(0...60_000)) : 0
                _ = counter.extend(UInt32(truncatingIfNeeded: time))
                #expect(counter.extend(UInt32(truncatingIfNeeded: time - late)) == time - late)
            }
        }
    }

    @Test func `each start of the board counts for itself`() {
        var clock = LogClock()
        #expect(clock.extend(Self.entry(0xFFFF_0000, uid: 3)) == 0xFFFF_0000)
        #expect(clock.extend(Self.entry(10, uid: 3)) == 0x1_0000_000A)
        // A new start: small ticks are no wrap.
        #expect(clock.extend(Self.entry(4, uid: 4)) == 4)
        #expect(clock.extend(Self.entry(9, uid: 4)) == 9)
        // Eight starts later the same uid comes back from zero.
        for uid: UInt8 in [5, 6, 7, 0, 1, 2] { _ = clock.extend(Self.entry(100, uid: uid)) }
        #expect(clock.extend(Self.entry(20, uid: 3)) == 20)
    }

    @Test func `a start with the number of an earlier one counts anew`() {
        var clock = LogClock()
        #expect(clock.extend(Self.entry(0xFFFF_0000, uid: 1)) == 0xFFFF_0000)
        #expect(clock.extend(Self.entry(5, uid: 2)) == 5)
        // Eight starts later.
        #expect(clock.extend(Self.entry(7, uid: 1)) == 7)
        #expect(clock.extend(Self.entry(3, uid: 1)) == 3)
    }

    @Test func `an entry has five bits for its logger and three for the start`() throws {
        let entry = try RawLogEntry(entryBytes: [0xBF, 1, 0, 0, 0, 2, 0, 0, 0])
        #expect(entry == RawLogEntry(id: 0x1F, resetUID: 5, tick: 1, rawData: 2))
        #expect(
            RawLogEntry.parseAll(from: [0x0B, 0x07, 0x31, 1, 0, 0, 0, 2, 0, 0, 0]).map(\.id) == [
                0x11
            ])
    }

    @Test func `a reading of the clock says how long ago an entry was`() throws {
        let reading = try LogTimeReading(answer: [0x0B, 0x84, 0xE8, 0x03, 0, 0, 0x03])
        #expect(reading == LogTimeReading(tick: 1000, resetUID: 3))
        #expect(reading.uptime == LogTick.duration(1000))
        #expect(reading.distance(to: Self.entry(900, uid: 3)) == LogTick.duration(-100))
        #expect(reading.distance(to: Self.entry(1100, uid: 3)) == LogTick.duration(100))
        // Recorded before the clock wrapped.
        #expect(reading.distance(to: Self.entry(0xFFFF_FFFF, uid: 3)) == LogTick.duration(-1001))
        #expect(reading.distance(to: Self.entry(900, uid: 2)) == nil)
        // Firmware that does not count its starts.
        let old = try LogTimeReading(answer: [0x0B, 0x84, 0xE8, 0x03, 0, 0])
        #expect(old.resetUID == nil && old.distance(to: Self.entry(0, uid: 7)) != nil)
        #expect(throws: MWError.self) { try LogTimeReading(answer: [0x0B, 0x84, 0, 0, 0]) }
        // The board has three bits of the number.
        #expect(LogTimeReading(tick: 1, resetUID: 0x0B).resetUID == 3)
        // Either sign of a start is enough.
        #expect(LogTimeReading(tick: 2000, resetUID: 4).isReset(since: reading))
        #expect(LogTimeReading(tick: 10, resetUID: 3).isReset(since: reading))
        #expect(!LogTimeReading(tick: 1000, resetUID: 3).isReset(since: reading))
    }
}

extension Duration {
    /// 750 ps, which `Duration` has no name for.
    fileprivate static var picoseconds750: Duration {
        Duration(secondsComponent: 0, attosecondsComponent: 750_000_000)
    }
}
