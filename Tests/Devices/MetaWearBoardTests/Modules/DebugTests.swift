import Simulation
import Testing

@testable import MetaWearBoard

@Suite struct DebugTests {
    // holds DBG-01
    // registers Debug 04
    @Test func `the key register keeps a number until the reset`() {
        let bench = Bench()
        bench.play(
            """
            > fe 84
            < fe 84 00 00 00 00
            > fe 04 ef be ad de
            > fe 84
            < fe 84 ef be ad de
            * disconnect
            + 2 s
            * connect
            > fe 84
            < fe 84 ef be ad de
            """)
        bench.board.resetByPin()
        bench.connect()
        #expect(bench.ask("fe 84") == ["fe 84 00 00 00 00"])
    }

    // holds DBG-02
    // registers Debug 09 0A 0C
    @Test(arguments: BoardProfile.all.filter { ($0.information(0xFE)?.revision ?? 0) >= 2 })
    func `stack and queue answer as captured`(_ profile: BoardProfile) {
        Bench(profile).play(
            """
            > fe 89
            < fe 89 00 94 0c
            > fe 09 01
            > fe 89
            < fe 89 01 94 0c
            > fe 09 00
            > fe 89
            < fe 89 00 94 0c
            > fe 8a
            < fe 8a 03 02 01 00 10 01 01 00 00 00 1b 00 1e
            > fe 0c 01
            < nothing
            """)
    }

    // holds DBG-02
    @Test func `stack and queue need revision 2, NAND statistics 5`() {
        Bench(Bench.profile(.metaMotionR, 0xFE, ModuleInformation(0, 1))).play(
            """
            > fe 89
            ! needs revision 2
            > fe 09 01
            ! needs revision 2
            > fe 8a
            ! needs revision 2
            """)
        Bench(.metaMotionROfMocks).play(
            """
            > fe 93
            ! needs revision 5
            """)
    }

    // holds DBG-03
    // registers Debug 13
    @Test func `NAND statistics count the pages that were read`() {
        let bench = LogOnNANDTests.bench(pages: 10)
        #expect(bench.ask("fe 93") == ["fe 93 00 00 00 00 00 00 00 00 00 00 00 00 00 00"])
        ReadoutTests.subscribe(bench)
        _ = ReadoutTests.download(bench, slots: 5_120, every: 100)
        #expect(bench.ask("fe 93") == ["fe 93 0a 00 00 00 00 00 00 00 00 00 00 00 00 00"])
    }

    // holds DBG-04
    // registers Debug 07 0B
    @Test func `the reset reason`() {
        let bench = Bench()
        func reason() -> [String] {
            bench.connect()
            return bench.ask("fe 8b")
        }
        #expect(reason() == ["fe 8b 00 00 00 00"])
        bench.write("fe 01")
        #expect(reason() == ["fe 8b 04 00 00 00"])
        bench.board.resetByPin()
        #expect(reason() == ["fe 8b 01 00 00 00"])
        bench.board.brownOut()
        #expect(reason() == ["fe 8b 00 00 00 00"])
        bench.write("fe 07")
        bench.write("fe 01")
        bench.board.setButton(pressed: true)
        #expect(reason() == ["fe 8b 00 00 01 00"])
    }

    // holds DBG-05 DBG-06
    // registers Debug 03
    @Test func `a spoofed notification goes to the host, by whatever flag`() {
        Bench().play(
            """
            > fe 03 01 01 00 07  a switch of seven (test_debug)
            < 01 01 07
            > fe 03 01 01 01 01
            < 01 01 01
            > fe 03 04 81 00 01 ac 00  with its data id
            < 04 81 01 ac 00
            > fe 03 11 8c 00 63 34 10
            < 11 8c 63 34 10
            > fe 03 05 0a 00 00 01
            < 05 0a 00 01
            > fe 03 11 cc 00 63 34 10  a silent one never leaves the board
            < nothing
            > fe 03 77 01 00 07
            < nothing
            > fe 03 01 01
            ! too short
            """)
    }

    // holds DBG-07
    @Test func `a spoofed notification is logged like a real one`() {
        let bench = Bench(.metaMotionR)
        bench.play(
            """
            > 0b 02 01 01 ff 00
            < 0b 02 00
            > 0b 02 04 c1 01 20
            < 0b 02 01
            > 0b 01 01
            > fe 03 01 01 00 07
            < 01 01 07
            > fe 03 04 c1 00 01 ac 00
            > fe 03 04 c1 00 02 ac 00  another channel
            > fe 03 04 81 00 01 ac 00  a loud read feeds no logger
            < 04 81 01 ac 00
            """)
        #expect(bench.log.recordedEntries == 2)
        #expect((0..<2).compactMap { bench.log.page(0)?.entry($0).data } == [7, 0xAC])
    }
}
