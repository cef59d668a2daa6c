import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// The pool: what is taken, who feeds whom, who hears it.
@Suite struct DataProcessorTests {
    static let signal = SignalKey(1, 1)

    // holds PRC-13
    // registers DataProcessor 01
    @Test func `the enable register is on, reads back, and stops nothing`() {
        let bench = Bench()
        bench.addProcessors("01 01 ff 00 02 10")
        bench.listen(to: 0)
        bench.play(
            """
            > 09 80
            < 09 80 00 03 1c
            > 09 81
            < 09 81 01
            > 09 01 00
            > 09 81
            < 09 81 00
            """)
        #expect(bench.feed(Self.signal, [1]) == ["00 01"])
    }

    // holds PRC-01 PRC-02 PRC-05 PRC-06
    // registers DataProcessor 02 06 08
    @Test func `28 slots, lowest free id first, a full pool is silent`() {
        let bench = Bench()
        for _ in 0..<28 { bench.addProcessors("01 01 ff 00 02 10") }
        bench.play(
            """
            > 09 02 01 01 ff 00 02 10
            ! all 28 processors are in use
            > 09 06 07
            > 09 06 03
            > 09 02 01 01 ff 00 02 10
            < 09 02 03
            > 09 02 01 01 ff 00 02 10
            < 09 02 07
            > 09 02 01 01 ff 00 02 10
            < nothing
            > 09 08
            > 09 02 01 01 ff 00 02 10
            < 09 02 00
            > 09 06 05
            ! no processor 5
            """)
    }

    // holds PRC-02
    // registers DataProcessor 02
    @Test(arguments: [
        ("01 01 ff 00 12 00", "type has the unknown value 18"),
        ("01 01 ff 00 00", "type has the unknown value 0"),
        ("01 01 ff 00", "too short"), ("01 01 ff 00 02", "too short"),
        ("09 03 00 00 02 10", "no processor 0"), ("09 c4 05 60 02 13", "no processor 5"),
        ("01 01 ff 00 01 03 00 00", "mode"), ("01 01 ff 00 02 20", "mode"),
        ("01 01 ff 00 03 00 00", "depth"), ("12 01 ff 60 03 0f 04 04", "channels"),
        ("01 01 ff 00 0e 00 04 00", "channels"), ("01 01 ff 00 06 30 01", "operation"),
        ("12 01 ff 60 06 06 00 00", "too short"), ("01 01 ff 00 07 00 02", "mode"),
        ("01 01 ff 00 08 18 00 00 00 00", "mode"),
        ("01 01 ff 00 09 03 0c 00 00 00 00", "operation"),
        ("12 01 ff 60 09 0f 01 00 00 00 00 04", "channels"),
        ("01 01 ff 00 0a 10 01", "length"), ("01 01 ff 00 0b 04 00 00 01 00 00 00 01 00", "length"),
        ("01 01 ff 00 0b 00 01 00 01 00 00 00 01 00", "trigger"),
        ("01 01 ff 00 0c 18 00 00 00 00", "mode"), ("01 01 ff 00 0d 10 00 00 00 00 00 00", "mode"),
        ("01 01 ff 00 0f 12", "length"), ("01 01 ff 00 11 02 03", "mode"),
        ("01 01 ff 00 1a 00", "depth"), ("01 01 ff 00 1b 01 00", "buffers"),
        ("01 01 ff 00 1b 02 00", "too short"),
        ("01 01 ff 00 04 00 04 00 00 00 00 00 00 00", "length"),
        ("01 01 ff 00 05 00 00 00 00 00 00 00 00 04 00", "length"),
    ])
    func `what makes no processor is met with silence`(_ definition: String, _ why: String) {
        Bench().play(
            """
            > 09 02 \(definition)
            ! \(why)
            < nothing
            > 09 82 00
            < 09 82
            """)
    }

    // holds PRC-37
    // registers DataProcessor 02
    @Test(
        arguments: [
            ("01 01 ff 00 1b 00", 1), ("01 01 ff 00 08 10 00 00 00 00", 1),
            ("01 01 ff 00 03 20 04 00", 2), ("19 07 ff e0 0a 04 01", 2),
        ] as [(String, UInt8)])
    func `later revisions know more`(_ definition: String, _ since: UInt8) {
        for revision: UInt8 in 0...3 {
            let bench = Bench(
                Bench.profile(.metaMotionR, 0x09, ModuleInformation(0, revision, [0x1C])))
            let answer = bench.ask("09 02 \(definition)")
            #expect(answer == (revision >= since ? ["09 02 00"] : []), "revision \(revision)")
        }
    }

    // holds PRC-37
    // registers DataProcessor 02 03
    @Test func `before revision 2 an averager has one channel`() {
        let sample = ShortBytes([8, 0, 16, 0, 24, 0])
        let definition = "03 04 ff a0 03 05 01 02"
        #expect(Bench.outputs(definition, .metaMotionROfMocks, of: [sample]) == ["08 00"])
        #expect(Bench.outputs(definition, of: [sample]) == ["08 00 10 00 18 00"])
    }

    // holds PRC-04
    // registers DataProcessor 03 07
    @Test func `the host hears an output if both gates are open, in any order`() {
        let bench = Bench()
        bench.addProcessors("01 01 ff 00 02 10", "01 01 ff 00 02 13")
        #expect(bench.feed(Self.signal, [1]) == [])
        bench.write("09 07 00 01")
        #expect(bench.feed(Self.signal, [1]) == [])
        bench.write("09 03 01")
        #expect(bench.feed(Self.signal, [1]) == ["00 03"])
        bench.write("09 07 01 01")
        #expect(bench.feed(Self.signal, [1]) == ["00 04", "01 04 00 00 00"])
        bench.write("09 07 00 00")
        #expect(bench.feed(Self.signal, [1]) == ["01 05 00 00 00"])
        bench.write("09 03 00")
        #expect(bench.feed(Self.signal, [1]) == [])
        bench.write("09 03 01")
        #expect(bench.feed(Self.signal, [1]) == ["01 07 00 00 00"])
        bench.write("09 07 05 01")
        #expect(bench.lines.last?.contains("no processor 5") == true)
        // A removed one takes its gate along.
        bench.write("09 06 01")
        bench.addProcessors("01 01 ff 00 02 13")
        #expect(bench.feed(Self.signal, [1]) == [])
    }

