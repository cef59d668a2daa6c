import Checkout
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Commands that cause themselves: no recursion, no instant without an end.
@Suite struct CommandLoopTests {
    /// Programs that never come to rest, each from its last write on.
    static let loops: [(name: String, writes: [String])] = [
        (
            "a loud read that fires its own event",
            ["0a 02 04 81 00 04 81 01", "0a 03 00", "04 81 00"]
        ),
        (
            "a silent read that fires its own event",
            ["0a 02 04 c1 00 04 c1 01", "0a 03 00", "04 c1 00"]
        ),
        (
            "a timer that starts itself with a tick at the start",
            [
                "0c 02 e8 03 00 00 ff ff 01", "0a 02 0c 06 00 0c 03 01", "0a 03 00", "0c 03 00",
            ]
        ),
        (
            "two timers that start each other",
            [
                "0c 02 00 00 00 00 01 00 01", "0c 02 00 00 00 00 01 00 01",
                "0a 02 0c 06 00 0c 03 01", "0a 03 01", "0a 02 0c 06 01 0c 03 01", "0a 03 00",
                "0c 03 00",
            ]
        ),
        (
            "a macro that executes itself",
            ["0f 02 00", "0f 03 11 91", "0f 03 0f 05 00", "0f 04", "0f 05 00"]
        ),
        (
            "a macro whose end executes it",
            ["0f 02 00", "0f 03 11 91", "0f 04", "0a 02 0f 07 00 0f 05 01", "0a 03 00", "0f 05 00"]
        ),
        (
            "a spoofed switch that spoofs itself, twice over",
            [
                "0a 02 01 01 ff fe 03 04", "0a 03 01 01 00 01", "0a 02 01 01 ff fe 03 04",
                "0a 03 01 01 00 02", "fe 03 01 01 00 01",
            ]
        ),
        (
            "an event that makes events on its own source",
            [
                "0a 02 0c 06 00 0a 02 06", "0a 03 0c 06 00 0c 03 00", "0a 02 0c 06 00 0c 03 01",
                "0a 03 00", "0c 02 01 00 00 00 ff ff 01", "0c 03 00",
            ]
        ),
    ]

    // holds EVT-14
    @Test(.slow, arguments: loops.indices)
    func `time goes on, and so does everything else`(_ index: Int) {
        let bench = Bench()
        for write in Self.loops[index].writes { bench.write(write) }
        let at = bench.lines.filter { $0.contains(" > ") }.count
        #expect((60...80).contains(at), "\(Self.loops[index].name): \(at) commands at one instant")
        bench.run(milliseconds: 320)
        let commands = bench.lines.filter { $0.contains(" > ") }.count
        // 64 each 3.2 ms.
        #expect((6_300...6_600).contains(commands), "\(commands)")
        bench.link.heard = []
        #expect(bench.ask("fe 84").contains("fe 84 00 00 00 00"))
        // A reset ends it.
        bench.board.resetByPin()
        let after = bench.lines.filter { $0.contains(" > ") }.count
        bench.run(.seconds(2 as Int64))
        #expect(bench.lines.filter { $0.contains(" > ") }.count == after)
        #expect(bench.board.commands.isEmpty)
    }

    // holds EVT-14
    @Test(.slow) func `the queue has an end, and says so`() {
        let bench = Bench()
        for id in 0..<28 {
            bench.write("0a 02 01 01 ff fe 03 04")
            bench.write("0a 03 01 01 00 \(Hex.text([UInt8(id)]))")
        }
        bench.board.setButton(pressed: true)
        #expect(bench.board.commands.count <= CommandQueue.capacity)
        #expect(bench.lines.contains { $0.contains("dropped: 128 commands") })
        // The memory that it takes does not grow with time.
        bench.run(milliseconds: 100)
        #expect(bench.board.commands.count <= CommandQueue.capacity)
    }

    // holds EVT-14
    @Test(.slow) func `a boot macro that never comes to rest does not keep the board off the air`()
    {
        let bench = Bench()
        for write in ["0f 02 01", "0f 03 0f 05 00", "0f 04", "fe 01"] { bench.write(write) }
        bench.run(.seconds(2 as Int64))
        #expect(bench.board.advertisement != nil)
        #expect(!bench.board.commands.isEmpty)
        // A long one runs as a whole before the board is on the air.
        let long = Bench()
        long.write("0f 02 01")
        for n in 0..<100 { long.write("0f 03 fe 04 \(Hex.text([UInt8(n)])) 00 00 00") }
        long.write("0f 04")
        long.write("fe 01")
        long.run(milliseconds: 1_500)
        #expect(long.board.advertisement != nil)
        long.connect()
        _ = long.take()
        #expect(long.ask("fe 84") == ["fe 84 63 00 00 00"])
    }

    // holds EVT-14 MAC-08
    @Test func `a macro longer than a burst takes its time, its order holds`() {
        let bench = Bench()
        bench.write("0f 02 00")
        for n in 0..<150 { bench.write("0f 03 fe 04 \(Hex.text([UInt8(n)])) 00 00 00") }
        for packet in ["0f 04", "0f 06 00 01"] { bench.write(packet) }
        _ = bench.take()
        bench.play(
            """
            > 0f 05 00
            < nothing
            > fe 84
            < fe 84 3f 00 00 00
            + 3 ms
            < nothing
            + 3 ms
            > fe 84
            < fe 84 7f 00 00 00
            + 1 ms
            < 0f 07 00
            > fe 84
            < fe 84 95 00 00 00
            """)
    }

    // holds EVT-14
    @Test(.slow) func `a burst at each of many instants is none`() {
        let bench = Bench()
        for n in 0..<28 {
            bench.write("0a 02 0c 06 00 fe 04 04")
            bench.write("0a 03 \(Hex.text([UInt8(n)])) 00 00 00")
        }
        bench.write("0c 02 01 00 00 00 e8 03 00")
        bench.write("0c 03 00")
        bench.run(.seconds(2 as Int64))
        #expect(bench.lines.filter { $0.contains(" > fe 04") }.count == 28_000)
        #expect(!bench.lines.contains { $0.contains("takes the firmware time") })
    }
}
