import Peripheral
import Simulation
import Testing

@testable import MetaWearBoard

/// What ends a link, what a reset does, and what survives what (protocol, core 9 and 10).
@Suite struct LifecycleTests {
    // holds LIF-01
    @Test(arguments: [FakeLink.Ending.atOnce, .nextConnectionEvent])
    func `a reset ends the link first, then starts anew`(_ ending: FakeLink.Ending) {
        let bench = Bench()
        bench.link.ending = ending
        bench.write("fe 01")
        bench.run(milliseconds: 8)
        #expect(bench.link.disconnects == 1 && bench.link.vanished == 0)
        #expect(bench.board.resets == 1)
        #expect(bench.board.connection == nil)
        #expect(bench.board.flash.log.resetUID == 1)
        bench.run(.seconds(3 as Int64))
        #expect(bench.board.resets == 1)
        #expect(bench.board.advertisement != nil)
    }

    // holds LIF-01
    @Test func `until the link has ended, nothing more is done`() {
        let bench = Bench()
        bench.link.ending = .never
        bench.play(
            """
            > fe 01
            > 01 80
            ! a reset is under way
            """)
        #expect(bench.board.resets == 0)
        bench.disconnect()
        #expect(bench.board.resets == 1)
    }

    // holds QRK-silent-reset
    @Test func `with the quirk the link is dropped without a word`() {
        let bench = Bench(quirks: [.silentReset])
        bench.write("fe 01")
        #expect(bench.link.disconnects == 0 && bench.link.vanished == 1)
        #expect(bench.board.resets == 1)
        bench.run(.seconds(3 as Int64))
        #expect(bench.board.advertisement != nil)
    }

    // holds QRK-first-connections-fail
    @Test func `with the quirk two connections after a reset are missed`() {
        for (quirks, heard) in [
            ([], [true, true, true]), ([Quirk.firstConnectionsFail], [false, false, true]),
        ] {
            let bench = Bench(quirks: Set(quirks))
            #expect(bench.board.hearsConnection(), "not without a reset")
            bench.write("fe 01")
            bench.run(.seconds(3 as Int64))
            #expect((0..<3).map { _ in bench.board.hearsConnection() } == heard)
        }
    }

    // holds LIF-02
    // registers Debug 01
    @Test func `a board without a link resets at once`() {
        let bench = Bench(isConnected: false)
        bench.board.perform([0xFE, 0x01])
        #expect(bench.board.resets == 1)
        bench.run(.seconds(3 as Int64))
        #expect(bench.board.advertisement != nil)
    }

    // holds LIF-03
    // registers Debug 06
    @Test(arguments: [FakeLink.Ending.atOnce, .nextConnectionEvent])
    func `FE 06 ends the link and nothing else`(_ ending: FakeLink.Ending) {
        let bench = Bench()
        bench.link.ending = ending
        bench.write("fe 06")
        bench.run(milliseconds: 8)
        #expect(bench.board.connection == nil)
        #expect(bench.board.resets == 0)
        bench.run(.seconds(1 as Int64))
        #expect(bench.board.advertisement != nil)
    }

    // holds LIF-04
    // registers Debug 05
    @Test func `FE 05 waits for the link to end`() {
        let bench = Bench()
        bench.write("fe 05")
        bench.run(.seconds(10 as Int64))
        #expect(bench.board.resets == 0)
        #expect(bench.ask("01 80") == ["01 80 00 00"])
        bench.disconnect()
        #expect(bench.board.resets == 1)
        bench.connect()
        bench.disconnect()
        #expect(bench.board.resets == 1)
    }

    // holds LIF-05
    @Test func `FE 05 and then FE 01 is one reset, at once`() {
        let bench = Bench()
        // The Swift SDK's factory reset, in its order.
        for packet in [
            "0b 01 00", "0b 09 ff ff ff ff", "0b 0a", "0a 05", "09 08", "0f 08", "fe 05", "fe 01",
        ] { bench.write(packet) }
        #expect(bench.board.resets == 1)
        bench.connect()
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
        #expect(bench.ask("0b 84") == ["0b 84 00 00 00 00 01"])
    }

