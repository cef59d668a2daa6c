import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

@Suite struct AccelerometerTests {
    /// With the chips that these tests are about.
    static let boards = BoardProfile.all.filter {
        [.bmi160, .bmi270, .bma255].contains($0.inertialChip)
    }

    /// acc_conf bytes with their rates (protocol, sensors 5.2 and 5.4).
    static let rates: [(bmi160: UInt8, bmi270: UInt8, hertz: Double)] = [
        (0x81, 0x21, 0.78125), (0x82, 0x22, 1.5625), (0x83, 0x23, 3.125), (0x84, 0x24, 6.25),
        (0x25, 0xA5, 12.5), (0x26, 0xA6, 25), (0x27, 0xA7, 50), (0x28, 0xA8, 100),
        (0x29, 0xA9, 200), (0x2A, 0xAA, 400), (0x2B, 0xAB, 800), (0x2C, 0xAC, 1600),
    ]
    /// Range bytes with their range in g and counts a g (protocol, sensors 5.1).
    static let ranges: [(bmi160: UInt8, bmi270: UInt8, g: Double, scale: Double)] = [
        (0x03, 0x00, 2, 16384), (0x05, 0x01, 4, 8192), (0x08, 0x02, 8, 4096),
        (0x0C, 0x03, 16, 2048),
    ]

    // holds ACC-01
    // registers AccelerometerBMI160 01 02 03 04
    // registers AccelerometerBMI270 01 02 03 04
    @Test(arguments: rates)
    func `the configured rate is the rate`(_ row: (UInt8, UInt8, Double)) {
        let boards: [(BoardProfile, UInt8, UInt8)] = [
            (.metaMotionR, row.0, 0x08), (.metaMotionRL, row.0, 0x08), (.metaMotionS, row.1, 0x02),
        ]
        for (profile, rate, range) in boards {
            let bench = Bench(profile, isTraced: false)
            bench.write([0x03, 0x03, rate, range])
            #expect(bench.ask("03 83") == ["03 83 " + Hex.text([rate, range])])
            bench.write("03 02 01 00")
            bench.write("03 01 01")
            #expect(bench.samplePeriod(0x03, 0x04) == .seconds(1 / row.2))
        }
    }

    // holds ACC-02
    // registers AccelerometerBMI160 03 04
    // registers AccelerometerBMI270 03 04
    @Test(arguments: ranges)
    func `the configured range is range and scale`(_ row: (UInt8, UInt8, Double, Double)) {
        for (profile, range) in [(BoardProfile.metaMotionR, row.0), (.metaMotionS, row.1)] {
            let bench = Bench(profile)
            bench.write([0x03, 0x03, profile.inertialChip == .bmi160 ? 0x28 : 0xA8, range])
            bench.write("03 01 01")
            bench.run(milliseconds: 10)
            bench.body.acceleration = Vector3(0.5, -0.25, row.2 * 2)
            let expected: ShortBytes = {
                var bytes: ShortBytes = [0x03, 0x84]
                bytes.append(Int16(0.5 * row.3))
                bytes.append(Int16(-0.25 * row.3))
                bytes.append(Int16.max)
                return bytes
            }()
            #expect(bench.ask("03 84") == ["\(expected)"])
            bench.body.acceleration = Vector3(0, 0, -100)
            #expect(bench.ask("03 84") == ["03 84 00 00 00 00 00 80"])
        }
    }

    // holds ACC-03 ACC-04
    // registers AccelerometerBMI160 01 02 03 04 1c
    // registers AccelerometerBMI270 01 02 03 04 05
    @Test(arguments: [
        (BoardProfile.metaMotionR, "03 03 28 05", "1c"), (.metaMotionRL, "03 03 28 05", "1c"),
        (.metaMotionS, "03 03 a8 01", "05"),
    ])
    func `the standard sequence starts and stops a stream`(
        _ profile: BoardProfile, _ config: String, _ packed: String
    ) {
        let bench = Bench(profile)
        bench.feel(
            Int16(bitPattern: 0xC416), Int16(bitPattern: 0xA294), Int16(bitPattern: 0xD02A),
            countsPerG: 8192)
        bench.play(
            """
            > \(config)
            > 03 04 01
            > 03 02 01 00
            > 03 01 01
            + 15 ms
            < 03 04 16 c4 94 a2 2a d0  -1.872, -2.919, -1.495 g
            + 10 ms
            < 03 04 16 c4 94 a2 2a d0
            > 03 \(packed) 01
            > 03 04 00
            + 10 ms
            < 03 \(packed) 16 c4 94 a2 2a d0 16 c4 94 a2 2a d0 16 c4 94 a2 2a d0
            > 03 01 00
            > 03 02 00 01
            + 1 s
            < nothing
            """)
    }

