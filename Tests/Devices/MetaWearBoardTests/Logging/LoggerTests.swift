import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Triggers, recording, time and the small registers of the logger.
@Suite struct LoggerTests {
    // registers Logging 02
    // holds LOG-01 LOG-02
    @Test func `triggers get the lowest free id and read back as they were written`() {
        Bench(.metaMotionS).play(
            """
            > 0b 02 03 04 ff 60  acceleration, first four bytes
            < 0b 02 00
            > 0b 02 03 04 ff 24  and the last two
            < 0b 02 01
            > 0b 02 13 05 ff 22  gyroscope's y
            < 0b 02 02
            > 0b 02 19 07 ff 60  quaternion
            < 0b 02 03
            > 0b 02 19 07 ff 64
            < 0b 02 04
            > 0b 02 09 03 00 60  a processor's output
            < 0b 02 05
            > 0b 02 09 c4 00 60  and its state
            < 0b 02 06
            > 0b 02 04 c1 01 20
            < 0b 02 07
            > 0b 82 00
            < 0b 82 03 04 ff 60
            > 0b 82 01
            < 0b 82 03 04 ff 24
            > 0b 82 02
            < 0b 82 13 05 ff 22
            > 0b 82 06
            < 0b 82 09 c4 00 60
            > 0b 82 07
            < 0b 82 04 c1 01 20
            > 0b 03 01
            > 0b 82 01
            < 0b 82
            > 0b 02 19 06 ff 0c
            < 0b 02 01
            > 0b 82 01
            < 0b 82 19 06 ff 0c
            """)
    }

    // holds LOG-03
    @Test func `a full table answers nothing`() {
        let bench = Bench()
        for id in 0..<8 {
            #expect(bench.ask("0b 02 19 06 ff 6\(id % 4 * 4 == 12 ? 8 : 0)") == ["0b 02 0\(id)"])
        }
        bench.play(
            """
            > 0b 02 03 04 ff 60
            ! all 8 loggers are in use
            < nothing
            > 0b 03 03
            > 0b 02 03 04 ff 60
            < 0b 02 03
            """)
    }

    // holds QRK-many-loggers
    @Test func `with the quirk there are 32, and discovery says so`() {
        let bench = Bench(quirks: [.manyLoggers])
        #expect(bench.ask("0b 80") == ["0b 80 00 03 20 00 00 00 04 00 02"])
        for id in 0..<32 {
            #expect(bench.ask("0b 02 03 04 ff 60") == ["0b 02 " + Hex.text([UInt8(id)])])
        }
        #expect(bench.ask("0b 02 03 04 ff 60") == [])
    }

    // holds LOG-04
    @Test func `a free slot answers with the bare header`() {
        Bench().play(
            """
            > 0b 82 00
            < 0b 82
            > 0b 82 1f
            < 0b 82
            > 0b 82
            ! too short
            """)
    }

    // holds QRK-silent-free-slots
    @Test func `with the quirk a free slot is silent`() {
        Bench(quirks: [.silentFreeSlots]).play(
            """
            > 0b 82 00
            < nothing
            > 0b 02 03 04 ff 60
            < 0b 02 00
            > 0b 82 00
            < 0b 82 03 04 ff 60
            """)
    }

    // registers Logging 03 0a
    // holds LOG-05
    @Test func `removing one, an unknown one, all`() {
        Bench().play(
            """
            > 0b 02 01 01 ff 00
            < 0b 02 00
            > 0b 02 01 01 ff 00  the same key twice is a second logger
            < 0b 02 01
            > 0b 03 00
            > 0b 03 01
            > 0b 03 07
            > 0b 82 00
            < 0b 82
            > 0b 02 01 01 ff 00
            < 0b 02 00
            > 0b 0a
            > 0b 82 00
            < 0b 82
            """)
    }

    // registers Logging 01 09 0a
    // holds LOG-06
    @Test func `triggers and entries stay while logging is enabled`() {
        let bench = Bench(.metaMotionR)
        bench.play(
            """
            > 0b 02 01 01 ff 00
            < 0b 02 00
            > 0b 0b 01
            > 0b 01 01
            * press
            > 0b 0a
            ! triggers stay
            > 0b 09 ff ff ff ff
            ! entries stay
            > 0b 85
            < 0b 85 02 00 00 00
            > 0b 82 00
            < 0b 82 01 01 ff 00
            > 0b 01 00
            > 0b 09 ff ff ff ff
            > 0b 0a
            > 0b 85
            < 0b 85 00 00 00 00
            > 0b 82 00
            < 0b 82
            """)
    }

    // registers Logging 01 0b 0c 0f
    // holds LOG-07
    @Test func `switches read back, all off at first`() {
        Bench().play(
            """
            > 0b 81
            < 0b 81 00
            > 0b 8b
            < 0b 8b 00
            > 0b 8c
            < 0b 8c 00 00
            > 0b 8f
            < 0b 8f 00
            > 0b 86
            < 0b 86 00 00 00 00 00 00 00 00
            > 0b 0b 01
            > 0b 01 01
            > 0b 0f 01
            > 0b 81
            < 0b 81 01
            > 0b 8b
            < 0b 8b 01
            > 0b 8f
            < 0b 8f 01
            > 0b 01 00
            > 0b 81
            < 0b 81 00
            """)
    }

