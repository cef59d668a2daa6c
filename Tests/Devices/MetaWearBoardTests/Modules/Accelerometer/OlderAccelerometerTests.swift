import Checkout
import Foundation
import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// The accelerometers of the boards before the MetaMotion: BMA255 and MMA8452Q.
@Suite struct OlderAccelerometerTests {
    // holds OAC-01
    // registers AccelerometerBMA255 01 02 03 04
    @Test(arguments: [
        ("08", 15.625), ("09", 31.25), ("0a", 62.5), ("0b", 125), ("0c", 250), ("0d", 500),
        ("0e", 1000), ("0f", 2000),
    ])
    func `the BMA255 samples at twice its bandwidth`(_ code: String, _ hertz: Double) {
        let bench = Bench(.metaDetector, isTraced: false)
        bench.write(all: ["03 03 \(code) 08", "03 02 01 00", "03 01 01"])
        #expect(bench.samplePeriod(0x03, 0x04) == .seconds(1 / hertz))
    }

    // holds OAC-02
    // registers AccelerometerBMA255 01 02 03 04 1c
    @Test func `data of the BMA255, plain and packed`() {
        let bench = Bench(.metaDetector)
        bench.feel(
            Int16(bitPattern: 0xB3E1), 0x24A1, 0x2EB1, countsPerG: 4096)
        bench.play(
            """
            > 03 03 0b 08
            > 03 04 01
            > 03 02 01 00
            > 03 01 01
            + 12 ms
            < 03 04 e1 b3 a1 24 b1 2e  -4.7576, 2.2893, 2.9182 g
            > 03 84
            < 03 84 e1 b3 a1 24 b1 2e
            > 03 01 00
            > 03 01 03
            ! power mode 3
            > 03 04 00
            """)
        let counts: [(Int16, Int16, Int16)] = [
            (0x2631, Int16(bitPattern: 0xF955), 0x7765),
            (0x2939, Int16(bitPattern: 0xDB89), 0x7FFD),
            (0x3D95, Int16(bitPattern: 0xC161), 0x7FF1),
        ]
        bench.body.course = { time in
            let (x, y, z) = counts[Int(time.nanoseconds / 8_000_000 + 1) % 3]
            return Vector3(Double(x), Double(y), Double(z)) * (1 / 8192.0)
        }
        bench.write(all: ["03 03 0b 05", "03 1c 01", "03 01 01"])
        bench.run(milliseconds: 60)
        let packet = "31 26 55 f9 65 77 39 29 89 db fd 7f 95 3d 61 c1 f1 7f"
        let heard = bench.take().first.map { String($0.dropFirst(6)) } ?? ""
        // Whichever sample the packet begins with.
        #expect(heard.count == packet.count)
        #expect("\(packet) \(packet)".contains(heard))
    }

    // holds OAC-03
    // registers AccelerometerBMA255 03
    @Test func `ranges of the BMA255 scale its data`() {
        for (range, counts) in [("03", 16384), ("05", 8192), ("08", 4096), ("0c", 2048)] {
            let bench = Bench(.metaDetector)
            bench.write(all: ["03 03 0b \(range)", "03 01 01"])
            bench.run(milliseconds: 10)
            var bytes = ShortBytes([0x03, 0x84, 0, 0, 0, 0])
            bytes.append(Int16(counts))
            #expect(bench.ask("03 84") == ["\(bytes)"])
        }
    }

    /// Configs that clients write (protocol, sensors 5.8).
    static let configs = [
        "03 00 00 20 00 00", "03 02 00 18 00 00", "03 12 31 fb 1f 64", "06 78 00 85 03",
        "09 00 c0 0a 44 84", "09 00 80 00 44 84", "0c 7f 00 20 20 20 40 30 50", "0f 1e 00 90 05",
        "05 01", "08 01", "0b 01", "0e 01", "02 01",
    ]

    // holds OAC-04
    // registers AccelerometerMMA8452Q 02 03 05 06 08 09 0b 0c 0e 0f
    @Test(arguments: configs)
    func `configs of the MMA8452Q read back as written`(_ config: String) {
        let bench = Bench(.metaWearR)
        bench.write("03 " + config)
        let read = Hex.text([(Hex.bytes(config) ?? [0])[0] | 0x80])
        #expect(bench.ask("03 \(read)") == ["03 \(read) \(config.dropFirst(3))"])
    }

