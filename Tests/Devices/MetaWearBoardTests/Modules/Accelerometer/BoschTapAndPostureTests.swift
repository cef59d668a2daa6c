import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Taps, orientation and flatness of BMI160 and BMA255, on steps of an ideal acceleration.
@Suite struct BoschTapAndPostureTests {
    // holds INT-13
    // registers AccelerometerBMI160 0c 0d 0e
    // registers AccelerometerBMA255 0c 0d 0e
    @Test(arguments: BoschInterruptTests.jumps)
    func `single and double tap tell axis and sign of the first slope`(
        _ row: (Vector3, motion: String, high: String, tap: String)
    ) {
        for (profile, config) in [
            (BoardProfile.metaMotionR, "03 03 2a 0c"), (.metaDetector, "03 03 0d 0c"),
        ] {
            let bench = Bench(profile)
            bench.write(all: [config, "03 0d 04 04", "03 0c 02 00", "03 0e 01", "03 01 01"])
            func knock() {
                bench.feel(row.0.x, row.0.y, row.0.z, milliseconds: 5)
                bench.feel(0, 0, 0, milliseconds: 195)
            }
            bench.feel(0, 0, 0, milliseconds: 100)
            knock()
            #expect(bench.take() == ["03 0e \(row.tap)"])
            bench.run(milliseconds: 500)
            bench.write("03 0c 01 02")
            knock()
            knock()
            let double = Hex.text([(Hex.bytes(row.tap) ?? [0])[0] ^ 3])
            #expect(bench.take() == ["03 0e \(double)"])
        }
    }

    /// Jolts of 3 g in milliseconds, the config, and what both enabled tell.
    static let knocks: [([Int64], String, [String])] = [
        ([0, 200], "04", ["06", "05"]),
        ([0, 400], "04", ["06", "06"]),
        // 80 ms and a window of 50.
        ([0, 120], "00", ["06", "05"]), ([0, 140], "00", ["06", "06"]),
        // 80 ms and a window of 700.
        ([0, 700], "07", ["06", "05"]), ([0, 800], "07", ["06", "06"]),
        // In the shock time it rings; in the quiet time it is no tap.
        ([0, 40], "04", ["06"]), ([0, 60], "04", []),
        // Shock 75 ms; quiet 20 ms after 50.
        ([0, 60], "44", ["06"]), ([0, 75], "84", ["06", "05"]), ([0, 75], "04", []),
    ]

    // holds INT-14
    // registers AccelerometerBMI160 0d
    @Test(arguments: knocks)
    func `taps keep to shock, quiet and window`(_ row: ([Int64], String, [String])) {
        let bench = Bench(.metaMotionR)
        bench.body.course = { time in
            let since = time.nanoseconds - 1_000_000_000
            let isOn = row.0.contains { since >= $0 * 1_000_000 && since < ($0 + 2) * 1_000_000 }
            return Vector3(isOn ? 3 : 0, 0, 1)
        }
        bench.write(all: [
            "03 03 2b 0c", "03 0d \(row.1) 04", "03 0c 03 00", "03 0e 01", "03 01 01",
        ])
        bench.run(milliseconds: 3_000)
        #expect(bench.take() == row.2.map { "03 0e \($0)" })
    }

    /// Attitudes and their bytes (protocol, sensors 5.3.4; the datasheet's table of conditions).
    static let attitudes: [(Vector3, String)] = [
        (Vector3(0.8, 0, 0.6), "01"), (Vector3(-0.8, 0, 0.6), "03"),
        (Vector3(0, -0.8, 0.6), "05"), (Vector3(0, 0.8, 0.6), "07"),
        (Vector3(0.8, 0, -0.6), "09"), (Vector3(-0.8, 0, -0.6), "0b"),
        (Vector3(0, -0.8, -0.6), "0d"), (Vector3(0, 0.8, -0.6), "0f"),
    ]

    // holds INT-15
    // registers AccelerometerBMI160 0f 10 11
    // registers AccelerometerBMA255 0f 10 11
    @Test(arguments: attitudes)
    func `orientation tells direction and face`(_ row: (Vector3, String)) {
        for profile in [BoardProfile.metaMotionR, .metaDetector] {
            let bench = Bench(profile)
            bench.body.acceleration = row.0 * -1
            bench.write(all: ["03 0f 01 00", "03 11 01", "03 01 01"])
            bench.run(milliseconds: 300)
            _ = bench.take()
            bench.feel(row.0.x, row.0.y, row.0.z, milliseconds: 300)
            #expect(bench.take() == ["03 11 \(row.1)"])
        }
    }

