import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

@Suite struct GyroscopeTests {
    /// Data and packed registers by chip (protocol, sensors 14).
    static let boards: [(BoardProfile, data: UInt8, packed: UInt8)] = [
        (.metaMotionR, 0x05, 0x07), (.metaMotionRL, 0x05, 0x07), (.metaMotionS, 0x04, 0x05),
    ]

    static let rates: [(UInt8, Int64)] = [
        (0x26, 25), (0x27, 50), (0x28, 100), (0x29, 200), (0x2A, 400), (0x2B, 800),
        (0x2C, 1600), (0x2D, 3200),
    ]

    // registers GyroscopeBMI160 03
    // registers GyroscopeBMI270 03
    // holds GYR-01
    @Test(arguments: rates)
    func `the configured rate is the rate`(_ code: UInt8, _ hertz: Int64) {
        for (profile, data, _) in Self.boards {
            let bench = Bench(profile, isTraced: false)
            bench.write([0x13, 0x03, code, 0x00])
            bench.write("13 02 01 00")
            bench.write("13 01 01")
            #expect(bench.samplePeriod(0x13, data) == Nanoseconds(1_000_000_000 / hertz))
        }
    }

    static let ranges: [(UInt8, Double, Double)] = [
        (0, 2000, 16.4), (1, 1000, 32.8), (2, 500, 65.6), (3, 250, 131.2), (4, 125, 262.4),
    ]

    // registers GyroscopeBMI160 03 05
    // registers GyroscopeBMI270 03 04
    // holds GYR-02
    @Test(arguments: ranges)
    func `the configured range is range and scale`(
        _ code: UInt8, _ range: Double, _ scale: Double
    ) {
        for (profile, data, _) in Self.boards {
            let bench = Bench(profile)
            bench.write([0x13, 0x03, 0x28, code])
            bench.write("13 01 01")
            bench.run(milliseconds: 100)
            bench.body.rotation = Vector3(100, -50, range * 3)
            var expected: ShortBytes = [0x13, 0x80 | data]
            expected.append(Int16((100 * scale).rounded()))
            expected.append(Int16((-50 * scale).rounded()))
            // Every range ends at 32800 counts, beyond what 16 bits hold.
            expected.append(Int16.max)
            #expect(bench.ask(Hex.text([0x13, 0x80 | data])) == ["\(expected)"])
        }
    }

    // registers GyroscopeBMI160 01 02 05
    // registers GyroscopeBMI270 01 02 04
    // holds GYR-03 GYR-04
    @Test(arguments: boards)
    func `the standard sequence, at the example's counts`(
        _ row: (profile: BoardProfile, data: UInt8, packed: UInt8)
    ) {
        let bench = Bench(row.profile)
        bench.spin(0x433E, 0x7FFF, Int16.min, countsPerDegree: 65.6)
        let data = Hex.text([row.data])
        for packet in ["13 03 28 02", "13 \(data) 01", "13 02 01 00", "13 01 01"] {
            bench.write(packet)
        }
        bench.run(milliseconds: 65)
        #expect(bench.link.heard.count >= 1)
        #expect(bench.take().allSatisfy { $0 == "13 \(data) 3e 43 ff 7f 00 80" })
        bench.play(
            """
            > 13 01 00
            > 13 02 00 01
            > 13 \(data) 00
            + 1 s
            < nothing
            """)
    }