    // holds ACC-05
    // registers AccelerometerBMI160 1c
    // registers AccelerometerBMI270 05
    @Test(arguments: [
        (BoardProfile.metaMotionR, "03 03 28 08", "1c"), (.metaMotionS, "03 03 a8 02", "05"),
    ])
    func `a packed notification is three samples, oldest first`(
        _ profile: BoardProfile, _ config: String, _ packed: String
    ) {
        let counts: [(Int16, Int16, Int16)] = [
            (Int16(bitPattern: 0xB762), 0x0D53, Int16(bitPattern: 0xFDE9)),
            (Int16(bitPattern: 0xD016), 0x0E4D, 0x0257),
            (Int16(bitPattern: 0xFF8A), 0x05A1, 0x010A),
        ]
        let bench = Bench(profile)
        bench.body.course = { time in
            let (x, y, z) = counts[Int(time.nanoseconds / 10_000_000 - 1) % 3]
            return Vector3(Double(x), Double(y), Double(z)) * (1 / 4096.0)
        }
        bench.play(
            """
            > \(config)
            > 03 \(packed) 01
            > 03 02 01 00
            > 03 01 01
            + 35 ms
            < 03 \(packed) 62 b7 53 0d e9 fd 16 d0 4d 0e 57 02 8a ff a1 05 0a 01
            + 30 ms
            < 03 \(packed) 62 b7 53 0d e9 fd 16 d0 4d 0e 57 02 8a ff a1 05 0a 01
            > 03 04 01  both may be on
            + 30 ms
            < 03 04 62 b7 53 0d e9 fd
            < 03 04 16 d0 4d 0e 57 02
            < 03 04 8a ff a1 05 0a 01
            < 03 \(packed) 62 b7 53 0d e9 fd 16 d0 4d 0e 57 02 8a ff a1 05 0a 01
            """)
    }

    // holds ACC-06
    // registers AccelerometerBMI160 01 02 04
    // registers AccelerometerBMI270 01 02 04
    @Test(arguments: [
        ["03 04 01", "03 02 01 00", "03 01 01"], ["03 04 01", "03 01 01", "03 02 01 00"],
        ["03 02 01 00", "03 04 01", "03 01 01"], ["03 02 01 00", "03 01 01", "03 04 01"],
        ["03 01 01", "03 04 01", "03 02 01 00"], ["03 01 01", "03 02 01 00", "03 04 01"],
    ])
    func `power, data interrupt and subscription act in any order`(_ order: [String]) {
        for profile in Self.boards {
            let bench = Bench(profile)
            for (n, packet) in order.enumerated() {
                bench.write(packet)
                bench.run(milliseconds: 100)
                #expect(bench.take().isEmpty == (n < 2), "after \(packet)")
            }
        }
    }

    // holds ACC-07
    @Test func `without any one of the three nothing comes`() {
        for off in ["03 01 00", "03 02 00 01", "03 04 00"] {
            let bench = Bench()
            for packet in ["03 04 01", "03 02 01 00", "03 01 01"] { bench.write(packet) }
            bench.run(milliseconds: 100)
            #expect(!bench.take().isEmpty)
            bench.write(off)
            bench.run(milliseconds: 100)
            #expect(bench.take() == [], "after \(off)")
        }
    }

    // holds ACC-08
    // registers AccelerometerBMI270 01
    @Test func `both power modes sample, an unknown one is ignored`() {
        Bench().play(
            """
            > 03 03 24 02  below 12.5 Hz C++ starts in low power
            > 03 04 01
            > 03 02 01 00
            > 03 01 02
            + 170 ms
            < 03 04 00 00 00 00 00 10
            > 03 01 03
            ! power mode 3
            + 160 ms
            < 03 04 00 00 00 00 00 10
            > 03 01 00
            + 1 s
            < nothing
            """)
    }

    // holds ACC-09
    @Test func `a new configuration acts while the sensor runs`() {
        let bench = Bench()
        bench.write("03 02 01 00")
        bench.write("03 01 01")
        #expect(bench.samplePeriod(0x03, 0x04) == .milliseconds(10))
        bench.write("03 03 a9 02")
        #expect(bench.samplePeriod(0x03, 0x04) == .milliseconds(5))
        bench.write("03 03 a8 03")
        #expect(bench.samplePeriod(0x03, 0x04) == .milliseconds(10))
    }

    // holds ACC-10
    @Test func `saying the same again does not disturb the stream`() {
        let bench = Bench()
        bench.write("03 02 01 00")
        bench.write("03 01 01")
        let before = bench.sampleTimes(0x03, 0x04, count: 5)
        for packet in ["03 03 a8 02", "03 02 01 00", "03 01 01", "03 04 01"] { bench.write(packet) }
        let after = bench.sampleTimes(0x03, 0x04, count: 5)
        #expect(after.first! - before.last! == .milliseconds(10))
    }

