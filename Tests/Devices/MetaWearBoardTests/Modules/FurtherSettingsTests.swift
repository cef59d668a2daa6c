import Bluetooth
import Checkout
import Peripheral
import Simulation
import Testing

@testable import MetaWearBoard

/// Settings that act on the air, the pins, the bonds and the watchdog (protocol, core 8).
@Suite struct FurtherSettingsTests {
    // holds SET-18
    // registers Settings 13 14
    @Test(arguments: [0, 1, 2, 3] as [UInt8])
    func `the whitelist acts from the next advertising start on`(_ mode: UInt8) throws {
        let bench = Bench()
        bench.write("11 14 02 01 07 7b 52 8f c9 e8")
        bench.write("11 14 05 00 01 02 03 04 05 06")
        bench.write("11 14 00 01 55 44 33 22 11 c0")
        bench.write([0x11, 0x13, mode])
        bench.disconnect()
        bench.run(.seconds(2 as Int64))
        let filter = try #require(bench.board.advertisement?.filter)
        let strangers = [Address(0xC0_1122_334455), Address(0xE8C9_8F52_7B07, kind: .publicDevice)]
        let friends = [
            Address(0xE8C9_8F52_7B07, kind: .random),
            Address(0x0605_0403_0201, kind: .publicDevice),
        ]
        for friend in friends {
            #expect(filter.answersScan(by: friend) && filter.accepts(friend))
        }
        for stranger in strangers {
            #expect(filter.answersScan(by: stranger) == (mode & 1 == 0))
            #expect(filter.accepts(stranger) == (mode & 2 == 0))
        }
    }

    // holds SET-18
    @Test func `an empty list keeps everyone out, an older board has none`() {
        let bench = Bench()
        bench.write("11 13 03")
        #expect(bench.board.advertisement == nil)
        bench.disconnect()
        bench.run(.seconds(2 as Int64))
        #expect(bench.board.advertisement?.filter.accepts(Bench.central) == false)
        #expect(bench.board.advertisement?.filter.accepts(Address(0)) == false)
        let older = Bench(.metaMotionROfMocks)
        older.write("11 13 03")
        older.disconnect()
        older.run(.seconds(2 as Int64))
        #expect(older.board.advertisement?.filter == AdvertisingFilter())
    }

    // holds SET-19
    // registers Settings 1C
    @Test func `the regulator lifts the pins of the S to 3 V`() {
        Bench().play(
            """
            > 05 01 00  high
            > 05 86 00
            < 05 86 00 08 07  1800 mV
            > 05 87 00
            < 05 87 00 ff 03
            * pin 1 1.2 V
            > 05 88 01
            < 05 88 01 01
            > 05 09 01 03
            > 05 0b 01 01
            > 05 0a 01
            > 11 1c 01
            < 05 0a 01 00  1.2 V is low at a supply of 3 V
            > 05 86 00
            < 05 86 00 b8 0b
            > 05 88 01
            < 05 88 01 00
            > 11 9c
            < 11 9c 01
            > 11 1c 00
            < 05 0a 01 01
            > 05 86 00
            < 05 86 00 08 07
            """)
        Bench(.metaMotionR).play(
            """
            > 11 1c 01
            ! needs revision 9
            > 05 01 00
            > 05 86 00
            < 05 86 00 b8 0b
            """)
    }

    // holds SET-20
    // registers Settings 1D
    @Test func `a board that keeps to 1M says so to its link`() {
        let bench = Bench()
        #expect(!bench.board.usesOnlyOneMegabit)
        bench.write("11 1d 01")
        #expect(bench.board.usesOnlyOneMegabit && bench.link.phyChanges == 1)
        bench.write("11 1d 00")
        #expect(!bench.board.usesOnlyOneMegabit && bench.link.phyChanges == 1)
    }

    // holds SET-21
    // registers Settings 04 06 16
    @Test func `bonds are asked for, counted, and forgotten when the link ends`() {
        let bench = Bench()
        bench.write("11 06")
        #expect(bench.link.securityRequests == [bench.connection])
        bench.link.bondCount = 3
        bench.play(
            """
            > 11 96
            < 11 96 03
            > 11 84
            < 11 84 00
            > 11 04 01
            > 11 84
            < 11 84 01
            > 11 96
            < 11 96 03
            * disconnect
            * connect
            > 11 96
            < 11 96 00
            > 11 84
            < 11 84 00
            """)
        bench.link.bondCount = 2
        bench.disconnect()
        #expect(bench.link.bondCount == 2)
        bench.board.perform([0x11, 0x06])
        #expect(bench.link.securityRequests.count == 1)
    }

