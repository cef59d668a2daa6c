import Bluetooth
import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

@Suite struct SettingsTests {
    /// The settings registers with the first revision that has each (protocol, core 8).
    static let sinceTable: [(register: UInt8, since: UInt8)] = [
        (0x01, 0), (0x02, 0), (0x03, 0), (0x05, 0), (0x07, 0), (0x08, 0), (0x09, 1), (0x0A, 2),
        (0x0B, 2), (0x0C, 3), (0x11, 5), (0x12, 5), (0x13, 6), (0x14, 6), (0x1C, 9), (0x1D, 10),
    ]

    static func board(revision: UInt8) -> BoardProfile {
        Bench.profile(.metaMotionS, 0x11, ModuleInformation(0, revision, [7, 0]))
    }

    // holds SET-01
    @Test func `the table has each register from its first revision on`() {
        for row in Self.sinceTable {
            let declaration = Settings.declarations.first { $0.id == row.register }
            #expect(declaration?.since == row.since, "register \(Hex.text([row.register]))")
        }
    }

    // holds SET-01
    @Test(arguments: 0...10 as ClosedRange<UInt8>)
    func `a register above the revision is silent`(_ revision: UInt8) {
        let bench = Bench(Self.board(revision: revision))
        let questions: [(UInt8, String)] = [
            (1, "11 89"), (2, "11 8b"), (3, "11 8c"), (5, "11 91"), (5, "11 92"), (6, "11 93"),
            (6, "11 94 01"), (6, "11 95"), (9, "11 9c"), (10, "11 9d"),
        ]
        for (since, question) in questions {
            #expect(bench.ask(question).isEmpty == (revision < since), "\(question)")
        }
    }

