import Checkout
import Simulation
import Testing

@testable import MetaWearBoard

/// Events on processors, and processors that events change (protocol, core 4.7 and 5).
@Suite struct ProcessorEventTests {
    // holds EVT-06 EVT-10 EVT-13
    @Test func `an output becomes the operand of another processor (core 4.7)`() {
        Bench().play(
            """
            > 09 02 01 01 ff 00 02 11  counter of the switch, two bytes
            < 09 02 00
            > 09 02 01 01 ff 00 09 03 01 00 00 00 00 00  plus nothing yet
            < 09 02 01
            > 0a 02 09 03 00 09 05 09 05 04
            < 0a 02 00
            > 0a 03 01 09 03 01 00 00 00 00 00
            > 09 07 01 01
            > 09 03 01
            * press
            < 09 03 01 01 00 00 00  the operand comes behind its sample
            * release
            < 09 03 01 01 00 00 00  0 + 1
            * press
            < 09 03 01 03 00 00 00  1 + 2
            """)
    }

    // holds EVT-09 EVT-11
    @Test func `a state is set from an event, an output switches another one (core 4.6)`() {
        Bench().play(
            """
            # a closed passthrough, which the timer opens for one sample
            > 09 02 01 01 ff 00 01 02 00 00
            < 09 02 00
            > 09 07 00 01
            > 09 03 01
            > 0c 02 e8 03 00 00 ff ff 00
            < 0c 02 00
            > 0a 02 0c 06 00 09 04 03
            < 0a 02 00
            > 0a 03 00 01 00
            > 0c 03 00
            * press
            < nothing
            + 1 s
            * release
            < 09 03 00 00
            * press
            < nothing
            + 1 s
            * release
            < 09 03 00 00
            """)
    }

    // holds TIM-03
    @Test func `a timer and a disconnect feed counters, whose length field says nothing`() {
        Bench().play(
            """
            > 0c 02 64 00 00 00 ff ff 00
            < 0c 02 00
            > 09 02 0c 06 00 e0 02 10
            < 09 02 00
            > 09 02 11 0a ff e0 02 10
            < 09 02 01
            > 09 07 00 01
            > 09 03 01
            > 0c 03 00
            + 200 ms
            < 09 03 00 01
            < 09 03 00 02
            > 0c 04 00
            * disconnect
            * connect
            * disconnect
            * connect
            > 09 84 01
            < 09 84 01 02
            """)
    }

    // holds EVT-10
    @Test func `an event on a removed processor is harmless (test_remove_passthrough)`() {
        Bench().play(
            """
            > 09 02 01 01 ff 00 02 10
            < 09 02 00
            > 0a 02 09 03 00 fe 84 00
            < 0a 02 00
            > 0a 02 09 03 00 11 91 00
            < 0a 02 01
            > 09 06 00
            * press
            < nothing
            > 0a 04 00
            > 0a 04 01
            > 0a 04 02
            """)
    }

    // holds EVT-14
    @Test(.slow) func `processors and events in a circle come to an end`() {
        let bench = Bench()
        for packet in [
            "09 02 01 01 ff 00 02 10", "0a 02 09 03 00 fe 03 04", "0a 03 01 01 00 01",
            "09 02 09 03 00 00 02 10", "0a 02 09 03 01 fe 03 04", "0a 03 01 01 00 02",
        ] { bench.write(packet) }
        bench.board.setButton(pressed: true)
        bench.run(.seconds(1 as Int64))
        #expect(bench.board.commands.count <= CommandQueue.capacity)
        #expect(bench.ask("fe 84").last == "fe 84 00 00 00 00")
    }

    // holds MAC-09 LIF-14
    @Test func `a chain that a boot macro makes comes to its ids and counts at once`() {
        let bench = Bench()
        for packet in [
            "0f 02 01", "0f 03 09 02 01 01 ff 00 02 10",
            "0f 03 09 02 09 03 00 00 09 03 04 02 00 00 00 00",
            "0f 03 0a 02 09 03 00 fe 04 04 03 00", "0f 03 0a 03 00 00 00 00", "0f 04", "fe 01",
        ] { bench.write(packet) }
        bench.run(.seconds(2 as Int64))
        for isPressed in [true, false, true] { bench.board.setButton(pressed: isPressed) }
        bench.connect()
        _ = bench.take()
        #expect(bench.ask("fe 84") == ["fe 84 03 00 00 00"])
        #expect(bench.ask("09 82 00").first?.hasPrefix("09 82 01 01 ff 00 02 10") == true)
        #expect(bench.ask("09 82 01").first?.hasPrefix("09 82 09 03 00 00 09 03 04") == true)
    }
}