    // holds INT-16
    // registers AccelerometerBMI160 10
    @Test(arguments: [
        // Mode, angle from x towards y in degrees at which landscape begins without hysteresis.
        ("00", 45.0), ("01", 63.43), ("02", 26.57), ("03", 45.0),
    ])
    func `the mode moves the border to landscape`(_ mode: String, _ border: Double) {
        for (angle, isLandscape) in [(border - 2, false), (border + 2, true)] {
            let bench = Bench(.metaMotionR)
            bench.write(all: ["03 10 \(mode) 08", "03 0f 01 00", "03 11 01", "03 01 01"])
            bench.body.acceleration = Vector3(1, 0, 0)
            bench.run(milliseconds: 50)
            let (sine, cosine) = Elementary.sineAndCosine(turns: angle / 360)
            bench.feel(cosine, sine, 0, milliseconds: 50)
            #expect(bench.take() == (isLandscape ? ["03 11 07"] : []), "\(mode) at \(angle)°")
        }
    }

    // holds INT-17
    // registers AccelerometerBMI160 10
    @Test func `orientation is blocked when flat, moved hard or changing`() {
        let landscape = Vector3(0, 0.8, 0.6)
        // Blocking, what is felt, whether it counts.
        let rows: [(String, Vector3, Bool)] = [
            ("00", Vector3(0, 0.2, 0.98), true), ("04", Vector3(0, 0.2, 0.98), false),
            ("04", Vector3(0, 0.45, 0.9), true), ("00", landscape * 2, true),
            ("04", landscape * 2, false), ("08", landscape, true), ("0c", landscape, true),
        ]
        for (blocking, felt, counts) in rows {
            let bench = Bench(.metaMotionR)
            bench.write(all: ["03 10 \(blocking) 08", "03 0f 01 00", "03 11 01", "03 01 01"])
            bench.feel(1, 0, 0, milliseconds: 50)
            bench.feel(felt.x, felt.y, felt.z, milliseconds: 300)
            #expect(bench.take() == (counts ? ["03 11 07"] : []), "\(blocking) \(felt)")
        }
        // 100 ms of stability with blocking 3.
        let bench = Bench(.metaMotionR)
        bench.write(all: ["03 10 0c 08", "03 0f 01 00", "03 11 01", "03 01 01"])
        bench.feel(1, 0, 0, milliseconds: 50)
        bench.feel(0, 0.8, 0.6, milliseconds: 80)
        #expect(bench.take() == [])
        bench.run(milliseconds: 60)
        #expect(bench.take() == ["03 11 07"])
    }

    // holds INT-18
    // registers AccelerometerBMI160 12 13 14
    // registers AccelerometerBMA255 12 13 14
    @Test(arguments: [
        (BoardProfile.metaMotionROfMocks, "03", "01", 640), (.metaMotionR, "07", "03", 640),
        (.metaMotionRL, "07", "03", 640),
        (.metaDetector, "03", "01", 512),
    ])
    func `flat tells both changes after its hold time`(
        _ profile: BoardProfile, _ flat: String, _ tilted: String, _ hold: Int64
    ) {
        let bench = Bench(profile)
        bench.body.acceleration = Vector3(0, 0.8, 0.6)
        bench.write(all: ["03 12 01 00", "03 14 01", "03 01 01"])
        bench.run(milliseconds: 2_000)
        #expect(bench.take() == [])
        bench.feel(0, 0, 1, milliseconds: hold - 30)
        #expect(bench.take() == [])
        bench.run(milliseconds: 60)
        #expect(bench.take() == ["03 14 \(flat)"])
        // 19.5 degrees is the border; the hysteresis moves it by half a degree.
        bench.feel(0, 0.325, 0.946, milliseconds: 2_000)
        #expect(bench.take() == [])
        bench.feel(0, 0.37, 0.93, milliseconds: 2_000)
        #expect(bench.take() == ["03 14 \(tilted)"])
    }
}