    // holds OAC-05
    // registers AccelerometerMMA8452Q 03 06 09 0c 0f
    @Test func `defaults of the MMA8452Q`() {
        Bench(.metaWearR).play(
            """
            > 03 83
            < 03 83 00 00 18 00 00
            > 03 86
            < 03 86 00 00 00 00
            > 03 89
            < 03 89 00 80 00 44 84
            > 03 8c
            < 03 8c 00 00 00 00 00 00 00 00
            > 03 8f
            < 03 8f 00 00 00 00
            """)
    }

    // holds OAC-06
    // registers AccelerometerMMA8452Q 01 02 03 04 12
    @Test func `the MMA8452Q streams milli-g, plain and packed`() {
        let bench = Bench(.metaWearR)
        bench.body.acceleration = Vector3(-1.450, -2.555, 0.792)
        bench.play(
            """
            > 03 03 02 00 20 00 00  8 g, 50 Hz
            > 03 04 01
            > 03 02 01
            > 03 01 01
            + 25 ms
            < 03 04 56 fa 05 f6 18 03
            + 20 ms
            < 03 04 56 fa 05 f6 18 03
            > 03 04 00
            > 03 12 01
            + 40 ms
            < 03 12 56 fa 05 f6 18 03 56 fa 05 f6 18 03 56 fa 05 f6 18 03
            > 03 02 00
            + 200 ms
            < nothing
            > 03 02 01
            > 03 01 00
            + 200 ms
            < nothing
            """)
        // 2 g is the default: more is cut.
        let cut = Bench(.metaWearR)
        cut.body.acceleration = Vector3(3, -3, 1)
        cut.write("03 01 01")
        cut.run(milliseconds: 20)
        #expect(cut.ask("03 84") == ["03 84 cf 07 30 f8 e8 03"])
    }

    // holds OAC-14
    // registers AccelerometerMMA8452Q 04 12
    @Test func `the MMA8452Q's milli-g are those of twelve bits`() {
        // Counts of 1/256 g that the vendor's packed example was made of.
        let counts = [
            Vector3(-1188, 1453, -60), Vector3(-361, 323, 706), Vector3(-315, -468, -886),
        ]
        let bench = Bench(.metaWearR)
        bench.body.course = { counts[Int(($0.nanoseconds / 20_000_000 + 1) % 3)] * (1 / 256.0) }
        bench.write(all: ["03 03 02 00 20 00 00", "03 12 01", "03 02 01", "03 01 01"])
        bench.run(milliseconds: 130)
        let packet = "df ed 2b 16 15 ff 7d fa ed 04 c5 0a 31 fb db f8 7b f2"
        let heard = bench.take().first.map { String($0.dropFirst(6)) } ?? ""
        // Whichever sample the packet begins with.
        #expect(heard.count == packet.count)
        #expect("\(packet) \(packet)".contains(heard))
        // 0.3 g is 307, 154 or 77 counts.
        for (range, data) in [
            ("00", "2b 01 d4 fe 00 00"), ("01", "2c 01 d3 fe 00 00"), ("02", "2c 01 d3 fe 00 00"),
        ] {
            let bench = Bench(.metaWearR)
            bench.body.acceleration = Vector3(0.3, -0.3, 0)
            bench.write(all: ["03 03 \(range) 00 18 00 00", "03 01 01"])
            bench.run(milliseconds: 20)
            #expect(bench.ask("03 84") == ["03 84 \(data)"])
        }
    }

    // holds OAC-07
    // registers AccelerometerMMA8452Q 03
    @Test(arguments: [
        ("00", 800), ("08", 400), ("10", 200), ("18", 100), ("20", 50), ("28", 12.5), ("30", 6.25),
        ("38", 1.5625),
    ])
    func `rates of the MMA8452Q`(_ byte: String, _ hertz: Double) {
        let bench = Bench(.metaWearR, isTraced: false)
        bench.write(all: ["03 03 00 00 \(byte) 00 00", "03 02 01", "03 01 01"])
        #expect(bench.samplePeriod(0x03, 0x04) == .seconds(1 / hertz))
    }