    // holds PRC-03
    // registers DataProcessor 02 03
    @Test func `loud reads feed processors of the loud byte, silent ones none`() {
        let bench = Bench()
        bench.addProcessors("04 81 01 20 02 10", "04 c1 01 20 02 10", "04 81 00 20 02 10")
        for id in 0..<3 { bench.listen(to: id) }
        bench.play(
            """
            > 04 81 01
            < 04 81 01 .. ..
            < 09 03 00 01
            < nothing
            > 04 c1 01
            < nothing
            > 04 81 00
            < 04 81 00 .. ..
            < 09 03 02 01
            """)
    }

    // holds QRK-silent-reads-feed-processors PRC-03
    // registers DataProcessor 02 03
    @Test func `with the quirk silent reads feed processors of the silent byte`() {
        let bench = Bench(quirks: [.silentReadsFeedProcessors])
        bench.addProcessors("04 c1 01 20 02 10", "04 81 01 20 02 10")
        for id in 0..<2 { bench.listen(to: id) }
        bench.play(
            """
            > 04 c1 01
            < 09 03 00 01
            > 04 81 01
            < 04 81 01 .. ..
            < 09 03 01 01
            """)
    }

    // holds PRC-03 PRC-11 PRC-16 PRC-18
    // registers DataProcessor 02 03
    @Test func `a running sensor feeds without a subscription; outputs are logged`() {
        let bench = Bench()
        bench.feel(100, -200, 300, countsPerG: 4096)
        bench.addProcessors("03 04 ff 22 09 17 00 00 00 00 00 00", "09 03 00 60 02 13")
        bench.listen(to: 0)
        bench.play(
            """
            > 0b 02 09 03 00 60
            < 0b 02 00
            > 0b 02 09 03 01 20
            < 0b 02 01
            > 0b 01 01
            > 03 02 01 00
            > 03 01 01
            + 25 ms
            < 09 03 00 38 ff ff ff
            < 09 03 00 38 ff ff ff
            > 03 01 00
            # A spoofed notification goes the same road.
            > fe 03 03 04 00 01 00 02 00 03 00
            < 03 04 01 00 02 00 03 00
            < 09 03 00 02 00 00 00
            > 0b 01 00
            > 0b 10 01
            + 5 ms
            """)
        let entries = (0..<6).compactMap { bench.log.page(0)?.entry($0) }
        #expect(entries.map(\.logger) == [0, 1, 0, 1, 0, 1])
        #expect(entries.map(\.data) == [0xFFFF_FF38, 1, 0xFFFF_FF38, 2, 2, 3])
    }

    // holds PRC-08
    // registers DataProcessor 02 03
    @Test func `a datum goes down each branch before the next, in order of id`() {
        let bench = Bench()
        bench.addProcessors(
            "01 01 ff 00 01 00 00 00", "01 01 ff 00 01 00 00 00", "09 03 00 00 01 00 00 00",
            "09 03 01 00 01 00 00 00", "09 03 02 00 01 00 00 00", "09 03 00 00 01 00 00 00")
        for id in 0..<6 { bench.listen(to: id) }
        #expect(
            bench.feed(Self.signal, [7]) == ["00 07", "02 07", "04 07", "05 07", "01 07", "03 07"])
    }

    // holds PRC-06
    // registers DataProcessor 06
    @Test func `what is used by another is not removed, what loggers use is`() {
        let bench = Bench()
        bench.addProcessors(
            "01 01 ff 00 0f 00", "01 01 ff 00 01 00 00 00", "09 03 01 00 1b 01 00",
            "09 c4 00 00 01 00 00 00")
        bench.play(
            """
            > 0b 02 09 03 02 00
            < 0b 02 00
            > 09 06 01
            ! processor 2 uses processor 1
            > 09 06 00
            ! processor 2 uses processor 0
            > 09 06 02
            > 09 06 01
            > 09 06 00
            ! processor 3 uses processor 0
            > 09 06 03
            > 09 06 00
            > 09 82 00
            < 09 82
            """)
    }

    // holds PRC-17
    // registers DataProcessor 02 03 07
    @Test func `processors and gates survive a disconnect and no reset`() {
        let bench = Bench()
        bench.addProcessors("01 01 ff 00 02 10")
        bench.listen(to: 0)
        _ = bench.feed(Self.signal, [1])
        bench.disconnect()
        #expect(bench.feed(Self.signal, [1]) == [])
        bench.run(milliseconds: 2000)
        bench.connect()
        #expect(bench.feed(Self.signal, [1]) == ["00 03"])
        bench.board.resetByPin()
        bench.connect()
        #expect(bench.ask("09 82 00") == ["09 82"])
        #expect(!bench.processors.isBusy)
    }

    // holds PRC-07 QRK-silent-free-slots
    // registers DataProcessor 02
    @Test func `with the quirk a free slot is silent`() {
        Bench(quirks: [.silentFreeSlots]).play(
            """
            > 09 82 00
            < nothing
            > 09 02 01 01 ff 00 02 10
            < 09 02 00
            > 09 82 00
            < 09 82 01 01 ff 00 02 10 00 00 00 00 00 00 00 00 00 00 00 00
            """)
    }
}
