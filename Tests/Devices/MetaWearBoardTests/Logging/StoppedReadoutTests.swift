import Peripheral
import Testing

@testable import MetaWearBoard

/// Readouts that a host breaks off, and logs that begin to recycle.
@Suite struct StoppedReadoutTests {
    private func filled() -> Bench {
        let bench = Bench()
        bench.write("0b 02 01 01 ff 00")
        bench.write("0b 01 01")
        bench.logSwitch(100)
        for packet in ["0b 01 00", "0b 10 01", "0b 07 01", "0b 08 01"] { bench.write(packet) }
        bench.run(milliseconds: 5)
        bench.link.room = 5
        bench.write("0b 06 65 00 00 00 00 00 00 00")
        _ = bench.take()
        return bench
    }

    // holds LOG-45
    @Test(arguments: [false, true])
    func `what was sent and not confirmed is sent again`(_ byDescriptor: Bool) {
        let bench = filled()
        if byDescriptor {
            bench.board.subscriptionChanged(GATT.notification, by: bench.connection, to: [])
            bench.board.subscriptionChanged(
                GATT.notification, by: bench.connection, to: .notifications)
        } else {
            bench.write("0b 07 00")
        }
        bench.link.room = nil
        bench.board.readyToNotify(bench.connection)
        // At most the one packet that waited already.
        #expect(bench.take().count <= 1)
        bench.write("0b 0e")
        bench.write("0b 07 01")
        bench.write("0b 06 65 00 00 00 00 00 00 00")
        let again = bench.take()
        #expect(again.filter { $0.hasPrefix("0b 07") }.count == 50)
        #expect(again.last == "0b 08 00 00 00 00")
    }

    // holds LOG-18
    @Test func `a full log goes on when circular mode is switched on`() {
        let bench = Bench(.metaMotionR)
        bench.write("0b 02 01 01 ff 00")
        bench.log.fill(to: 1)
        bench.write("0b 01 01")
        bench.logSwitch(1)
        #expect(bench.log.isFull)
        for packet in ["0b 01 00", "0b 0b 01", "0b 01 01"] { bench.write(packet) }
        bench.logSwitch(3)
        #expect(bench.log.recordedEntries == 3 && bench.log.recycledPages == 1)
    }

    // registers SensorFusion 02
    // registers Temperature 02
    // holds TMP-07
    @Test func `a host that recovers a log gets its answers`() {
        Bench().play(
            """
            > 19 82
            < 19 82 00 00
            > 19 02 01 10
            > 19 82
            < 19 82 01 10
            > 04 02 02 00 01 00
            > 04 82 02
            < 04 82 02 00 01 00
            """)
    }

    @Test func `a new id is said in words`() {
        let bench = Bench()
        bench.write("0b 02 01 01 ff 00")
        #expect(bench.lines.contains { $0.contains("< 0b 02 00") && $0.contains("value 0") })
    }
}
