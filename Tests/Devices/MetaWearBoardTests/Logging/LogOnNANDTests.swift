import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// What a log does on the boards of 2026 (real boards of 2026, sections 1 to 3).
@Suite struct LogOnNANDTests {
    /// A logger on the switch of an S as it is sold, and pages of an earlier session.
    static func bench(
        pages: Int = 0, also quirks: Set<Quirk> = [], sensors: SensorQuality = .ideal
    ) -> Bench {
        let profile = BoardProfile.metaMotionS
        let bench = Bench(profile, quirks: profile.quirks.union(quirks), sensors: sensors)
        bench.log.fill(to: Double(pages) / Double(profile.flash.pages))
        bench.write("0b 0d 01")
        bench.write("0b 02 01 01 ff 00")
        bench.link.heard = []
        return bench
    }

    // registers Logging 09 0d
    // holds LOG-48 LOG-41
    @Test func `a drop takes time, and what is recorded meanwhile is lost`() {
        // 2,000 pages, 40 s.
        let bench = Self.bench(pages: 2_000)
        bench.write("0b 09 ff ff ff ff")
        bench.write("0b 01 01")
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
        for _ in 0..<39 {
            bench.logSwitch(1)
            bench.run(.seconds(1 as Int64))
        }
        #expect(bench.ask("0b 81") == ["0b 81 01"])
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
        #expect(bench.log.refusedEntries == 39)
        #expect(bench.take() == [])
        bench.run(.seconds(1 as Int64))
        #expect(bench.take() == ["0b 0d"])
        bench.logSwitch(2)
        #expect(bench.ask("0b 85") == ["0b 85 03 00 00 00"])
        #expect(bench.log.garbage == 0)
    }

    // holds LOG-48
    @Test(arguments: [(0, 0), (1, 20), (25, 500), (4_499, 89_980), (131_072, 90_000)])
    func `it grows with the pages, to 90 s`(_ pages: Int, _ milliseconds: Int64) {
        let bench = Self.bench(pages: pages)
        bench.write("0b 09 ff ff ff ff")
        if milliseconds > 0 {
            bench.run(milliseconds: milliseconds - 1)
            #expect(bench.take() == [])
            bench.run(milliseconds: 1)
        }
        #expect(bench.take() == ["0b 0d"])
    }

    // holds LOG-48
    @Test func `a page that was read and confirmed is erased with the next drop`() {
        let bench = Self.bench(pages: 2)
        bench.write("0b 07 01")
        _ = ReadoutTests.download(bench, slots: 1_024, every: 100)
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
        bench.write("0b 09 ff ff ff ff")
        #expect(bench.take() == [])
        bench.run(milliseconds: 40)
        #expect(bench.take() == ["0b 0d"])
    }

    // holds LOG-48
    @Test func `a second drop meanwhile adds nothing if there is nothing more`() {
        let bench = Self.bench(pages: 100)
        bench.write("0b 09 ff ff ff ff")
        bench.run(milliseconds: 1_000)
        bench.write("0b 09 ff ff ff ff")
        bench.run(milliseconds: 999)
        #expect(bench.take() == [])
        bench.run(milliseconds: 1)
        #expect(bench.take() == ["0b 0d"])
        bench.logSwitch(1)
    }

    // holds LOG-48
    @Test func `a reset ends it, and what is left is erased with the next drop`() {
        let bench = Self.bench(pages: 100)
        bench.write("0b 09 ff ff ff ff")
        bench.run(milliseconds: 500)
        bench.board.resetByPin()
        bench.run(.seconds(5 as Int64))
        #expect(bench.log.garbage == 100)
        bench.connect()
        bench.write("0b 0d 01")
        bench.write("0b 09 ff ff ff ff")
        bench.run(milliseconds: 1_999)
        #expect(bench.take() == [])
        bench.run(milliseconds: 1)
        #expect(bench.take() == ["0b 0d"])
    }