    // holds SET-22 DBG-04
    // registers Settings 0D 0E 10
    @Test func `a watchdog that is not refreshed resets the board`() {
        let bench = Bench()
        bench.play(
            """
            > 11 8d
            < 11 8d 00
            > 11 0e ff 7f 00 00 01  one second
            > 11 8d
            < 11 8d 01
            > 11 8e
            < 11 8e ff 7f 00 00 01
            > 11 0e 0f 00 00 00 00
            ! locked until the reset
            + 999 ms
            > 11 10
            + 999 ms
            > 11 8e
            < 11 8e ff 7f 00 00 01
            """)
        #expect(bench.board.resets == 0)
        bench.run(milliseconds: 1)
        #expect(bench.board.resets == 1 && bench.link.vanished == 1)
        bench.run(.seconds(100 as Int64))
        #expect(bench.board.resets == 1)
        bench.connect()
        #expect(bench.ask("fe 8b") == ["fe 8b 02 00 00 00"])
        #expect(bench.ask("11 8d") == ["11 8d 00"])
    }

    // holds SET-22
    @Test(.slow) func `the longest and the shortest count`() {
        let bench = Bench(isTraced: false)
        bench.write("11 0e ff ff ff ff")
        bench.run(.seconds(131_071 as Int64))
        #expect(bench.board.resets == 0)
        bench.run(.seconds(1 as Int64))
        #expect(bench.board.resets == 1)
        bench.connect()
        bench.write("11 0e 00 00 00 00")
        bench.run(.microseconds(31))
        #expect(bench.board.resets == 2)
    }

    // holds SET-23
    // registers Settings 0F
    @Test func `the firmware may refresh it by itself`() {
        let bench = Bench()
        bench.play(
            """
            > 11 8f
            < 11 8f 00
            > 11 0f 02
            > 11 8f
            < 11 8f 02
            > 11 0e ff 7f 00 00 00
            + 100 s
            > 11 8d
            < 11 8d 01
            > 11 0f 00
            + 999 ms
            > 11 8d
            < 11 8d 01
            """)
        bench.run(milliseconds: 2)
        #expect(bench.board.resets == 1)
    }

    // holds SET-22
    @Test func `a timer keeps the dog fed without a host`() {
        let bench = Bench()
        for packet in [
            "0c 02 f4 01 00 00 ff ff 00", "0a 02 0c 06 00 11 10 00", "0c 03 00",
            "11 0e ff 7f 00 00 00",
        ] { bench.write(packet) }
        bench.disconnect()
        bench.run(.seconds(60 as Int64))
        #expect(bench.board.resets == 0)
        bench.board.perform([0x0C, 0x04, 0x00])
        bench.run(.seconds(2 as Int64))
        #expect(bench.board.resets == 1)
    }

    // holds SET-24
    @Test func `an event of the lost link renames the board`() {
        let bench = Bench()
        for packet in [
            "0a 02 11 0a ff 11 01 04", "0a 03 4c 6f 73 74", "0a 02 11 0a ff 11 09 08",
            "0a 03 58 02 20 03 80 00 66 06",
        ] { bench.write(packet) }
        bench.disconnect()
        bench.run(.seconds(2 as Int64))
        #expect(bench.board.gapName == "Lost")
        #expect(bench.board.advertisement?.data.contains(UInt8(ascii: "L")) == true)
        #expect(bench.link.requests == [])
        bench.connect()
        #expect(bench.link.requests.map(\.latency) == [128])
    }

    // holds SET-25 DBG-10
    @Test(arguments: [
        "11 17", "11 98", "11 18 01", "11 99", "11 1a 01", "11 9b", "fe 8d", "fe 0e 01", "fe 8f",
        "fe 90", "fe 11 00", "fe 92",
    ])
    func `what is a name and no more is silent and traced`(_ packet: String) {
        Bench().play(
            """
            > \(packet)
            ! not modelled
            < nothing
            """)
    }

    // holds DBG-09
    // registers Debug 0A
    @Test func `the schedule queue takes a selector`() {
        Bench().play(
            """
            > fe 8a 00
            < fe 8a 03 02 01 00 10 01 01 00 00 00 1b 00 1e
            > fe 8a 01
            < fe 8a 20 20 20 20 20 20 20 20 20 20 20 20 20
            > fe 8a 02
            < nothing
            """)
    }

    // holds DBG-11
    // registers Debug 03
    @Test(arguments: [0, 1])
    func `a spoofed signal feeds events like a real one`(_ flag: Int) {
        Bench().play(
            """
            > 0a 02 01 01 ff fe 04 04 03 00
            < 0a 02 00
            > 0a 03 00 00 00 00
            > fe 03 01 01 0\(flag) 07
            < 01 01 07
            > fe 84
            < fe 84 07 00 00 00
            > 0a 02 0c 06 02 11 91 00
            < 0a 02 01
            > fe 03 0c 06 0\(flag) 02
            < 0c 06 02
            < 11 91 00
            """)
    }
}