    // holds SET-02 SET-03
    // registers Settings 01
    @Test(arguments: BoardProfile.all)
    func `a name is read back in the first 18 bytes, and is GAP's name`(_ profile: BoardProfile) {
        let bench = Bench(profile)
        bench.play(
            """
            > 11 81
            < 11 81 4d 65 74 61 57 65 61 72  MetaWear
            > 11 01 41 6e 74 69 57 61 72 65  AntiWare
            > 11 81
            < 11 81 41 6e 74 69 57 61 72 65
            """)
        #expect(bench.board.gapName == "AntiWare")
        bench.write([0x11, 0x01] + Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8))
        #expect(bench.board.gapName == "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        #expect(bench.ask("11 81") == ["11 81 " + Hex.text(Array("ABCDEFGHIJKLMNOPQR".utf8))])
    }

    // holds SET-03
    @Test func `a name is cut to 26 allowed characters, an empty one is ignored`() {
        let bench = Bench()
        bench.write([0x11, 0x01] + Array("Zoë's board_1-2!?".utf8))
        #expect(bench.board.gapName == "Zos board_1-2")
        bench.write([0x11, 0x01] + Array("0123456789012345678901234567890".utf8))
        #expect(bench.board.gapName == "01234567890123456789012345")
        bench.play(
            """
            > 11 01
            ! an empty name
            > 11 01 21
            ! an empty name
            """)
        #expect(bench.board.gapName == "01234567890123456789012345")
    }

    // holds SET-04
    // registers Settings 02
    @Test func `advertising parameters by revision`() {
        Bench(.metaMotionROfMocks).play(
            """
            > 11 82
            < 11 82 9c 02 00  417.5 ms, for ever
            > 11 02 9b 02 b4
            > 11 82
            < 11 82 9b 02 b4
            """)
        Bench(.metaMotionS).play(
            """
            > 11 82
            < 11 82 9c 02 00 00
            > 11 02 9b 02 00 00
            > 11 82
            < 11 82 9b 02 00 00
            > 11 02 9b 02
            ! too short
            """)
        Bench(Self.board(revision: 0)).play(
            """
            > 11 82
            < 11 82 a1 01 00
            > 11 02 a1 01 b4
            > 11 82
            < 11 82 a1 01 b4
            """)
    }

    // holds SET-05
    // registers Settings 03
    @Test func `tx power is kept, the radio takes its nearest level`() {
        Bench().play(
            """
            > 11 83
            < 11 83 00
            > 11 03 ec
            > 11 83
            < 11 83 ec
            """)
        for (value, level) in [(-20, -20), (4, 4), (20, 4), (-5, -4), (-13, -12), (-128, -40)] {
            #expect(Settings.TxPower(value: Int8(value)).level == Int8(level))
        }
    }

    // holds SET-06
    // registers Settings 07 08
    @Test func `a scan response comes in two parts`() {
        let bench = Bench()
        bench.play(
            """
            > 11 08 03 03 d8 fe 10 16 d8 fe 00 12 00 6d 62
            > 11 07 69 65 6e 74 6c 61 62 00
            > 11 87
            < 11 87 03 03 d8 fe 10 16 d8 fe 00 12 00 6d 62 69 65 6e 74 6c
            # the sample of the read-back: a later response replaces the whole
            > 11 08 19 ff 6d 62 74 68 65 20 53 63 61 72 6c
            > 11 07 65 74 74 20 73 70 65 65 64 73 74 65 72
            > 11 87
            < 11 87 19 ff 6d 62 74 68 65 20 53 63 61 72 6c 65 74 74 20 73
            > 11 07 09 09 4d 65 74 61 57 65 61 72
            > 11 87
            < 11 87 09 09 4d 65 74 61 57 65 61 72
            """)
    }

    // holds SET-07
    @Test func `connection parameters go to the central at once and at later connections`() {
        let bench = Bench()
        bench.play(
            """
            > 11 89
            < 11 89 06 00 09 00 00 00 58 02
            > 11 09 58 02 20 03 80 00 66 06
            > 11 89
            < 11 89 58 02 20 03 80 00 66 06
            """)
        let wish = ConnectionParameterRequest(
            minimumInterval: .milliseconds(750), maximumInterval: .milliseconds(1_000),
            latency: 128, supervisionTimeout: .milliseconds(16_380))
        #expect(bench.link.requests == [wish])
        bench.disconnect()
        bench.connect()
        #expect(bench.link.requests == [wish, wish])
    }

    // holds SET-07
    @Test func `a board that was not told asks for nothing`() {
        let bench = Bench()
        bench.disconnect()
        bench.connect()
        #expect(bench.link.requests == [])
    }

    // holds SET-08
    // registers Settings 09
    @Test func `connection parameters out of range are clamped`() {
        let bench = Bench()
        bench.write("11 09 00 00 00 00 e8 03 00 00")
        bench.write("11 09 ff ff ff ff ff ff ff ff")
        #expect(
            bench.link.requests == [
                ConnectionParameterRequest(
                    minimumInterval: .microseconds(7_500), maximumInterval: .microseconds(7_500),
                    latency: 499, supervisionTimeout: .milliseconds(100)),
                ConnectionParameterRequest(
                    minimumInterval: .seconds(4 as Int64), maximumInterval: .seconds(4 as Int64),
                    latency: 499, supervisionTimeout: .seconds(32 as Int64)),
            ])
    }

    // holds SET-09
    // registers Settings 0B
    @Test(arguments: BoardProfile.all.filter { ($0.information(0x11)?.revision ?? 0) >= 2 })
    func `the MAC, least significant byte first, its type before it`(_ profile: BoardProfile) {
        Bench(profile).play(
            """
            > 11 8b
            < 11 8b 01 07 7b 52 8f c9 e8
            """)
    }

    // holds SET-10 SET-11
    // registers Settings 0C
    @Test(arguments: [BoardProfile.metaMotionR, .metaMotionS])
    func `the battery is read, and notified when its level changes`(_ profile: BoardProfile) {
        let bench = Bench(profile)
        bench.board.setBattery(level: 99, millivolts: 4148)
        bench.play(
            """
            > 11 8c
            < 11 8c 63 34 10  99 %, 4148 mV
            > 11 cc
            < nothing
            > 11 0c 01
            * battery 98.6 %
            < nothing
            * battery 98 %
            < 11 0c 62 .. ..
            > 11 0c 00
            * battery 50 %
            < nothing
            > 11 8c
            < 11 8c 32 ec 0e  3820 mV follows from the level
            * battery 0 %
            > 11 8c
            < 11 8c 00 b8 0b
            """)
    }

    // holds SET-12
    @Test func `the battery service tells its subscribers`() throws {
        let bench = Bench()
        let level = ValueID(20)
        #expect(try bench.board.read(level, by: bench.connection) == [100])
        bench.board.setBattery(level: 80)
        #expect(bench.link.batteryLevels == [])
        bench.board.subscriptionChanged(level, by: bench.connection, to: .notifications)
        bench.board.setBattery(level: 70)
        #expect(bench.link.batteryLevels == [])
        bench.run(.seconds(11 as Int64))
        #expect(bench.link.batteryLevels == [[70]])
        #expect(try bench.board.read(level, by: bench.connection) == [70])
        bench.disconnect()
        bench.connect()
        bench.board.setBattery(level: 60)
        bench.run(.seconds(11 as Int64))
        #expect(bench.link.batteryLevels == [[70]])
    }

    // holds SET-13
    // registers Settings 11 12
    @Test func `power and charge status are read and notified`() {
        let bench = Bench()
        bench.board.setBattery(level: 90)
        bench.play(
            """
            > 11 91
            < 11 91 00
            > 11 92
            < 11 92 00
            > 11 11 01
            > 11 12 01
            * charger on
            < 11 11 01
            < 11 12 01
            > 11 91
            < 11 91 01
            > 11 92
            < 11 92 01
            * battery 100 %
            < 11 12 00
            * charger off
            < 11 11 00
            """)
    }

    // holds SET-14
    @Test(arguments: [
        (0 as UInt8, false, false), (1, true, false), (2, false, true), (3, true, true),
    ])
    func `power and charge status need their feature bit`(
        _ features: UInt8, _ power: Bool, _ charge: Bool
    ) {
        let bench = Bench(
            Bench.profile(.metaMotionS, 0x11, ModuleInformation(0, 10, [features, 0])))
        #expect(bench.ask("11 91").isEmpty != power)
        #expect(bench.ask("11 92").isEmpty != charge)
        bench.write("11 11 01")
        bench.write("11 12 01")
        bench.board.setBattery(level: 50)
        bench.board.setCharger(connected: true)
        #expect(bench.take().count == (power ? 1 : 0) + (charge ? 1 : 0))
    }

    // holds SET-15
    // registers Settings 13 14 15 1C 1D
    @Test func `whitelist, regulator and PHY read back on the S`() {
        Bench().play(
            """
            > 11 13 03
            > 11 93
            < 11 93 03
            > 11 14 02 01 07 7b 52 8f c9 e8
            > 11 94 02
            < 11 94 02 01 07 7b 52 8f c9 e8
            > 11 94 01
            < 11 94 01 00 00 00 00 00 00 00
            > 11 94 09
            < nothing
            > 11 14 09 01 07 7b 52 8f c9 e8
            > 11 14 00 01 55 44 33 22 11 c0
            > 11 95
            < 11 95 01 55 44 33 22 11 c0
            > 11 1c 01
            > 11 9c
            < 11 9c 01
            > 11 1d 01
            > 11 9d
            < 11 9d 01
            """)
    }

    // holds SET-16
    @Test(arguments: BoardProfile.all)
    func `settings survive a disconnect and not a reset`(_ profile: BoardProfile) {
        let bench = Bench(profile)
        bench.write("11 01 41 6e 74 69 57 61 72 65")
        bench.write("11 03 ec")
        bench.disconnect()
        bench.connect()
        #expect(bench.ask("11 83") == ["11 83 ec"])
        #expect(bench.ask("11 81") == ["11 81 41 6e 74 69 57 61 72 65"])
        bench.board.resetByPin()
        bench.connect()
        #expect(bench.ask("11 83") == ["11 83 00"])
        #expect(bench.ask("11 81") == ["11 81 4d 65 74 61 57 65 61 72"])
    }

    // holds SET-17
    // registers Settings 0A
    @Test func `the disconnect is a signal that loggers see and no host does`() {
        let bench = Bench(.metaMotionR)
        for packet in ["0b 02 11 0a ff 00", "11 0a 01", "0b 01 01"] { bench.write(packet) }
        _ = bench.take()
        bench.disconnect()
        bench.connect()
        #expect(bench.take() == [])
        #expect(bench.log.page(0)?.entry(0).data == 0)
        #expect(bench.log.recordedEntries == 1)
        // One that the host asked for counts as well.
        bench.write("fe 06")
        #expect(bench.log.recordedEntries == 2)
    }
}