    /// Attitudes and PL_STATUS (protocol, sensors 5.8; the data sheet's figure of orientations).
    static let attitudes: [(Vector3, String)] = [
        (Vector3(0, -0.9, 0.44), "80"), (Vector3(0, 0.9, 0.44), "82"),
        (Vector3(0.9, 0, 0.44), "84"), (Vector3(-0.9, 0, 0.44), "86"),
        (Vector3(0, -0.9, -0.44), "81"), (Vector3(0, 0.9, -0.44), "83"),
        (Vector3(0.9, 0, -0.44), "85"), (Vector3(-0.9, 0, -0.44), "87"),
    ]

    // holds OAC-08
    // registers AccelerometerMMA8452Q 08 09 0a
    @Test(arguments: attitudes)
    func `the MMA8452Q tells its eight orientations`(_ row: (Vector3, String)) {
        let bench = Bench(.metaWearR)
        bench.body.acceleration = row.0 * -1
        bench.write(all: ["03 09 00 c0 0a 44 84", "03 08 01", "03 0a 01", "03 01 01"])
        bench.run(milliseconds: 500)
        _ = bench.take()
        bench.feel(row.0.x, row.0.y, row.0.z, milliseconds: 100)
        #expect(bench.take() == [], "ten samples of debounce")
        bench.run(milliseconds: 100)
        #expect(bench.take() == ["03 0a \(row.1)"])
        bench.write(all: ["03 08 00", "03 09 00 80 00 44 84"])
        bench.feel(-row.0.x, -row.0.y, -row.0.z, milliseconds: 500)
        #expect(bench.take() == [])
    }

    // holds OAC-09
    // registers AccelerometerMMA8452Q 05 06 07
    @Test func `movement is motion above or free fall below its threshold`() {
        let bench = Bench(.metaWearR)
        // Motion on x and y above 16 steps of 63 mg for four samples.
        bench.write(all: [
            "03 03 02 00 18 00 00", "03 06 58 00 10 03", "03 05 01", "03 07 01", "03 01 01",
        ])
        bench.feel(0, 0, 2, milliseconds: 200)
        #expect(bench.take() == [], "z is not asked for")
        bench.feel(0, -1.2, 1, milliseconds: 30)
        bench.feel(0, 0, 1, milliseconds: 100)
        #expect(bench.take() == [], "three samples")
        bench.feel(0, -1.2, 1, milliseconds: 200)
        #expect(bench.take() == ["03 07 8c"])
        bench.feel(0, 0, 1, milliseconds: 200)
        bench.feel(1.2, 0, 1, milliseconds: 200)
        #expect(bench.take() == ["03 07 82"])
        // Free fall: all axes below 0.44 g.
        bench.write("03 06 38 00 07 03")
        bench.feel(0, 0, 1, milliseconds: 200)
        #expect(bench.take() == [])
        bench.feel(0.1, 0.1, 0.1, milliseconds: 200)
        #expect(bench.take() == ["03 07 80"])
        bench.write("03 05 00")
        bench.feel(0, 0, 1, milliseconds: 200)
        bench.feel(0.1, 0.1, 0.1, milliseconds: 200)
        #expect(bench.take() == [])
    }

    // holds OAC-10
    // registers AccelerometerMMA8452Q 0e 0f 10
    @Test func `shake sees jolts, not gravity`() {
        let bench = Bench(.metaWearR)
        bench.write(all: [
            "03 03 02 00 18 00 00", "03 0f 0e 00 08 01", "03 0e 01", "03 10 01", "03 01 01",
        ])
        bench.feel(0, 0, 1, milliseconds: 500)
        #expect(bench.take() == [], "gravity is filtered out")
        bench.feel(1.5, 0, 1, milliseconds: 300)
        #expect(bench.take() == ["03 10 42"])
        bench.feel(0, 0, 1, milliseconds: 300)
        #expect(bench.take() == ["03 10 43"])
        // With the high-pass bypassed gravity counts.
        bench.write("03 0f 0f 00 08 01")
        bench.run(milliseconds: 300)
        #expect(bench.take() == ["03 10 60"])
        bench.write("03 0e 00")
        bench.feel(1.5, 0, 1, milliseconds: 300)
        #expect(bench.take() == [])
    }