    // registers GyroscopeBMI160 07
    // registers GyroscopeBMI270 05
    // holds GYR-05
    @Test(arguments: boards)
    func `a packed notification is three samples`(
        _ row: (profile: BoardProfile, data: UInt8, packed: UInt8)
    ) {
        let bench = Bench(row.profile)
        bench.write("13 03 26 01")
        bench.write([0x13, row.packed, 0x01])
        bench.write("13 02 01 00")
        bench.write("13 01 01")
        // Samples at 80, 120 and 160 ms: the first of 40 ms comes before the sensor is ready.
        let counts: [(Int16, Int16, Int16)] = [
            (0x1509, 0x26AD, Int16(bitPattern: 0xDE08)),
            (0x1A8A, 0x260D, Int16(bitPattern: 0xE465)),
            (0x208D, 0x27AC, Int16(bitPattern: 0xEC73)),
        ]
        bench.run(milliseconds: 79)
        for (x, y, z) in counts {
            bench.spin(x, y, z, countsPerDegree: 32.8)
            bench.run(milliseconds: 40)
        }
        #expect(
            bench.take() == [
                "13 \(Hex.text([row.packed])) 09 15 ad 26 08 de 8a 1a 0d 26 65 e4 8d 20 ac 27 73 ec"
            ])
    }

    // registers GyroscopeBMI160 02 03
    // registers GyroscopeBMI270 02 03
    // holds GYR-06
    @Test(arguments: BoardProfile.all.filter { $0.information(0x13) != nil })
    func `configs read back, the default is 28 00`(_ profile: BoardProfile) {
        Bench(profile).play(
            """
            > 13 83
            < 13 83 28 00
            > 13 03 29 00
            > 13 83
            < 13 83 29 00
            > 13 03 28 03
            > 13 83
            < 13 83 28 03
            > 13 03 27 04
            > 13 83
            < 13 83 27 04
            > 13 03 28 05
            ! unknown value 5
            > 13 83
            < 13 83 27 04
            > 13 82
            < 13 82 00
            > 13 02 01 00
            > 13 82
            < 13 82 01
            > 13 02 00 01
            > 13 82
            < 13 82 00
            """)
    }

    // registers GyroscopeBMI160 01 04 06
    // registers GyroscopeBMI270 01
    // holds GYR-07
    @Test func `the power modes of both chips`() {
        Bench(.metaMotionR).play(
            """
            > 13 86
            < 13 86 00
            > 13 01 03  fast start-up
            > 13 86
            < 13 86 0c
            > 03 96
            < 03 96 0c
            > 03 01 02  low power
            > 03 96
            < 03 96 2c
            > 03 01 00
            > 13 01 04
            ! power mode 4
            > 13 01 00
            > 13 86
            < 13 86 00
            > 13 04 12
            > 13 84
            < 13 84 12
            """)
        Bench(.metaMotionS).play(
            """
            > 13 01 03
            ! power mode 3
            """)
    }

    // registers GyroscopeBMI270 06
    // holds GYR-08
    @Test func `offsets shift the BMI270's samples`() {
        let bench = Bench(.metaMotionS, sensors: .realistic)
        bench.write("13 01 01")
        bench.run(milliseconds: 200)
        func mean() -> Vector3 {
            var sum = Vector3.zero
            for _ in 0..<500 {
                bench.run(milliseconds: 10)
                bench.write("13 84")
                let b = bench.link.heard.removeFirst()
                func axis(_ i: Int) -> Double {
                    Double(Int16(truncatingIfNeeded: Int(b[i]) | Int(b[i + 1]) << 8))
                }
                sum += Vector3(axis(2), axis(4), axis(6)) * (1 / 16.4 / 500)
            }
            return sum
        }
        let before = mean()
        bench.write("13 06 11 22 33")
        let after = mean()
        for (seen, steps) in [
            (after.x - before.x, 0x11), (after.y - before.y, 0x22), (after.z - before.z, 0x33),
        ] {
            #expect(abs(seen - Double(steps) * 0.061) < 0.05)
        }
        bench.write("13 06 00 00 00 00")
        #expect(abs((mean() - before).x) < 0.05)
    }

    // registers GyroscopeBMI270 06
    // holds GYR-09
    @Test func `offsets are signed, eight bits or ten`() throws {
        let rows: [([UInt8], Vector3)] = [
            ([0x11, 0x22, 0x33], Vector3(17, 34, 51)),
            ([0xFF, 0x80, 0x7F], Vector3(-1, -128, 127)),
            ([0xFF, 0x00, 0x01, 0b00_01_10_11], Vector3(-1, -512, 257)),
        ]
        for (bytes, steps) in rows {
            let seen = try GyroscopeBMI270.Offset(bytes).degreesPerSecond
            #expect((seen - steps * 0.061).squaredLength < 1e-12, "\(bytes)")
        }
    }

    // registers GyroscopeBMI160 07
    // holds GYR-10
    @Test func `packed data of the BMI160 needs revision 1`() {
        Bench(Bench.profile(.metaMotionR, 0x13, ModuleInformation(0, 0))).play(
            """
            > 13 07 01
            ! packed data needs revision 1
            """)
    }

    // holds GYR-11
    @Test(arguments: boards)
    func `samples of both sensors at one rate coincide`(
        _ row: (profile: BoardProfile, data: UInt8, packed: UInt8)
    ) {
        let bench = Bench(row.profile)
        for packet in ["13 02 01 00", "03 02 01 00", "03 01 01", "13 01 01"] { bench.write(packet) }
        bench.run(milliseconds: 100)
        let rotation = bench.sampleTimes(0x13, row.data, count: 3)
        let acceleration = bench.sampleTimes(0x03, 0x04, count: 3)
        #expect(
            (acceleration[0] - rotation[0]).count % 10_000_000 == 0,
            "\(acceleration) \(rotation)")
    }
}
