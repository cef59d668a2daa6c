import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

@Suite struct MagnetometerTests {
    /// The S with another revision of the module.
    static func board(revision: UInt8) -> BoardProfile {
        Bench.profile(.metaMotionS, 0x15, ModuleInformation(0, revision))
    }

    /// Lets the ideal magnetometer see these µT.
    static func apply(_ field: Vector3, to bench: Bench) {
        bench.environment.magneticField.set(field, at: bench.simulation.now)
    }

    static let presets: [(name: String, repetitions: String, rate: String, hertz: Double)] = [
        ("low power", "15 04 01 02", "15 03 00", 10),
        ("regular", "15 04 04 0e", "15 03 00", 10),
        ("enhanced regular", "15 04 07 1a", "15 03 00", 10),
        ("high accuracy", "15 04 17 52", "15 03 05", 20),
    ]

    // registers Magnetometer 01 02 03 04 05
    // holds MAG-01 MAG-02
    @Test(arguments: presets)
    func `the presets' packets set rate and repetitions`(
        _ row: (name: String, repetitions: String, rate: String, hertz: Double)
    ) {
        for (profile, first) in [
            (Self.board(revision: 0), nil), (.metaMotionROfMocks, nil), (.metaMotionR, "15 01 00"),
            (.metaMotionS, "15 01 00"),
        ] as [(BoardProfile, String?)] {
            let bench = Bench(profile)
            if let first { bench.write(first) }
            bench.write(row.repetitions)
            bench.write(row.rate)
            #expect(bench.ask("15 84") == ["15 84 " + row.repetitions.dropFirst(6)])
            #expect(bench.ask("15 83") == ["15 83 " + row.rate.dropFirst(6)])
            for packet in ["15 05 01", "15 02 01 00", "15 01 01"] { bench.write(packet) }
            #expect(bench.samplePeriod(0x15, 0x05)?.seconds == 1 / row.hertz)
        }
    }

    static let rates: [(UInt8, Int64)] = [
        (0, 10), (1, 2), (2, 6), (3, 8), (4, 15), (5, 20), (6, 25), (7, 30),
    ]

    // registers Magnetometer 03
    // holds MAG-03
    @Test(arguments: rates)
    func `the configured rate is the rate`(_ code: UInt8, _ hertz: Int64) {
        let bench = Bench(isTraced: false)
        bench.write("15 01 00")
        bench.write([0x15, 0x03, code])
        bench.write("15 02 01 00")
        bench.write("15 01 01")
        #expect(bench.samplePeriod(0x15, 0x05) == Nanoseconds(1_000_000_000 / hertz))
    }

    // registers Magnetometer 04
    // holds MAG-04
    @Test func `many repetitions leave no time for a high rate`() {
        let bench = Bench(isTraced: false)
        for packet in ["15 01 00", "15 04 17 52", "15 03 07", "15 02 01 00", "15 01 01"] {
            bench.write(packet)
        }
        // 145 µs · 47 + 500 µs · 83 + 980 µs.
        #expect(bench.samplePeriod(0x15, 0x05) == .microseconds(49_295))
    }

    // registers Magnetometer 01 02 05
    // holds MAG-05
    @Test func `the example's field, started and stopped as the SDKs do`() {
        let bench = Bench(.metaMotionROfMocks)
        Self.apply(Vector3(-251.125, 165.1875, 71.3125), to: bench)
        bench.play(
            """
            > 15 04 04 0e
            > 15 03 06
            > 15 05 01
            > 15 02 01 00
            > 15 82
            < 15 82 01
            > 15 01 01
            + 40 ms
            < 15 05 4e f0 53 0a 75 04
            + 40 ms
            < 15 05 4e f0 53 0a 75 04
            > 15 01 00
            > 15 02 00 01
            > 15 05 00
            + 1 s
            < nothing
            """)
    }