    // holds LIF-05
    @Test func `FE 05 and then FE 06 resets when the link has ended`() {
        let bench = Bench()
        bench.write("fe 05")
        bench.write("fe 06")
        #expect(bench.board.resets == 1 && bench.link.disconnects == 1)
    }

    // holds QRK-garbage-reset-ignored
    @Test func `with the quirk FE 05 needs something to collect`() {
        let bench = Bench(.metaMotionR, quirks: [.garbageResetIgnored])
        bench.play(
            """
            > fe 05
            ! nothing to collect
            """)
        bench.disconnect()
        #expect(bench.board.resets == 0)
        bench.connect()
        bench.write("0b 02 01 01 ff 00")
        bench.write("0b 01 01")
        bench.logSwitch(3)
        bench.write("0b 01 00")
        bench.write("0b 09 ff ff ff ff")
        bench.write("fe 05")
        bench.disconnect()
        #expect(bench.board.resets == 1)
        bench.connect()
        bench.write("fe 05")
        bench.disconnect()
        #expect(bench.board.resets == 1)
    }

    // holds QRK-reset-uid-stays QRK-tick-runs-on
    @Test func `uid and tick over a reset, with and without the quirks`() {
        let rows: [(Set<Quirk>, reset: String, answer: String)] = [
            ([], "fe 05", "0b 84 00 00 00 00 01"),
            ([.resetUIDStays], "fe 05", "0b 84 00 00 00 00 00"),
            ([.tickRunsOn], "fe 05", "0b 84 aa 02 00 00 01"),
            ([.tickRunsOn], "fe 01", "0b 84 00 00 00 00 01"),
        ]
        for row in rows {
            let bench = Bench(quirks: row.0)
            bench.run(.seconds(1 as Int64))
            bench.write(row.reset)
            bench.disconnect()
            bench.connect()
            #expect(bench.ask("0b 84") == [row.answer], "\(row.0) \(row.reset)")
        }
    }

    // holds QRK-loggers-survive-reset LIF-06
    @Test(arguments: [false, true])
    func `triggers over a reset`(_ survive: Bool) {
        let bench = Bench(quirks: survive ? [.loggersSurviveReset] : [])
        bench.write("0b 02 03 04 ff 60")
        bench.write("0b 01 01")
        bench.write("fe 01")
        bench.connect()
        _ = bench.take()
        #expect(bench.ask("0b 82 00") == [survive ? "0b 82 03 04 ff 60" : "0b 82"])
        #expect(bench.ask("0b 81") == ["0b 81 00"])
    }

    // holds QRK-silent-absent-modules
    @Test func `with the quirk absent modules are silent`() {
        let bench = Bench(quirks: [.silentAbsentModules])
        #expect(bench.ask("10 80") == [])
        #expect(bench.ask("01 80") == ["01 80 00 00"])
    }

    // holds LIF-07
    @Test func `what survives a disconnect`() {
        let bench = Bench(.metaMotionR)
        bench.play(
            """
            > 03 03 29 08
            > 03 04 01
            > 03 02 01 00
            > 03 01 01
            > 0b 02 01 01 ff 00
            < 0b 02 00
            > 0b 01 01
            * disconnect
            + 2 s
            < nothing
            * connect
            + 5 ms
            < 03 04 00 00 00 00 00 10
            > 03 83
            < 03 83 29 08
            > 03 82
            < 03 82 01
            > 0b 82 00
            < 0b 82 01 01 ff 00
            > 0b 81
            < 0b 81 01
            """)
    }

    // holds LIF-08
    @Test(arguments: AccelerometerTests.boards)
    func `what a reset clears`(_ profile: BoardProfile) {
        let bench = Bench(profile)
        for packet in ["03 04 01", "03 02 01 00", "03 01 01", "01 01 01", "0b 0b 01"] {
            bench.write(packet)
        }
        bench.write("fe 01")
        bench.connect()
        _ = bench.take()
        bench.board.setButton(pressed: true)
        bench.run(.seconds(5 as Int64))
        bench.play(
            """
            < nothing
            > 03 82
            < 03 82 00
            > 0b 8b
            < 0b 8b 00
            """)
        #expect(bench.board.outlets.first { $0.key == SignalKey(0x03, 0x04) }?.made == 0)
    }