    // registers Logging 01
    // holds LOG-08
    @Test func `nothing is recorded before the enable and after it`() {
        let bench = Bench(.metaMotionR)
        bench.play(
            """
            > 0b 02 01 01 ff 00
            < 0b 02 00
            * press
            > 0b 01 01
            * release
            > 0b 01 00
            * press
            > 0b 85
            < 0b 85 02 00 00 00
            """)
        #expect(bench.log.page(0)?.entry(0).data == 0)
    }

    // holds LOG-09
    @Test func `a stream is logged without a subscription and without a link`() {
        let bench = Bench(.metaMotionR)
        bench.play(
            """
            > 0b 02 03 04 ff 60
            < 0b 02 00
            > 0b 02 03 04 ff 24
            < 0b 02 01
            > 03 02 01 00
            > 03 01 01
            > 0b 01 01
            * disconnect
            + 1004 ms
            * connect
            > 0b 01 00
            > 0b 85
            < 0b 85 ca 00 00 00
            """)
        // 100 samples of two entries and the headers of two pages.
        let entries = (0..<127).compactMap { bench.log.page(0)?.entry($0) }
        #expect(entries.map(\.logger) == (0..<127).map { UInt8($0 % 2) })
        #expect(entries[0].data == 0 && entries[1].data == 16384)
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.tick <= $1.tick })
    }

    // holds LOG-10
    @Test func `the later chunk of some samples falls into the next tick`() {
        let bench = Bench(.metaMotionR, isTraced: false)
        for packet in [
            "0b 02 03 04 ff 60", "0b 02 03 04 ff 24", "03 03 27 03", "03 02 01 00", "03 01 01",
            "0b 01 01",
        ] { bench.write(packet) }
        bench.run(.seconds(60 as Int64))
        var later = 0
        var pairs = 0
        var steps: Set<UInt32> = []
        var before: UInt32?
        for p in 0..<bench.log.readablePages {
            guard let page = bench.log.page(p) else { continue }
            for i in 0..<page.entriesLeft - 1 {
                let (a, b) = (page.entry(i), page.entry(i + 1))
                guard a.logger == 0, b.logger == 1 else { continue }
                #expect(b.tick - a.tick <= 1)
                pairs += 1
                later += b.tick == a.tick ? 0 : 1
                if let before { steps.insert(a.tick - before) }
                before = a.tick
            }
        }
        #expect(pairs > 2_900)
        #expect((0.05...0.09).contains(Double(later) / Double(pairs)))
        // At a page boundary a pair is split and one step is twice as long.
        #expect(steps.subtracting([13, 14, 27, 28]).isEmpty)
    }

    // holds LOG-11
    @Test func `a chunk beyond the datum is zero, a longer length byte means four at most`() {
        let bench = Bench(.metaMotionR)
        for packet in ["0b 02 01 01 ff 60", "0b 02 01 01 ff 01", "0b 02 01 01 ff e0", "0b 01 01"] {
            bench.write(packet)
        }
        bench.board.setButton(pressed: true)
        #expect((0..<3).compactMap { bench.log.page(0)?.entry($0).data } == [1, 0, 1])
    }

    // registers Logging 04
    // holds LOG-12 LOG-13
    @Test func `the tick counts 1.46484375 ms from the boot, the uid counts boots`() {
        let bench = Bench(.metaMotionR)
        bench.play(
            """
            > 0b 84
            < 0b 84 00 00 00 00 00
            + 1464 us
            > 0b 84
            < 0b 84 00 00 00 00 00
            + 1 us
            > 0b 84
            < 0b 84 01 00 00 00 00
            > fe 01
            + 3 s
            * connect
            > 0b 84
            < 0b 84 00 08 00 00 01
            """)
        for boot in 2...9 {
            bench.board.resetByPin()
            bench.connect()
            #expect(bench.ask("0b 84") == ["0b 84 00 00 00 00 0\(boot & 7)"])
        }
    }

    // holds LOG-12
    @Test(arguments: [
        (0x415, 5 as UInt8, "0b 84 15 04 00 00 05"), (0x472A9, 1, "0b 84 a9 72 04 00 01"),
        (1000, 3, "0b 84 e8 03 00 00 03"),
    ])
    func `the examples of the time register`(_ tick: Int64, _ uid: UInt8, _ answer: String) {
        let bench = Bench(.metaMotionR, isConnected: false)
        for _ in 0..<uid { bench.board.resetByPin() }
        bench.connect()
        // The first instant of the tick.
        bench.run(Nanoseconds((tick * 23_437_500 + 15) / 16))
        #expect(bench.ask("0b 84") == [answer])
    }

    // holds LOG-14
    @Test func `the tick wraps after 72.8 days and recording goes on`() {
        let bench = Bench(.metaMotionR, isTraced: false)
        // No battery lasts that long with a host.
        bench.board.setCharger(connected: true)
        bench.write("0b 02 01 01 ff 00")
        bench.write("0b 01 01")
        let wrap = Int64(1) << 32 * 23_437_500 / 16
        bench.run(Nanoseconds(wrap - 2_000_000))
        bench.board.setButton(pressed: true)
        bench.run(milliseconds: 10)
        bench.board.setButton(pressed: false)
        let ticks = (0..<2).compactMap { bench.log.page($0)?.entry(0).tick }
        #expect(ticks == [0xFFFF_FFFE, 5])
    }
}
