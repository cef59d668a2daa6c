import Bluetooth
import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// What is on the air, and when (protocol, core 1.4 and 8.1).
@Suite struct AdvertisingTests {
    static let service = "11 06 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 00 90 6a 32"

    static func structure(_ type: UInt8, _ text: String) -> String {
        Hex.text([UInt8(text.utf8.count + 1), type] + Array(text.utf8))
    }

    // holds ADV-01 ADV-02
    @Test(arguments: BoardProfile.all)
    func `name and service fill the packet, the company stands in the response`(
        _ profile: BoardProfile
    ) throws {
        let bench = Bench(profile, isConnected: false)
        let air = try #require(bench.board.advertisement)
        #expect(
            Hex.text(air.data)
                == "02 01 06 " + Self.service + " " + Self.structure(0x09, "MetaWear"))
        #expect(air.data.count == 31)
        #expect(Hex.text(air.scanResponse) == "03 ff 6d 62")
        // Settings of revision 0 count whole milliseconds.
        let isOld = profile.information(0x11)?.revision == 0
        #expect(air.interval == .microseconds(isOld ? 417_000 : 417_500))
        #expect(air.txPower == 0)
        #expect(air.connectable && air.directedTo == nil)
    }

    // holds ADV-03
    @Test(arguments: [("Bob", true), ("AntiWare", true), ("Longer name", false)])
    func `a longer name moves the service to the scan response`(_ name: String, _ fits: Bool) throws
    {
        let bench = Bench()
        bench.write([0x11, 0x01] + Array(name.utf8))
        bench.disconnect()
        bench.run(milliseconds: 1_000)
        let air = try #require(bench.board.advertisement)
        let tail = " " + Self.structure(0x09, name)
        #expect(Hex.text(air.data) == (fits ? "02 01 06 " + Self.service : "02 01 06") + tail)
        #expect(
            Hex.text(air.scanResponse) == (fits ? "03 ff 6d 62" : Self.service + " 03 ff 6d 62"))
    }

    // holds ADV-03
    @Test func `a name of 26 fits, a custom response is sent as it is`() throws {
        let bench = Bench()
        bench.write([0x11, 0x01] + Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8))
        // The host's own broadcast of the MAC (ScannerAdmissionTests).
        bench.write("11 08 09 09 4d 65 74 61 57 65 61 72 09 ff 6d")
        bench.write("11 07 62 a4 a6 ce a4 aa ed")
        bench.disconnect()
        bench.run(milliseconds: 1_000)
        let air = try #require(bench.board.advertisement)
        #expect(air.data.count == 31)
        #expect(
            Hex.text(air.scanResponse)
                == "09 09 4d 65 74 61 57 65 61 72 09 ff 6d 62 a4 a6 ce a4 aa ed")
    }

    // holds ADV-04
    @Test func `a scan response holds 31 bytes`() throws {
        let bench = Bench()
        bench.write([0x11, 0x08] + Array(repeating: 0xAA, count: 18))
        bench.write([0x11, 0x07] + Array(repeating: 0xBB, count: 18))
        bench.disconnect()
        bench.run(milliseconds: 1_000)
        let air = try #require(bench.board.advertisement)
        #expect(
            air.scanResponse
                == Array(repeating: 0xAA, count: 18) + Array(repeating: 0xBB, count: 13))
    }

    // holds ADV-05 ADV-06
    @Test func `silent while connected, on the air a second after`() {
        let bench = Bench()
        #expect(bench.board.advertisement == nil)
        bench.run(.seconds(100 as Int64))
        #expect(bench.board.advertisement == nil)
        let changes = bench.link.advertisementChanges
        bench.disconnect()
        #expect(bench.board.advertisement == nil)
        bench.run(milliseconds: 500)
        #expect(bench.board.advertisement == nil)
        bench.run(milliseconds: 700)
        #expect(bench.board.advertisement != nil)
        #expect(bench.link.advertisementChanges == changes + 1)
    }

    // holds ADV-07
    @Test(arguments: ["fe 01", "fe 05"])
    func `after a reset it is on the air again in one to three seconds`(_ reset: String) {
        let bench = Bench()
        bench.write(reset)
        bench.disconnect()
        #expect(bench.board.advertisement == nil)
        bench.run(milliseconds: 999)
        #expect(bench.board.advertisement == nil)
        bench.run(milliseconds: 2_001)
        #expect(bench.board.advertisement != nil)
    }

    // holds ADV-08
    // registers Settings 05
    @Test func `settings act at the next start, not before`() throws {
        let bench = Bench(isConnected: false)
        bench.board.perform([0x11, 0x01] + Array("Other".utf8))
        #expect(bench.board.advertisement?.data.contains(UInt8(ascii: "O")) == false)
        bench.board.perform([0x11, 0x02, 0xA0, 0x00, 0x00, 0x00])
        bench.board.perform([0x11, 0x03, 0xF4])
        bench.board.perform([0x11, 0x05])
        let air = try #require(bench.board.advertisement)
        #expect(air.data.contains(UInt8(ascii: "O")))
        #expect(air.interval == .milliseconds(100))
        #expect(air.txPower == -12)
        // While a host is connected there is nothing to start.
        bench.connect()
        bench.write("11 05")
        #expect(bench.board.advertisement == nil)
    }

    // holds ADV-09
    @Test(arguments: [
        (0 as UInt8, 0x01A1 as UInt16, 417_000 as Int64), (3, 0x029B, 416_875), (10, 0, 20_000),
        (10, 0xFFFF, 10_240_000),
    ])
    func `the interval's unit, and its bounds`(
        _ revision: UInt8, _ interval: UInt16, _ microseconds: Int64
    ) {
        let advertising = Settings.Advertising(interval: interval)
        #expect(advertising.period(revision: revision) == .microseconds(microseconds))
    }

    // holds ADV-10
    @Test func `with a timeout advertising ends by itself`() {
        let bench = Bench()
        bench.write("11 02 9b 02 05 00")
        bench.disconnect()
        bench.run(milliseconds: 1_000)
        #expect(bench.board.advertisement != nil)
        bench.run(milliseconds: 4_800)
        #expect(bench.board.advertisement != nil)
        bench.run(milliseconds: 200)
        #expect(bench.board.advertisement == nil)
        // A timeout of an earlier start does not end a later one.
        bench.board.perform([0x11, 0x05])
        bench.run(milliseconds: 3_000)
        bench.connect()
        bench.disconnect()
        bench.run(milliseconds: 3_000)
        #expect(bench.board.advertisement != nil)
    }

    // holds ADV-12
    @Test func `a name that an earlier host gave is on the air from the start`() {
        let bench = Bench(isConnected: false)
        bench.board.setDeviceName("Wrist")
        #expect(bench.board.gapName == "Wrist")
        #expect(bench.board.advertisement?.data.contains(UInt8(ascii: "W")) == true)
        bench.connect()
        bench.board.setDeviceName("Foot")
        #expect(bench.board.advertisement == nil)
        bench.disconnect()
        bench.run(milliseconds: 1_000)
        #expect(bench.board.advertisement?.data.contains(UInt8(ascii: "F")) == true)
    }

    @Test func `the name that a board starts with outlives a reset, and that of a host does not`() {
        let bench = Bench()
        bench.board.setDeviceName("Wrist")
        bench.write("11 01 46 6f 6f 74")
        #expect(bench.board.gapName == "Foot")
        bench.board.resetByPin()
        bench.run(milliseconds: 5_000)
        #expect(bench.board.gapName == "Wrist")
        #expect(bench.board.advertisement?.data.contains(UInt8(ascii: "W")) == true)
    }

    // holds ADV-11
    @Test func `directed advertising names the peer, once there is one`() {
        let bench = Bench()
        bench.write("11 02 9b 02 00 01")
        bench.disconnect()
        bench.run(milliseconds: 1_000)
        #expect(bench.board.advertisement?.directedTo == nil)
        bench.connect()
        bench.write("11 14 00 01 55 44 33 22 11 c0")
        bench.disconnect()
        bench.run(milliseconds: 1_000)
        #expect(bench.board.advertisement?.directedTo == Address(0xC011_2233_4455))
    }
}