    // holds ACC-11
    @Test(arguments: [
        (BoardProfile.metaMotionR, "28 03"), (.metaMotionRL, "28 03"), (.metaMotionS, "a8 02"),
    ])
    func `defaults answer before any write`(_ profile: BoardProfile, _ config: String) {
        Bench(profile).play(
            """
            > 03 83
            < 03 83 \(config)
            > 03 82
            < 03 82 00
            > 03 84
            < 03 84 00 00 00 00 00 00
            """)
    }

    // holds ACC-12
    // registers AccelerometerBMI160 03
    // registers AccelerometerBMI270 03
    @Test(arguments: [
        (BoardProfile.metaMotionR, ["29 08", "28 0c", "28 08", "81 05", "2c 03"]),
        (.metaMotionS, ["a9 02", "a8 03", "21 00", "ac 01"]),
    ])
    func `a config reads back as it was written`(_ profile: BoardProfile, _ rows: [String]) {
        let bench = Bench(profile)
        for row in rows {
            bench.write("03 03 " + row)
            #expect(bench.ask("03 83") == ["03 83 " + row])
        }
    }

    // holds ACC-13
    // registers AccelerometerBMI160 03
    // registers AccelerometerBMI270 03
    @Test func `an unknown range or a short config changes nothing`() {
        Bench(.metaMotionR).play(
            """
            > 03 03 28 02  a range byte of the other chip
            ! unknown value 2
            > 03 03 28
            ! too short
            > 03 83
            < 03 83 28 03
            """)
        Bench(.metaMotionS).play(
            """
            > 03 03 a8 08
            ! unknown value 8
            > 03 83
            < 03 83 a8 02
            """)
    }

    // holds ACC-14
    // registers AccelerometerBMI160 1c
    @Test func `packed data of the BMI160 needs revision 1`() {
        let old = Bench.profile(.metaMotionR, 0x03, ModuleInformation(1, 0))
        Bench(old).play(
            """
            > 03 1c 01
            ! packed data needs revision 1
            > 03 02 01 00
            > 03 01 01
            + 100 ms
            < nothing
            """)
    }

    // holds ACC-15
    @Test func `step counters answer zero: hosts poll them and wait`() {
        #expect(Bench(.metaMotionR).ask("03 9a") == ["03 9a 00 00"])
        #expect(Bench(.metaMotionS).ask("03 8b") == ["03 8b 00 00"])
    }

    // holds ACC-16
    // registers AccelerometerBMI270 02
    @Test func `a mask sets, then clears, and reads as one byte`() {
        Bench().play(
            """
            > 03 02 ff 0e
            > 03 82
            < 03 82 f1
            > 03 02 02 02  a bit in both: enable, then disable
            > 03 82
            < 03 82 f1
            > 03 02 00 ff
            > 03 82
            < 03 82 00
            """)
    }

    // holds ACC-17
    // registers AccelerometerBMI160 05 16
    // registers AccelerometerBMI270 0e 0f
    @Test func `power status, interrupt source and thermometer`() {
        Bench(.metaMotionR).play(
            """
            > 03 96
            < 03 96 00
            > 03 01 01
            > 03 96
            < 03 96 10
            > 03 05 80 08
            > 03 85
            < 03 85 80 08
            """)
        Bench(.metaMotionS).play(
            """
            > 03 8f  the thermometer is off
            < 03 8f 00 80
            > 03 0e 01
            * warm 25
            > 03 8f  2 °C above 23 in 512ths
            < 03 8f 00 04
            * warm 22
            > 03 8f
            < 03 8f 00 fe
            > 03 8e
            < 03 8e 01
            """)
    }

    // holds ACC-18
    @Test func `realistic samples stay near the truth and differ from it`() {
        let bench = Bench(sensors: .realistic)
        bench.write("03 02 01 00")
        bench.write("03 01 01")
        bench.write("03 04 01")
        bench.run(milliseconds: 2_000)
        let z = bench.link.heard.map { Int16($0[6]) | Int16($0[7]) << 8 }
        #expect(z.count >= 198)
        #expect(Set(z).count > 3)
        #expect(z.allSatisfy { abs(Double($0) / 4096 - 1) < 0.1 })
    }

    // holds ACC-19
    // registers AccelerometerBMI270 04
    @Test func `a read of a running sensor is its last sample`() {
        let bench = Bench(sensors: .realistic)
        bench.write("03 02 01 00")
        bench.write("03 04 01")
        bench.write("03 01 01")
        bench.run(milliseconds: 55)
        let last = bench.take().last?.dropFirst(6)
        #expect(bench.ask("03 84") == ["03 84 " + (last ?? "")])
        #expect(bench.ask("03 84") == ["03 84 " + (last ?? "")])
    }
}