    // holds LIF-09
    @Test func `events of an earlier boot never arrive`() {
        let bench = Bench()
        bench.write("03 02 01 00")
        bench.write("03 01 01")
        bench.run(milliseconds: 100)
        let made = bench.outlet(0x03, 0x04)?.made
        bench.board.resetByPin()
        bench.connect()
        // The same stream is started again: only its own events count.
        bench.write("03 02 01 00")
        bench.write("03 01 01")
        bench.run(milliseconds: 105)
        #expect(bench.outlet(0x03, 0x04)?.made == (made ?? 0) + 10)
    }

    // holds LIF-10
    @Test func `a brown-out and a pin reset drop the link without a word`() {
        for fault in [MetaWearBoard.brownOut, MetaWearBoard.resetByPin] {
            let bench = Bench()
            fault(bench.board)()
            #expect(bench.link.vanished == 1 && bench.link.disconnects == 0)
            #expect(bench.board.resets == 1)
            bench.run(.seconds(3 as Int64))
            #expect(bench.board.advertisement != nil)
        }
    }

    // holds LIF-11 LIF-12
    @Test(arguments: ["press", "charger on"])
    func `power save sleeps after the next reset until it is woken`(_ wake: String) {
        let bench = Bench()
        bench.write("03 02 01 00")
        bench.write("03 01 01")
        bench.write("fe 07")
        #expect(!bench.board.isPoweredDown)
        bench.write("fe 01")
        bench.run(.seconds(100 as Int64))
        #expect(bench.board.isPoweredDown)
        #expect(bench.board.advertisement == nil)
        #expect(bench.board.flash.log.resetUID == 0)
        bench.board.perform([0x01, 0x80])
        #expect(bench.lines.last?.contains("power-down") == true)
        bench.play("\n* \(wake)")
        #expect(bench.board.bootTime == bench.board.now)
        bench.run(.seconds(3 as Int64))
        #expect(bench.board.advertisement != nil)
        bench.connect()
        #expect(bench.ask("0b 84").first?.hasSuffix("01") == true)
        // Only one reset was armed.
        bench.write("fe 01")
        #expect(!bench.board.isPoweredDown)
    }

    // holds LIF-12
    @Test func `a sleeping board wakes by a failing supply too`() {
        let bench = Bench()
        bench.write("fe 07")
        bench.write("fe 01")
        bench.board.brownOut()
        bench.run(.seconds(3 as Int64))
        #expect(bench.board.advertisement != nil)
    }

    // holds LIF-13
    @Test(arguments: BoardProfile.all)
    func `without its supply nothing runs and nothing wakes it`(_ profile: BoardProfile) {
        let bench = Bench(profile)
        for packet in ["03 04 01", "03 02 01 00", "03 01 01"] { bench.write(packet) }
        bench.run(.seconds(1 as Int64))
        _ = bench.take()
        bench.board.powerOff()
        #expect(bench.link.vanished == 1)
        #expect(!bench.board.isPowered && !bench.board.isConnected)
        bench.board.setButton(pressed: true)
        bench.board.setCharger(connected: true)
        bench.board.resetByPin()
        bench.board.brownOut()
        bench.board.powerOff()
        bench.run(.seconds(100 as Int64))
        #expect(bench.board.advertisement == nil)
        #expect(bench.take() == [])
        bench.board.powerOn()
        #expect(bench.board.bootTime == bench.board.now)
        bench.run(.seconds(3 as Int64))
        #expect(bench.board.advertisement != nil)
        bench.connect()
        #expect(bench.ask("fe 8b") == ["fe 8b 00 00 00 00"])
        #expect(bench.ask("0b 84").first?.hasSuffix("01") == true)
        bench.board.powerOn()
        #expect(bench.board.isConnected)
    }

    // holds LIF-13
    @Test func `a sleeping board loses its supply too`() {
        let bench = Bench()
        bench.write("fe 07")
        bench.write("fe 01")
        bench.board.powerOff()
        bench.board.setButton(pressed: true)
        #expect(bench.board.isPoweredDown)
        bench.board.powerOn()
        #expect(bench.board.isPowered)
    }
}