/// Module 07 (protocol, sensors 9 and core 8.1).
@Suite struct IBeaconTests {
    static let script = """
        > 07 02 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 06 90 6a 32
        > 07 03 4e 00
        > 07 04 1d 1d
        > 07 05 c9
        > 07 06 f4
        > 07 07 b3 3a
        """

    // registers IBeacon 01 02 03 04 05 06 07
    // holds IBC-01 IBC-02
    @Test func `every register reads back`() {
        let bench = Bench()
        bench.play(
            """
            > 07 81
            < 07 81 00
            > 07 85
            < 07 85 c9
            > 07 86
            < 07 86 00
            > 07 87
            < 07 87 bc 02
            """)
        bench.play(Self.script)
        bench.play(
            """
            > 07 01 01
            > 07 81
            < 07 81 01
            > 07 82
            < 07 82 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 06 90 6a 32
            > 07 83
            < 07 83 4e 00
            > 07 84
            < 07 84 1d 1d
            > 07 85
            < 07 85 c9
            > 07 86
            < 07 86 f4
            > 07 87
            < 07 87 b3 3a
            > 07 02 5a e7
            ! too short
            > 07 01 00
            > 07 81
            < 07 81 00
            """)
    }

    // registers IBeacon 01 02 03 04 05 06 07
    // holds IBC-03 IBC-04
    @Test func `the frame is on the air once the host has gone, until it is disabled`() throws {
        let bench = Bench()
        bench.play(Self.script)
        bench.write("07 07 f4 01")
        bench.write("07 01 01")
        #expect(bench.board.advertisement == nil)
        bench.disconnect()
        bench.run(milliseconds: 1_000)
        let air = try #require(bench.board.advertisement)
        #expect(
            Hex.text(air.data)
                == "02 01 06 1a ff 4c 00 02 15 32 6a 90 06 85 cb 91 95 d9 dd 46 4c fb ba e7 5a "
                + "00 4e 1d 1d c9")
        #expect(air.interval == .milliseconds(500))
        #expect(air.txPower == -12)
        #expect(air.connectable)
        bench.connect()
        bench.write("07 01 00")
        bench.disconnect()
        bench.run(milliseconds: 1_000)
        #expect(bench.board.advertisement?.data.contains(0x4C) == true)
        #expect(bench.board.advertisement?.data.count == 31)
        #expect(bench.board.advertisement?.data[3] == 17)
    }

    // registers IBeacon 01
    // holds IBC-04
    @Test func `enabled by the board itself while it advertises, it acts at once`() {
        let bench = Bench(isConnected: false)
        bench.board.perform([0x07, 0x01, 0x01])
        #expect(
            bench.board.advertisement?.data.prefix(9) == [2, 1, 6, 0x1A, 0xFF, 0x4C, 0, 2, 0x15])
        bench.board.perform([0x07, 0x01, 0x00])
        #expect(bench.board.advertisement?.data[4] == 0x06)
    }
}