    // registers Magnetometer 09
    // holds MAG-06
    @Test func `a packed notification is the example's three samples`() {
        let bench = Bench()
        for packet in ["15 01 00", "15 03 06", "15 09 01", "15 02 01 00", "15 01 01"] {
            bench.write(packet)
        }
        bench.run(milliseconds: 20)
        for field in [
            Vector3(203.375, -136.875, -279.4375), Vector3(187.375, -122.375, -284.875),
            Vector3(174.375, -133.875, -269.6875),
        ] {
            Self.apply(field, to: bench)
            bench.run(milliseconds: 40)
        }
        #expect(
            bench.take() == ["15 09 b6 0c 72 f7 89 ee b6 0b 5a f8 32 ee e6 0a a2 f7 25 ef"])
        // What was gathered before the interrupt went off is no part of a later packet.
        bench.run(milliseconds: 80)
        for packet in ["15 06 3f 00", "15 02 00 01", "15 02 01 00"] { bench.write(packet) }
        bench.run(milliseconds: 80)
        #expect(bench.take() == [])
        bench.run(milliseconds: 40)
        #expect(bench.take().count == 1)
        Bench(Self.board(revision: 0)).play(
            """
            > 15 09 01
            ! packed data needs revision 1
            """)
    }

    // registers Magnetometer 01 03 04
    // holds MAG-07 MAG-08 MAG-09
    @Test func `from revision 2 on a cold magnetometer must be put to sleep first`() {
        Bench().play(
            """
            > 15 05 01
            > 15 02 01 00
            > 15 03 06
            ! a suspended magnetometer takes no settings
            > 15 04 04 0e
            ! a suspended magnetometer takes no settings
            > 15 07 01 02
            ! a suspended magnetometer takes no settings
            > 15 01 01
            ! must be put to sleep first
            + 1 s
            < nothing
            > 15 83
            < 15 83 00
            > 15 84
            < 15 84 00 00
            # Asleep it takes its settings; what the chip shows is no sample yet.
            > 15 01 00
            > 15 03 06
            > 15 04 04 0e
            > 15 85
            < 15 85 00 00 00 00 00 00
            > 15 01 01
            + 40 ms
            < 15 05 00 00 40 01 48 fd
            # Suspend forgets them.
            > 15 01 02
            + 1 s
            < nothing
            > 15 83
            < 15 83 00
            > 15 84
            < 15 84 00 00
            > 15 01 01
            ! must be put to sleep first
            > 15 01 00
            > 15 01 01
            + 100 ms
            < 15 05 00 00 40 01 48 fd
            > 15 01 03
            ! power mode 3
            """)
    }

    // registers Magnetometer 01
    // holds MAG-10
    @Test(arguments: [0, 1] as [UInt8])
    func `before revision 2 there is no suspend`(_ revision: UInt8) {
        Bench(Self.board(revision: revision)).play(
            """
            > 15 03 06
            > 15 83
            < 15 83 06
            > 15 05 01
            > 15 02 01 00
            > 15 01 01
            + 40 ms
            < 15 05 00 00 40 01 48 fd
            > 15 01 02
            ! power mode 2
            + 40 ms
            < 15 05 00 00 40 01 48 fd
            """)
    }

    // registers Magnetometer 03 04
    // holds MAG-11
    @Test func `two packets in one are the first with a tail`() {
        Bench().play(
            """
            > 15 01 00
            > 15 04 01 02 15 03 00
            > 15 84
            < 15 84 01 02
            > 15 03 08
            ! unknown value 8
            """)
    }

    // registers Magnetometer 06 07 08
    // holds MAG-12 MAG-13
    @Test func `thresholds tell which axis is beyond them, once`() {
        let bench = Bench(.metaMotionR)
        bench.write("15 01 00")
        bench.play(
            """
            # Low at -60 µT, high at 30 µT; 20 µT north and 43.5 down pass neither.
            > 15 07 f6 05
            > 15 87
            < 15 87 f6 05
            > 15 08 01
            > 15 06 3f 00
            > 15 86
            < 15 86 3f
            > 15 01 01
            + 300 ms
            < nothing
            """)
        Self.apply(Vector3(31, 20, -43.5), to: bench)
        bench.play("+ 300 ms\n< 15 08 08")
        Self.apply(Vector3(31, 31, -61), to: bench)
        bench.play("+ 300 ms\n< 15 08 1c")
        Self.apply(Vector3(0, 20, -43.5), to: bench)
        bench.run(milliseconds: 300)
        // An overflow passes nothing.
        Self.apply(Vector3(1400, 20, -43.5), to: bench)
        bench.run(milliseconds: 300)
        #expect(bench.take() == [])
        bench.write("15 06 00 30")
        Self.apply(Vector3(31, 31, 31), to: bench)
        bench.play("+ 300 ms\n< 15 08 08")
        // Data is not told with it: that has a mask of its own.
        bench.play("> 15 05 01\n+ 300 ms\n< nothing")
    }

    // holds MAG-14
    @Test func `the field turns against the body`() {
        let bench = Bench(.metaMotionR)
        bench.write("15 01 00")
        bench.body.attitude = Quaternion(angle: .pi / 2, axis: .zAxis)
        bench.play(
            """
            > 15 01 01
            > 15 85
            < 15 85 40 01 00 00 48 fd
            """)
        bench.body.attitude = Quaternion(angle: .pi / 2, axis: .xAxis)
        bench.play(
            """
            > 15 85
            < 15 85 00 00 48 fd c0 fe
            """)
    }

    // holds MAG-15
    @Test func `current follows the presets`() throws {
        for (packets, microamperes) in [
            (["15 04 01 02"], 170), (["15 04 04 0e"], 500), (["15 04 07 1a"], 900),
            (["15 04 17 52", "15 03 05"], 4_900),
        ] as [([String], Double)] {
            let bench = Bench()
            let module: Magnetometer = try #require(bench.board.module())
            #expect(module.current(on: bench.board) == 1)
            bench.write("15 01 00")
            #expect(module.current(on: bench.board) == 3)
            for packet in packets { bench.write(packet) }
            bench.write("15 01 01")
            let seen = module.current(on: bench.board)
            #expect(abs(seen / microamperes - 1) < 0.15, "\(packets) \(seen)")
        }
    }
}