    // holds OAC-11
    // registers AccelerometerMMA8452Q 0b 0c 0d
    @Test func `pulses are short, doubles come in their window`() {
        let bench = Bench(.metaWearR)
        var pulses: [Int64] = []
        var width: Int64 = 10
        bench.body.course = { time in
            let now = time.nanoseconds / 1_000_000
            return Vector3(pulses.contains { now >= $0 && now < $0 + width } ? 3 : 0, 0, 1)
        }
        // x, 1 g; 40 ms at the most (64 of 0.625 ms); latency 60 ms, window 100 ms. The high-pass
        // makes a pulse of each edge, the second of them negative: a knock lasts twice as long.
        bench.write(all: [
            "03 03 02 00 08 00 00", "03 0c 03 00 10 10 10 40 30 50", "03 0b 01", "03 0d 01",
            "03 01 01",
        ])
        func play(_ at: [Int64], _ milliseconds: Int64) -> [String] {
            bench.run(milliseconds: 500)
            let start = bench.board.now.nanoseconds / 1_000_000
            width = milliseconds
            pulses = at.map { start + $0 }
            bench.run(milliseconds: 500)
            return bench.take()
        }
        #expect(play([10], 10) == ["03 0d 90"])
        #expect(play([10, 110], 10) == ["03 0d 90", "03 0d 98"])
        #expect(play([10, 300], 10) == ["03 0d 90", "03 0d 90"])
        bench.write("03 0c 02 00 10 10 10 40 30 50")
        #expect(play([10], 10) == [])
        #expect(play([10, 110], 10) == ["03 0d 98"])
        bench.write("03 0c 03 00 10 10 10 08 30 50")
        #expect(play([10], 10) == [], "5 ms at the most")
        bench.write("03 0c 01 00 70 10 10 40 30 50")
        #expect(play([10], 10) == [], "7 g")
        bench.write(all: ["03 0c 03 00 10 10 10 40 30 50", "03 0b 00"])
        #expect(play([10], 10) == [])
    }

    // holds OAC-12
    @Test func `scripted bodies drive the MMA8452Q too`() {
        let bench = Bench(.metaWearR, sensors: .realistic, isTraced: false)
        bench.write(all: [
            "03 03 02 00 10 00 00", "03 09 00 c0 0a 44 84", "03 08 01", "03 0a 01",
            "03 06 38 00 07 05", "03 05 01", "03 07 01", "03 0f 0e 00 08 01", "03 0e 01",
            "03 10 01", "03 01 01",
        ])
        bench.move(.pause(1))
        #expect(bench.take() == [])
        bench.move(.tilt(Tilt(pitch: 1.2)))
        #expect(bench.take() == ["03 0a 82"])
        bench.move(.tilt(Tilt()))
        bench.move(.freeFall(FreeFall(height: 1)))
        #expect(bench.take().contains("03 07 80"))
        bench.move(.shake(Shake(peak: 2)))
        #expect(bench.take().contains { $0.hasPrefix("03 10") })
    }

    // holds OAC-13
    @Test(.slow, arguments: [BoardProfile.metaDetector, .metaWearR, .metaMotionRL, .metaMotionS])
    func `random writes to a moving board never trap (fuzz)`(_ profile: BoardProfile) throws {
        let asked = Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 800
        var random = RandomStream(seed: 11, purpose: "fuzz/features")
        let bench = Bench(profile, sensors: .realistic, isTraced: false)
        bench.body.script = try ScriptedBody([
            .repeat(
                10_000,
                [
                    .walk(Walk(steps: 6)), .tap(Tap(count: 2)), .tilt(Tilt(pitch: 1)),
                    .freeFall(FreeFall()), .tilt(Tilt(roll: 2)), .shake(Shake(peak: 6)),
                    .tilt(Tilt()), .pause(3),
                ])
        ])
        for round in 0..<min(asked, 100_000) {
            let register = UInt8(random.below(0x1E)) | [0, 0, 0, 0x80, 0xC0][Int(random.below(5))]
            let payload = (0..<random.below(9)).map { _ in
                UInt8(truncatingIfNeeded: random.next())
            }
            bench.write([0x03, register] + payload)
            if round % 10 == 0 { bench.write("03 01 01") }
            bench.run(.microseconds(Int64(random.below(60_000))))
            #expect(bench.take().allSatisfy { $0.hasPrefix("03 ") })
        }
        #expect(bench.ask("03 83").last?.hasPrefix("03 83") == true)
    }
}