    // holds ADV-13
    @Test(arguments: [(0, 1_500 as Int64), (2_000, 41_500)])
    func `the reset after garbage collection keeps the board off the air`(
        _ pages: Int, _ milliseconds: Int64
    ) {
        let bench = Self.bench(pages: pages)
        bench.write("0b 09 ff ff ff ff")
        bench.write("fe 05")
        bench.write("fe 06")
        bench.run(milliseconds: milliseconds - 1)
        #expect(bench.board.advertisement == nil)
        bench.run(milliseconds: 100)
        #expect(bench.board.advertisement != nil)
    }

    // holds QRK-no-drop-notice
    @Test(arguments: [0, 10])
    func `with the quirk a drop is not answered`(_ pages: Int) {
        let bench = Self.bench(pages: pages, also: [.noDropNotice])
        bench.write("0b 09 ff ff ff ff")
        bench.run(.seconds(5 as Int64))
        #expect(bench.take() == [])
    }

    // holds LOG-16
    // registers Logging 05
    @Test func `the length counts the RAM page while logging is on`() {
        let bench = Self.bench()
        bench.write("0b 01 01")
        bench.logSwitch(150)
        #expect(bench.ask("0b 85") == ["0b 85 97 00 00 00"])
        bench.write("0b 01 00")
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
        bench.write("0b 10 01")
        bench.run(.seconds(2 as Int64))
        #expect(bench.ask("0b 85") == ["0b 85 97 00 00 00"])
    }

    // holds LOG-38
    // registers Logging 10
    @Test(arguments: [SensorQuality.ideal, .realistic])
    func `a flush lands at once, and later if the flash was just written`(
        _ sensors: SensorQuality
    ) {
        let bench = Self.bench(sensors: sensors)
        bench.write("0b 01 01")
        bench.logSwitch(20)
        bench.write("0b 10 01")
        #expect(bench.log.length == 21)
        bench.logSwitch(1)
        bench.write("0b 01 00")
        bench.write("0b 10 01")
        bench.run(milliseconds: 199)
        #expect(bench.ask("0b 85") == ["0b 85 15 00 00 00"])
        bench.run(milliseconds: 301)
        #expect(bench.ask("0b 85") == ["0b 85 17 00 00 00"])
        bench.run(.seconds(2 as Int64))
        bench.write("0b 01 01")
        bench.logSwitch(1)
        bench.write("0b 10 01")
        #expect(bench.log.length == 25)
    }

    // holds LOG-38
    @Test func `a page that is full meanwhile is not flushed twice, and a dropped one not at all`()
    {
        let bench = Self.bench()
        bench.write("0b 01 01")
        bench.logSwitch(20)
        bench.write("0b 10 01")
        // The flash has just worked: this flush is still to come when the page is full.
        bench.logSwitch(509)
        bench.write("0b 10 01")
        bench.logSwitch(3)
        bench.run(.seconds(1 as Int64))
        #expect(bench.log.length == 533)
        #expect(bench.ask("0b 85") == ["0b 85 17 02 00 00"])
        bench.write("0b 10 01")
        bench.write("0b 01 00")
        bench.write("0b 09 ff ff ff ff")
        bench.run(.seconds(2 as Int64))
        #expect(bench.take() == ["0b 0d"])
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
    }

    // holds QRK-slow-flush
    @Test func `with the quirk every flush takes long`() {
        let bench = Self.bench(also: [.slowFlush])
        bench.write("0b 01 01")
        bench.logSwitch(20)
        bench.write("0b 10 01")
        bench.run(milliseconds: 1_499)
        #expect(bench.log.length == 0)
        bench.run(milliseconds: 1)
        #expect(bench.log.length == 21)
    }

    // holds QRK-flush-needs-logging
    @Test func `with the quirk a flush is ignored while logging is off`() {
        let bench = Self.bench(also: [.flushNeedsLogging])
        bench.write("0b 01 01")
        bench.logSwitch(2)
        bench.write("0b 01 00")
        bench.play(
            """
            > 0b 10 01
            ! needs logging to be enabled
            """)
        bench.run(.seconds(2 as Int64))
        #expect(bench.log.length == 0)
    }

