import Simulation
import Testing

@testable import MetaWearBoard

/// What happens between `FE 01` and the end of the link.
@Suite struct ResetRequestTests {
    // holds LIF-01
    @Test func `nothing is sampled, logged or sent while the link is ending`() {
        let bench = Bench()
        bench.link.ending = .never
        for packet in [
            "0b 02 03 04 ff 60", "0b 01 01", "03 04 01", "03 02 01 00", "03 01 01",
        ] { bench.write(packet) }
        bench.run(milliseconds: 100)
        let entries = bench.log.recordedEntries
        bench.write("fe 01")
        _ = bench.take()
        bench.run(milliseconds: 2_000)
        bench.board.setButton(pressed: true)
        #expect(bench.take() == [])
        #expect(bench.log.recordedEntries == entries)
        #expect(bench.board.resets == 0)
        bench.disconnect()
        #expect(bench.board.resets == 1)
    }

    // holds LIF-05 QRK-tick-runs-on
    @Test func `a reset after a waiting garbage collection is that one`() {
        let bench = Bench(quirks: [.tickRunsOn])
        bench.link.ending = .atOnce
        bench.run(milliseconds: 5_000)
        let boot = bench.board.bootTime
        bench.write("fe 05")
        bench.write("fe 01")
        #expect(bench.board.resets == 1)
        #expect(bench.board.bootTime == boot)
        #expect(bench.board.flash.garbage == 0)
    }
}
