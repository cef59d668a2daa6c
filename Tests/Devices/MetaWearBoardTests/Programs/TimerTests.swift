import Checkout
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// The timer module (protocol, core 6).
@Suite struct TimerTests {
    // holds TIM-01 TIM-08
    // registers Timers 02
    @Test(arguments: [
        "45 0c 00 00 3b 00 00", "e8 03 00 00 ff ff 01", "64 b0 05 a2 50 b3 01",
        "88 13 00 00 ff ff 00", "f4 01 00 00 ff ff 00",
    ])
    func `the examples of the documents are taken and read back`(_ entry: String) {
        let bench = Bench()
        #expect(bench.ask("0c 02 \(entry)") == ["0c 02 00"])
        #expect(bench.ask("0c 82 00") == ["0c 82 \(entry)"])
        bench.run(.seconds(20 as Int64))
        #expect(bench.take() == [], "a timer stands until it is started")
    }

    // holds TIM-02
    // registers Timers 02 05
    @Test(arguments: BoardProfile.all)
    func `eight timers, the lowest free id first`(_ profile: BoardProfile) {
        let bench = Bench(profile)
        for id in 0..<8 {
            #expect(bench.ask("0c 02 e8 03 00 00 ff ff 01") == ["0c 02 0\(id)"])
        }
        bench.play(
            """
            > 0c 02 e8 03 00 00 ff ff 01
            ! all 8 timers are in use
            > 0c 05 07
            > 0c 05 02
            > 0c 05 30
            > 0c 82 02
            < 0c 82
            > 0c 02 01 00 00 00 01 00 00
            < 0c 02 02
            > 0c 02 02 00 00 00 01 00 00
            < 0c 02 07
            > 0c 82 02
            < 0c 82 01 00 00 00 01 00 00
            """)
    }

    // holds TIM-03 TIM-04 TIM-07
    // registers Timers 03 06 07
    @Test func `ticks come at the period, as many as wished`() {
        Bench().play(
            """
            > 0c 02 e8 03 00 00 03 00 00
            < 0c 02 00
            > 0c 07 00 01
            > 0c 03 00
            + 999 ms
            < nothing
            + 1 ms
            < 0c 06 00
            + 1999 ms
            < 0c 06 00
            + 1 ms
            < 0c 06 00
            + 100 s
            < nothing
            # it keeps its slot and can be started again
            > 0c 03 00
            + 3 s
            < 0c 06 00
            < 0c 06 00
            < 0c 06 00
            + 100 s
            < nothing
            """)
    }

    // holds TIM-04
    @Test func `a first tick at the start counts`() {
        Bench().play(
            """
            > 0c 02 64 00 00 00 02 00 01
            < 0c 02 00
            > 0c 07 00 01
            > 0c 03 00
            < 0c 06 00
            + 99 ms
            < nothing
            + 1 ms
            < 0c 06 00
            + 10 s
            < nothing
            > 0c 02 64 00 00 00 00 00 01
            < 0c 02 01
            > 0c 07 01 01
            > 0c 03 01
            + 1 s
            < nothing
            """)
    }

    // holds TIM-05
    // registers Timers 03 04
    @Test func `a start counts anew, a stop keeps the slot`() {
        Bench().play(
            """
            > 0c 02 64 00 00 00 02 00 00
            < 0c 02 00
            > 0c 07 00 01
            > 0c 03 00
            + 150 ms
            < 0c 06 00
            > 0c 03 00
            + 99 ms
            < nothing
            + 101 ms
            < 0c 06 00
            < 0c 06 00
            + 1 s
            < nothing
            > 0c 03 00
            > 0c 04 00
            > 0c 04 05  nobody's
            > 0c 03 05
            + 1 s
            < nothing
            > 0c 82 00
            < 0c 82 64 00 00 00 02 00 00
            """)
    }

    // holds TIM-05
    // registers Timers 05
    @Test func `a removed timer is gone, and its successor does not get its ticks`() {
        Bench().play(
            """
            > 0c 02 64 00 00 00 ff ff 00
            < 0c 02 00
            > 0c 07 00 01
            > 0c 03 00
            + 50 ms
            > 0c 05 00
            > 0c 02 64 00 00 00 ff ff 00
            < 0c 02 00
            > 0c 03 00
            + 1 s
            < nothing
            > 0c 07 00 01
            + 99 ms
            < nothing
            + 1 ms
            < 0c 06 00
            """)
    }

    // holds TIM-06
    @Test(.slow) func `endless means endless, and a period of zero is a millisecond`() {
        let bench = Bench(isTraced: false)
        bench.play(
            """
            > 0c 02 00 00 00 00 ff ff 00
            < 0c 02 00
            > 0c 07 00 01
            > 0c 03 00
            """)
        bench.run(.seconds(70 as Int64))
        #expect(bench.take().count == 70_000)
    }

    // holds TIM-07
    // registers Timers 06 07
    @Test func `a tick is told by 07 alone, whatever 06 says`() {
        Bench().play(
            """
            > 0c 02 64 00 00 00 ff ff 00
            < 0c 02 00
            > 0c 03 00
            > 0c 06 01
            ! enabled slot by slot
            + 1 s
            < nothing
            > 0c 07 00 01
            + 100 ms
            < 0c 06 00
            > 0c 07 00 00
            > 0c 07 03 01  nobody's
            + 1 s
            < nothing
            """)
    }

    // holds TIM-09
    @Test func `timers run through a disconnect and not through a reset`() {
        Bench().play(
            """
            > 0c 02 64 00 00 00 ff ff 00
            < 0c 02 00
            > 0c 07 00 01
            > 0c 03 00
            * disconnect
            + 250 ms
            * connect
            + 50 ms
            < 0c 06 00
            > fe 01
            + 3 s
            * connect
            + 1 s
            < nothing
            > 0c 82 00
            < 0c 82
            """)
    }

    // holds TIM-10
    // registers Timers 01
    @Test func `the enable register reads back and has no effect`() {
        Bench().play(
            """
            > 0c 81
            < 0c 81 01
            > 0c 01 00
            > 0c 81
            < 0c 81 00
            > 0c 02 64 00 00 00 01 00 01
            < 0c 02 00
            > 0c 07 00 01
            > 0c 03 00
            < 0c 06 00
            """)
    }

    // holds TIM-03 EVT-10
    @Test func `the script that a simulator must pass, its timer (core, appendix B 4)`() {
        Bench().play(
            """
            > 0c 02 f4 01 00 00 ff ff 00
            < 0c 02 00
            > 0a 02 0c 06 00 04 81 01
            < 0a 02 00
            > 0a 03 00
            > 0c 03 00
            + 499 ms
            < nothing
            + 1 ms
            < 04 81 00 .. ..
            + 500 ms
            < 04 81 00 .. ..
            > 0c 05 00
            > 0a 04 00
            > 0a 04 01
            + 2 s
            < nothing
            """)
    }

    // holds TIM-03
    @Test func `a timer's silent read is logged`() {
        let bench = Bench(.metaMotionR)
        bench.play(
            """
            > 0b 02 04 c1 01 20
            < 0b 02 00
            > 0c 02 e8 03 00 00 ff ff 01
            < 0c 02 00
            > 0a 02 0c 06 00 04 c1 01
            < 0a 02 00
            > 0a 03 01
            > 0b 01 01
            > 0c 03 00
            * disconnect
            + 10 s
            * connect
            < nothing
            """)
        #expect(bench.log.recordedEntries == 11)
    }
}