    // holds QRK-length-one-after-drop
    @Test func `with the quirk an empty log has a length of 1 for a minute`() {
        let bench = Self.bench(also: [.lengthOneAfterDrop])
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
        bench.write("0b 09 ff ff ff ff")
        bench.link.heard = []
        bench.run(.seconds(59 as Int64))
        #expect(bench.ask("0b 85") == ["0b 85 01 00 00 00"])
        bench.run(.seconds(1 as Int64))
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
    }

    // holds QRK-stale-triggers-block
    @Test func `with the quirk abandoned triggers block new ones until all are removed`() {
        let bench = Self.bench(also: [.staleTriggersBlock])
        bench.disconnect()
        bench.connect()
        bench.write("0b 02 01 01 ff 00")
        bench.write("0b 01 01")
        bench.logSwitch(5)
        bench.link.heard = []
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
        bench.write("0b 01 00")
        bench.write("0b 0a")
        bench.write("0b 02 01 01 ff 00")
        bench.write("0b 01 01")
        bench.logSwitch(5)
        bench.link.heard = []
        #expect(bench.ask("0b 85") == ["0b 85 06 00 00 00"])
    }

    /// Boards of 1.7, and an R that has one of their habits as a quirk.
    private static func boards(_ quirk: Quirk) -> [Bench] {
        [
            Bench(.metaMotionS, quirks: BoardProfile.metaMotionS.quirks),
            Bench(.metaMotionRL, quirks: BoardProfile.metaMotionRL.quirks),
            Bench(.metaMotionR, quirks: [quirk]),
        ]
    }

    // registers Logging 06
    // holds LOG-49 QRK-silent-empty-readout
    @Test func `a readout of nothing is not answered by firmware 1_7`() {
        for bench in Self.boards(.silentEmptyReadout) {
            ReadoutTests.subscribe(bench)
            bench.write("0b 06 00 00 00 00 01 00 00 00")
            bench.run(.seconds(5 as Int64))
            #expect(bench.take() == [])
            // An empty log from which something is wanted ends as ever.
            bench.write("0b 06 01 00 00 00 01 00 00 00")
            #expect(bench.take() == ["0b 08 00 00 00 00"])
        }
    }

    // registers Logging 08
    // holds LOG-50 QRK-no-progress-of-pages
    @Test func `an interval of 0 reports nothing but the end`() {
        for bench in Self.boards(.noProgressOfPages) {
            bench.log.fill(to: 3 / Double(bench.board.profile.flash.pages))
            let length = bench.log.length
            let entries = length - 3
            ReadoutTests.subscribe(bench)
            let packets = ReadoutTests.download(bench, slots: length, every: 0)
            #expect(ReadoutTests.progress(packets) == [0])
            #expect(ReadoutTests.values(packets).count == entries)
        }
    }

    // holds QRK-slow-garbage-collection
    @Test func `with the quirk another board takes time for a drop, and without it an S none`() {
        let slow = Bench(.metaMotionR, quirks: [.slowGarbageCollection])
        let quick = Bench(.metaMotionS)
        for bench in [slow, quick] {
            bench.log.fill(to: 100 / Double(bench.board.profile.flash.pages))
            bench.write("0b 0d 01")
            bench.write("0b 09 ff ff ff ff")
        }
        #expect(quick.take() == ["0b 0d"])
        slow.run(milliseconds: 1_999)
        #expect(slow.take() == [])
        slow.run(milliseconds: 1)
        #expect(slow.take() == ["0b 0d"])
    }

    // holds LOG-04
    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionRL])
    func `free loggers and processors are silent with firmware 1_7`(_ profile: BoardProfile) {
        Bench(profile, quirks: profile.quirks).play(
            """
            > 0b 82 00
            < nothing
            > 09 82 00
            < nothing
            > 0a 82 00
            < 0a 82
            > 0c 82 00
            < 0c 82
            """)
    }
}
