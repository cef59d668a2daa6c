import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// The interrupts that BMI160 and BMA255 share, on steps of an ideal acceleration: packets and
/// bytes as the clients write and read them.
@Suite struct BoschInterruptTests {
    /// Config packets and their read-back (protocol, sensors 5.3.1 to 5.3.6).
    static let configs: [(BoardProfile, String)] = [
        (.metaMotionR, "07 07 40 85 0b c0"), (.metaMotionR, "07 07 30 81 05 20"),
        (.metaMotionR, "0a 03 2f 14 14"), (.metaDetector, "0a 03 2f 14"),
        (.metaMotionR, "0a 18 14 7f 15"), (.metaDetector, "0a 24 14 7f"),
        (.metaMotionR, "0a 10 14 c0 14"), (.metaDetector, "0a 10 14 c0"),
        (.metaMotionR, "0a 00 14 14 36"), (.metaMotionR, "0d 04 04"), (.metaMotionR, "0d c0 04"),
        (.metaDetector, "0d c0 84"), (.metaMotionR, "10 18 48"), (.metaMotionR, "10 f2 bf"),
        (.metaMotionR, "13 08 11"), (.metaDetector, "13 3f 35"),
        (.metaMotionR, "15 01 ff 7f 80 01 fe e4"),
        (.metaMotionR, "18 15 0b"), (.metaMotionR, "18 15 03"), (.metaMotionR, "18 2d 08"),
        (.metaMotionR, "18 2d 00"), (.metaMotionR, "18 1d 0f"), (.metaMotionR, "18 1d 07"),
        (.metaMotionR, "05 80 08"), (.metaDetector, "05 80 08"), (.metaDetector, "03 0b 08"),
        // Bits without a meaning are kept too.
        (.metaMotionR, "07 ff ff ff ff ff"), (.metaMotionR, "0a ff ff ff ff"),
        (.metaDetector, "0d ff ff"), (.metaMotionR, "13 ff ff"), (.metaMotionR, "18 ff ff"),
    ]

    // holds INT-01
    // registers AccelerometerBMI160 05 07 0a 0d 10 13 15 18
    // registers AccelerometerBMA255 03 05 0a 0d 13
    @Test(arguments: configs)
    func `a config reads back as it was written`(_ row: (BoardProfile, String)) {
        let bench = Bench(row.0)
        bench.write("03 " + row.1)
        let register = (Hex.bytes(row.1) ?? [0])[0]
        let answer = "03 \(Hex.text([register | 0x80])) \(row.1.dropFirst(3))"
        #expect(bench.ask("03 \(Hex.text([register | 0x80]))") == [answer])
        #expect(bench.ignored == [])
    }

    // holds INT-02
    // registers AccelerometerBMI160 03 07 0a 0d 10 13 15 18
    // registers AccelerometerBMA255 03 07 0a 0d 10 13
    @Test(arguments: [
        (
            BoardProfile.metaMotionR,
            [
                "85 00 00", "87 07 30 81 0b c0", "8a 00 14 14 14", "8d 04 0a", "90 18 48",
                "93 08 11", "95 00 00 00 00 00 00 00", "98 00 00", "9a 00 00",
            ]
        ),
        (
            .metaDetector,
            [
                "83 0a 03", "87 09 30 81 0f c0", "8a 00 14 14", "8d 04 0a", "90 18 48", "93 08 11",
            ]
        ),
    ])
    func `defaults are the chip's`(_ profile: BoardProfile, _ rows: [String]) {
        let bench = Bench(profile)
        for row in rows { #expect(bench.ask("03 \(row.prefix(2))") == ["03 \(row)"]) }
    }

    // holds INT-03
    // registers AccelerometerBMI160 06 09 0c 0f 12 17
    // registers AccelerometerBMA255 02 06 09 0c 0f 12
    @Test(arguments: [BoardProfile.metaMotionR, .metaMotionRL, .metaDetector])
    func `every enable pair reads as one mask`(_ profile: BoardProfile) {
        let bench = Bench(profile)
        var rows = [
            ("06", "08 00", "08"), ("06", "04 00", "0c"), ("06", "00 0f", "00"),
            ("09", "07 00", "07"), ("09", "38 00", "3f"), ("09", "00 7f", "00"),
            ("09", "78 00", "78"), ("09", "00 78", "00"), ("0c", "02 00", "02"),
            ("0c", "01 00", "03"), ("0c", "00 03", "00"), ("0f", "01 00", "01"),
            ("0f", "00 01", "00"), ("12", "01 00", "01"), ("12", "00 01", "00"),
            ("02", "01 00", "01"),
        ]
        if profile.inertialChip == .bmi160 {
            rows += [("17", "01 00", "01"), ("17", "00 01", "00")]
        }
        for (register, change, mask) in rows {
            bench.write("03 \(register) \(change)")
            let read = Hex.text([(Hex.bytes(register) ?? [0])[0] | 0x80])
            #expect(bench.ask("03 \(read)") == ["03 \(read) \(mask)"], "\(register) \(change)")
        }
    }

    // holds INT-04
    @Test func `stray writes of a C++ release do nothing`() {
        Bench(.metaMotionR).play(
            """
            > 03 01 01
            > 03 08 01
            > 03 07 40 00
            ! low/high-g config too short
            > 03 87
            < 03 87 07 30 81 0b c0
            > 03 06 40 00
            + 500 ms
            < nothing
            > 03 06 20 00
            + 500 ms
            < nothing
            """)
    }

    /// A jump of one axis and its byte (protocol, sensors 5.3.2).
    static let jumps: [(Vector3, motion: String, high: String, tap: String)] = [
        (Vector3(3, 0, 0), "0a", "05", "06"), (Vector3(-3, 0, 0), "4a", "25", "26"),
        (Vector3(0, 3, 0), "12", "09", "0a"), (Vector3(0, -3, 0), "52", "29", "2a"),
        (Vector3(0, 0, 3), "22", "11", "12"), (Vector3(0, 0, -3), "62", "31", "32"),
    ]

    // holds INT-05
    // registers AccelerometerBMI160 09 0a 0b
    // registers AccelerometerBMA255 09 0a 0b
    @Test(arguments: jumps)
    func `any motion tells axis and sign of the slope`(
        _ row: (Vector3, motion: String, high: String, tap: String)
    ) {
        for (profile, config) in [
            (BoardProfile.metaMotionR, ["03 03 28 08", "03 0a 00 2f 14 14"]),
            (.metaDetector, ["03 03 0a 08", "03 0a 00 2f 14"]),
        ] {
            let bench = Bench(profile)
            bench.write(all: config + ["03 0b 01", "03 09 07 00", "03 01 01"])
            bench.feel(0, 0, 0, milliseconds: 100)
            #expect(bench.take() == [])
            bench.feel(row.0.x, row.0.y, row.0.z, milliseconds: 100)
            #expect(bench.take() == ["03 0b \(row.motion)"])
            // 0.75 g at 8 g is the threshold; the slope back is above it, of another sign.
            bench.write("03 09 00 7f")
            bench.feel(0, 0, 0, milliseconds: 100)
            #expect(bench.take() == [])
        }
    }

    // holds INT-06
    // registers AccelerometerBMI160 0a
    @Test func `any motion needs its count of slopes above its threshold`() {
        let bench = Bench(.metaMotionR)
        bench.write(all: [
            "03 03 28 08", "03 0a 03 2f 14 14", "03 09 07 00", "03 0b 01", "03 01 01",
        ])
        bench.run(milliseconds: 50)
        // 0x2F steps of 15.6 mg are 0.73 g.
        for (step, slopes, fires) in [(0.8, 3, false), (0.8, 4, true), (0.7, 6, false)] {
            bench.body.acceleration = .zero
            bench.run(milliseconds: 100)
            bench.write("03 09 00 7f")
            bench.write("03 09 07 00")
            _ = bench.take()
            for n in 1...slopes {
                bench.feel(step * Double(n), 0, 0, milliseconds: 10)
            }
            bench.run(milliseconds: 100)
            #expect(bench.take() == (fires ? ["03 0b 0a"] : []), "\(slopes) of \(step) g")
        }
    }

    // holds INT-07
    // registers AccelerometerBMI160 0a
    // registers AccelerometerBMA255 0a
    @Test(arguments: [
        (BoardProfile.metaMotionR, "03 0a 18 14 7f 15", "03 09 38 00", 8_960),
        (.metaMotionR, "03 0a 00 14 7f 15", "03 09 38 00", 1_280),
        (.metaMotionR, "03 0a 40 14 7f 15", "03 09 38 00", 25_600),
        (.metaMotionR, "03 0a 80 14 7f 15", "03 09 38 00", 112_640),
        (.metaDetector, "03 0a 24 14 7f", "03 09 78 00", 10_000),
        (.metaDetector, "03 0a 40 14 7f", "03 09 78 00", 20_000),
        (.metaDetector, "03 0a 80 14 7f", "03 09 78 00", 88_000),
    ])
    func `no motion comes once after its time`(
        _ profile: BoardProfile, _ config: String, _ enable: String, _ milliseconds: Int64
    ) {
        let bench = Bench(profile, isTraced: false)
        bench.write(all: [config, enable, "03 0b 01", "03 01 01"])
        bench.run(milliseconds: milliseconds - 50)
        #expect(bench.take() == [])
        bench.run(milliseconds: 100)
        #expect(bench.take() == ["03 0b 04"])
        bench.run(milliseconds: 2 * milliseconds)
        #expect(bench.take() == [])
        // A motion begins it anew.
        bench.feel(0, 0, 0, milliseconds: milliseconds - 50)
        #expect(bench.take() == [])
        bench.run(milliseconds: 100)
        #expect(bench.take() == ["03 0b 04"])
    }

    // holds INT-08
    // registers AccelerometerBMI160 0a
    @Test func `slow motion counts slopes of its own threshold`() {
        let bench = Bench(.metaMotionR)
        // 0xC0 steps of 7.8 mg at 4 g are 1.5 g; the chip takes two bits of the count: 1.
        bench.write(all: [
            "03 03 28 05", "03 0a 10 14 c0 14", "03 09 38 00", "03 0b 01", "03 01 01",
        ])
        bench.feel(0, 0, 0, milliseconds: 100)
        bench.feel(1.4, 0, 0, milliseconds: 100)
        #expect(bench.take() == [])
        bench.feel(-0.2, 0, 0, milliseconds: 100)
        #expect(bench.take() == ["03 0b 04"])
    }

    // holds INT-09
    // registers AccelerometerBMI160 0a
    @Test func `significant motion is a second motion after the skip time`() {
        // Skip 3 s, proof 2 s (the packet that a Java test of the vendor sends).
        for (second, fires) in [(1_000, false), (3_500, true), (4_500, true), (6_000, false)] {
            let bench = Bench(.metaMotionR)
            bench.write(all: ["03 0a 00 14 14 36", "03 09 07 00", "03 0b 01", "03 01 01"])
            bench.run(milliseconds: 50)
            bench.feel(0.5, 0, 1, milliseconds: Int64(second))
            bench.feel(0, 0, 1, milliseconds: 50)
            #expect(bench.take() == (fires ? ["03 0b 01"] : []), "after \(second) ms")
        }
    }

    // holds INT-10
    // registers AccelerometerBMI160 06 07 08
    // registers AccelerometerBMA255 06 07 08
    @Test(arguments: jumps)
    func `high-g tells axis and sign`(
        _ row: (Vector3, motion: String, high: String, tap: String)
    ) {
        for (profile, config) in [
            (BoardProfile.metaMotionR, "03 03 28 0c"), (.metaDetector, "03 03 0a 0c"),
        ] {
            let bench = Bench(profile)
            bench.write(all: [
                config, "03 07 07 30 81 05 20", "03 06 07 00", "03 08 01", "03 01 01",
            ])
            bench.feel(0, 0, 1, milliseconds: 100)
            #expect(bench.take() == [])
            bench.feel(row.0.x, row.0.y, row.0.z, milliseconds: 200)
            #expect(bench.take() == ["03 08 \(row.high)"])
        }
    }

    // holds INT-11
    // registers AccelerometerBMI160 07
    @Test func `high-g needs its duration, its axis, and to fall below the hysteresis`() {
        let bench = Bench(.metaMotionR)
        // 2 g for 15 ms at 16 g, hysteresis 1 g twice.
        bench.write(all: [
            "03 03 2a 0c", "03 07 07 30 41 05 20", "03 06 04 00", "03 08 01", "03 01 01",
        ])
        bench.feel(0, 0, 0, milliseconds: 50)
        bench.feel(0, 0, 3, milliseconds: 12)
        bench.feel(0, 0, 0, milliseconds: 50)
        bench.feel(0, 3, 0, milliseconds: 50)
        #expect(bench.take() == [], "too short, and another axis")
        bench.feel(0, 0, 3, milliseconds: 30)
        #expect(bench.take() == ["03 08 11"])
        bench.feel(0, 0, 1.5, milliseconds: 30)
        bench.feel(0, 0, 3, milliseconds: 30)
        #expect(bench.take() == [], "not yet below 1 g")
        bench.feel(0, 0, 0.5, milliseconds: 30)
        bench.feel(0, 0, 3, milliseconds: 30)
        #expect(bench.take() == ["03 08 11"])
    }

    // holds INT-12
    // registers AccelerometerBMI160 07
    @Test(arguments: [("85", false), ("81", true)])
    func `low-g is a sum or every axis`(_ mode: String, _ isSingle: Bool) {
        let bench = Bench(.metaMotionR)
        bench.write(all: [
            "03 03 2a 0c", "03 07 07 40 \(mode) 0b c0", "03 06 08 00", "03 08 01", "03 01 01",
        ])
        bench.run(milliseconds: 50)
        bench.feel(0, 0, 0.1, milliseconds: 15)
        bench.feel(0, 0, 1, milliseconds: 50)
        #expect(bench.take() == [], "20 ms are asked for")
        bench.feel(0.3, 0.3, 0.3, milliseconds: 100)
        #expect(bench.take() == (isSingle ? ["03 08 02"] : []))
        bench.feel(0, 0, 1, milliseconds: 50)
        bench.feel(0, 0, 0.1, milliseconds: 100)
        #expect(bench.take() == ["03 08 02"])
    }

    // holds INT-19
    // registers AccelerometerBMI160 01 02
    @Test func `interrupts need power, not the data interrupt, and cost nothing when off`() {
        Bench(.metaMotionR).play(
            """
            > 03 0b 01
            > 03 04 01
            > 03 09 07 00
            + 100 ms
            > 03 0a 00 14 14 14
            # no power: no sample, no interrupt
            < nothing
            > 03 01 01
            + 50 ms
            # powered, and no data interrupt: no data
            < nothing
            """)
        let bench = Bench(.metaMotionR)
        bench.write("03 01 01")
        bench.run(milliseconds: 100)
        func events() -> UInt64 {
            let before = bench.simulation.clock.handled
            bench.run(milliseconds: 1_000)
            return bench.simulation.clock.handled - before
        }
        // The supply looks at the battery now and then.
        let idle = events()
        #expect(events() == idle)
        bench.write("03 09 07 00")
        #expect(events() == idle + 100)
        bench.write("03 09 00 7f")
        bench.run(milliseconds: 50)
        #expect(events() == idle)
    }

    // holds INT-20
    @Test func `an interrupt does not disturb the stream beside it`() {
        func samples(_ packets: [String]) -> [String] {
            let bench = Bench(.metaMotionR, sensors: .realistic, isTraced: false)
            bench.write(all: ["03 04 01", "03 02 01 00", "03 01 01"])
            bench.run(milliseconds: 95)
            bench.write(all: packets)
            bench.run(milliseconds: 500)
            return bench.take()
        }
        let plain = samples([])
        #expect(plain.count > 50)
        #expect(samples(["03 09 07 00", "03 0c 03 00", "03 0f 01 00"]) == plain)
        #expect(samples(["03 18 15 0b", "03 17 01 00"]) == plain)
    }

    // holds INT-21
    // registers AccelerometerBMI160 15
    @Test func `the offset block adds to the samples while it is on`() {
        func mean(_ packets: [String], _ signal: String) -> Vector3 {
            let bench = Bench(.metaMotionR, sensors: .realistic, isTraced: false)
            bench.write(all: packets + ["03 02 01 00", "13 02 01 00", "\(signal) 01"])
            bench.write(all: ["03 01 01", "13 01 01"])
            bench.run(milliseconds: 1_000)
            var sum = Vector3.zero
            let heard = bench.link.heard
            for packet in heard {
                func axis(_ n: Int) -> Double {
                    Double(
                        Int16(
                            bitPattern: UInt16(packet[2 + 2 * n]) | UInt16(packet[3 + 2 * n]) << 8))
                }
                sum += Vector3(axis(0), axis(1), axis(2))
            }
            return sum * (1 / Double(max(1, heard.count)))
        }
        let plain = mean([], "03 04")
        #expect((mean(["03 15 10 f0 20 00 00 00 00"], "03 04") - plain).length < 0.001)
        let moved = mean(["03 15 10 f0 20 00 00 00 40"], "03 04") - plain
        // 16, -16 and 32 steps of 3.9 mg, 16384 counts a g.
        #expect((moved - Vector3(16, -16, 32) * (0.0039 * 16384)).length < 2)
        let turned = mean(["03 15 00 00 00 10 f0 00 8c"], "13 05") - mean([], "13 05")
        // 16, -16 (ten bits) and 0 steps of 0.061 °/s, 16.4 counts each.
        #expect((turned - Vector3(16, -16, 0) * (0.061 * 16.4)).length < 1.5, "\(turned)")
        // A reset takes both back.
        let bench = Bench(.metaMotionR)
        let hardware = bench.board.hardware
        bench.write("03 15 10 00 00 10 00 00 c0")
        #expect(hardware.accelerometer.compensation != .zero)
        #expect(hardware.gyroscope.compensation != .zero)
        bench.board.brownOut()
        bench.run(milliseconds: 3_000)
        #expect(hardware.accelerometer.compensation == .zero)
        #expect(hardware.gyroscope.compensation == .zero)
    }
}
