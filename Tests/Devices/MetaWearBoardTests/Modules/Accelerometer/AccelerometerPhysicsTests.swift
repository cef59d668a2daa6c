import Foundation
import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// What the interrupts make of scripted bodies, seen by realistic sensors: each fires on its motion
/// and on no other.
@Suite struct AccelerometerPhysicsTests {
    /// The three chips of Bosch's first kind: its board, its fastest useful rate at ±16 g.
    static let boards: [(BoardProfile, String)] = [
        (.metaMotionR, "03 03 2a 0c"), (.metaDetector, "03 03 0d 0c"),
    ]

    // holds PHY-01
    @Test(arguments: [0, 1], [0, 1, 2])
    func `a tap of 3 g taps, one of 1 g does not`(_ board: Int, _ specimen: Int) {
        let (profile, config) = Self.boards[board]
        let bench = Bench(profile, sensors: .realistic, isTraced: false, specimen: specimen)
        bench.write(all: [config, "03 0d 04 04", "03 0c 02 00", "03 0e 01", "03 01 01"])
        bench.move(.pause(1))
        bench.move(.tap(Tap(peak: 1)))
        #expect(bench.take() == [])
        bench.move(.tap(Tap(peak: 3)))
        let single = bench.take()
        #expect(single == ["03 0e 12"] || single == ["03 0e 32"], "\(single)")
        bench.move(.tap(Tap(peak: 3, direction: Vector3(1, 0, 0))))
        let sideways = bench.take()
        #expect(sideways == ["03 0e 06"] || sideways == ["03 0e 26"], "\(sideways)")
        bench.write("03 0c 01 02")
        bench.move(.tap(Tap(peak: 3, count: 2, spacing: 0.2)))
        #expect(bench.take().count == 1)
        bench.move(.tap(Tap(peak: 3, count: 2, spacing: 0.6)))
        #expect(bench.take() == [])
        bench.write("03 0c 02 01")
        bench.move(.walk(Walk(steps: 20)), .tilt(Tilt(pitch: 1)), .shake(Shake()))
        #expect(bench.take() == [])
    }

    // holds PHY-02
    @Test(arguments: [0, 1])
    func `a fall and a throw are low-g, a walk is not`(_ board: Int) {
        let (profile, config) = Self.boards[board]
        let bench = Bench(profile, sensors: .realistic, isTraced: false)
        bench.write(all: [config, "03 07 07 40 85 0b c0", "03 06 08 00", "03 08 01", "03 01 01"])
        bench.move(.walk(Walk(steps: 20)), .shake(Shake(peak: 0.5)), .tilt(Tilt(roll: 2)))
        #expect(bench.take() == [])
        bench.move(.freeFall(FreeFall(height: 1)))
        #expect(bench.take() == ["03 08 02"])
        bench.move(.throw(Throw(height: 0.5)))
        #expect(bench.take() == ["03 08 02"])
    }

    // holds PHY-03
    @Test(arguments: [0, 1])
    func `a hard shake is high-g along its axis, a soft one is not`(_ board: Int) {
        let (profile, config) = Self.boards[board]
        let bench = Bench(profile, sensors: .realistic, isTraced: false)
        bench.write(all: [config, "03 07 07 30 41 05 20", "03 06 07 00", "03 08 01", "03 01 01"])
        bench.move(.shake(Shake(peak: 1.5)), .walk(Walk(steps: 20)))
        #expect(bench.take() == [])
        bench.move(.shake(Shake(peak: 4, axis: .yAxis)))
        let heard = Set(bench.take())
        #expect(heard == ["03 08 09", "03 08 29"], "\(heard)")
    }

    // holds PHY-04
    @Test(arguments: [0, 1], [0, 1, 2])
    func `any motion fires on a shake, no motion on rest`(_ board: Int, _ specimen: Int) {
        let profile = Self.boards[board].0
        let bench = Bench(profile, sensors: .realistic, isTraced: false, specimen: specimen)
        let configs =
            board == 0
            ? ["03 03 28 05", "03 0a 05 14 14 15", "03 09 3f 00"]
            : ["03 03 0a 05", "03 0a 05 14 14", "03 09 7f 00"]
        bench.write(all: configs + ["03 0b 01", "03 01 01"])
        // Two and a half seconds, or two: the default threshold of 20 steps is 156 mg.
        bench.move(.pause(4))
        #expect(bench.take() == ["03 0b 04"])
        bench.move(.pause(10))
        #expect(bench.take() == [])
        bench.move(.shake(Shake(peak: 1.5, axis: .yAxis)), .pause(4))
        let heard = bench.take()
        #expect(heard.first == "03 0b 12" || heard.first == "03 0b 52", "\(heard)")
        #expect(heard.last == "03 0b 04")
        bench.move(.tilt(Tilt(pitch: 0.3, duration: 4)))
        #expect(bench.take() == [], "a slow turn has small slopes")
    }

    // holds PHY-05
    @Test func `a walk is significant motion, a nudge is not`() {
        let bench = Bench(.metaMotionR, sensors: .realistic, isTraced: false)
        bench.write(all: ["03 0a 00 14 14 36", "03 09 07 00", "03 0b 01", "03 01 01"])
        bench.move(.pause(5), .shake(Shake(duration: 0.5)), .pause(10))
        #expect(bench.take() == [])
        bench.move(.walk(Walk(steps: 16)))
        #expect(Set(bench.take()) == ["03 0b 01"])
        let later = Bench(sensors: .realistic, isTraced: false)
        later.write(all: ["03 07 01 00", "03 06 01 00", "03 09 01", "03 01 01"])
        later.move(
            .pause(20), .shake(Shake(duration: 0.5)), .pause(10), .tilt(Tilt(roll: 1)), .pause(5),
            .vibration(Vibration(frequency: 30, duration: 20)))
        #expect(later.take() == [])
        later.move(.walk(Walk(steps: 30)))
        #expect(later.take() == ["03 09 01"])
    }

    // holds PHY-06
    @Test(arguments: [0, 1], [0, 1, 2])
    func `turns of the board change orientation and flatness`(_ board: Int, _ specimen: Int) {
        let bench = Bench(
            Self.boards[board].0, sensors: .realistic, isTraced: false, specimen: specimen)
        bench.write(all: [
            "03 0f 01 00", "03 11 01", "03 12 01 00", "03 14 01", "03 01 01",
        ])
        // Bit 2 is set from module revision 2 on.
        let (flat, tilted) = board == 0 ? ("07", "03") : ("03", "01")
        bench.move(.pause(3))
        #expect(
            bench.take() == ["03 14 \(flat)"], "flat from the start, and the direction is blocked")
        // Its y axis up: landscape right in the chip's words.
        bench.move(.tilt(Tilt(pitch: 1.2)), .pause(3))
        #expect(bench.take().sorted() == ["03 11 07", "03 14 \(tilted)"])
        // Right side down: x points down.
        bench.move(.tilt(Tilt(roll: 1.2)), .pause(1))
        #expect(bench.take() == ["03 11 03"])
        bench.move(.tilt(Tilt(roll: 1.9)), .pause(1))
        #expect(bench.take() == ["03 11 0b"])
        bench.move(.tilt(Tilt(roll: -1.2)), .pause(1))
        #expect(bench.take().last == "03 11 01")
        bench.move(.tilt(Tilt()), .pause(3))
        #expect(bench.take() == ["03 14 \(flat)"])
        bench.move(.shake(Shake(peak: 0.2)), .vibration(Vibration()))
        #expect(bench.take() == [])
    }

    // holds PHY-07
    @Test(arguments: [0, 1, 2])
    func `the BMI270's any and no motion follow a shake and rest`(_ specimen: Int) {
        let bench = Bench(sensors: .realistic, isTraced: false, specimen: specimen)
        // No motion after five seconds.
        bench.write(all: [
            "03 08 02 fa e0 90 30", "03 07 60 00", "03 06 60 00", "03 09 01", "03 01 01",
        ])
        bench.move(.pause(6))
        #expect(bench.take() == ["03 09 02"])
        bench.move(.shake(Shake(frequency: 1.5, duration: 3)), .pause(6))
        let heard = bench.take()
        #expect(heard.first == "03 09 04")
        #expect(heard.last == "03 09 02")
        #expect(heard.filter { $0 == "03 09 02" }.count == 1)
    }

    /// A turn of the arm that ends with the face seen, and others.
    static let raises: [([Move], wakes: Bool)] = [
        ([.tilt(Tilt(pitch: 0.4, duration: 0.5)), .pause(1)], true),
        ([.tilt(Tilt(pitch: 0.4, duration: 6)), .pause(1)], false),
        ([.tilt(Tilt(roll: -0.8, duration: 0.5)), .pause(1)], false),
        ([.tilt(Tilt(pitch: -0.4, duration: 0.5)), .pause(1)], false),
        ([.shake(Shake(axis: .zAxis)), .pause(1)], false),
    ]

    // holds PHY-08
    // registers AccelerometerBMI270 0a
    @Test(arguments: 0..<5, [0, 1])
    func `raising the arm wakes, if it ends in focus`(_ raise: Int, _ specimen: Int) {
        let bench = Bench(sensors: .realistic, isTraced: false, specimen: specimen)
        bench.write(all: ["03 07 08 00", "03 06 08 00", "03 0a 01", "03 01 01"])
        // The arm hangs: x along the forearm points down.
        bench.body.script = ScriptedBody(
            orientation: Quaternion(heading: 0, pitch: 0, roll: 1.4))
        bench.run(milliseconds: 3_000)
        #expect(bench.take() == [])
        for move in Self.raises[raise].0 { bench.move(move) }
        #expect(bench.take() == (Self.raises[raise].wakes ? ["03 0a 01"] : []))
    }

    // holds PHY-09
    // registers AccelerometerBMI270 08
    @Test func `the angles of the wake-up are those of its bank`() {
        for (bank, wakes) in [
            ("03 08 09 a8 05 ee 06 00 04 bc 02 b3 00 85 07", true),
            // Pitch up at most 5 degrees: 23 are out of focus.
            ("03 08 09 a8 05 ee 06 00 04 bc 02 b3 00 b3 00", false),
            // An attitude change of 90 degrees or more (cosine 0): 85 are too few.
            ("03 08 09 a8 05 00 00 00 04 bc 02 b3 00 85 07", false),
        ] {
            let bench = Bench()
            bench.write(all: [bank, "03 07 08 00", "03 06 08 00", "03 0a 01", "03 01 01"])
            bench.body.script = ScriptedBody(
                orientation: Quaternion(heading: 0, pitch: 0, roll: 1.3))
            bench.run(milliseconds: 3_000)
            bench.move(.tilt(Tilt(pitch: 0.4, duration: 0.5)), .pause(1))
            #expect(bench.take() == (wakes ? ["03 0a 01"] : []), "\(bank)")
        }
    }

    /// Gestures of a left arm, face up before them unless they pivot; and their codes.
    static let gestures: [(roll: Double, [Move], code: UInt8?)] = [
        (0, [.tilt(Tilt(roll: 1.4, duration: 0.6))], 1),
        (1.4, [.tilt(Tilt(duration: 0.6))], 2),
        (0, [.shake(Shake(peak: 2, frequency: 2, axis: .yAxis, duration: 2))], 3),
        (0, [.tilt(Tilt(pitch: 0.2, duration: 1))], nil),
        (0, [.pause(3)], nil),
    ]

    // holds PHY-10
    @Test(arguments: 0..<5, [0, 1])
    func `gestures of the wrist have their codes`(_ row: Int, _ specimen: Int) {
        let (roll, moves, code) = Self.gestures[row]
        for quirks in [Set<Quirk>(), [.wristKindFromZero]] {
            let bench = Bench(
                quirks: quirks, sensors: .realistic, isTraced: false, specimen: specimen)
            bench.write(all: ["03 07 10 00", "03 06 10 00", "03 0a 01", "03 01 01"])
            bench.body.script = ScriptedBody(
                orientation: Quaternion(heading: 0, pitch: 0, roll: roll))
            bench.run(milliseconds: 2_000)
            #expect(bench.take() == [])
            for move in moves { bench.move(move) }
            bench.run(milliseconds: 1_000)
            let kind: UInt8 = quirks.isEmpty ? 2 : 1
            let expected = code.map { ["03 0a " + Hex.text([kind | $0 << 2])] } ?? []
            #expect(bench.take() == expected)
        }
    }

    // holds PHY-11
    // registers AccelerometerBMI270 08
    @Test func `a flick goes in or out by its side and the arm`() {
        for (side, arm, code) in [(1.0, "05", 4), (-1.0, "05", 5), (1.0, "15", 5), (-1.0, "15", 4)]
        {
            let bench = Bench()
            bench.write(all: [
                "03 08 08 \(arm) 00 ee 06 04 00 c8 00", "03 07 10 00", "03 06 10 00", "03 0a 01",
                "03 01 01",
            ])
            let flick = bench.board.now.nanoseconds + 1_000_000_000
            bench.body.course = { time in
                let since = time.nanoseconds - flick
                return Vector3(0, since > 0 && since < 120_000_000 ? 1.2 * side : 0, 1)
            }
            bench.run(milliseconds: 3_000)
            #expect(bench.take() == ["03 0a " + Hex.text([2 | UInt8(code) << 2])], "\(side) \(arm)")
        }
    }

    // holds PHY-12 QRK-wrist-kind-from-zero
    @Test func `a wake-up is coded 1, or 0 with the quirk`() {
        for (quirks, byte) in [(Set<Quirk>(), "01"), ([.wristKindFromZero], "00")] {
            let bench = Bench(quirks: quirks)
            bench.write(all: ["03 07 08 00", "03 06 08 00", "03 0a 01", "03 01 01"])
            bench.body.script = ScriptedBody(
                orientation: Quaternion(heading: 0, pitch: 0, roll: 1.4))
            bench.run(milliseconds: 3_000)
            bench.move(.tilt(Tilt(pitch: 0.4, duration: 0.5)), .pause(1))
            #expect(bench.take() == ["03 0a \(byte)"])
        }
    }

    // holds PHY-13
    @Test func `interrupts reach loggers, and go on without a central`() {
        let bench = Bench(.metaMotionR)
        // A logger of one byte of the motion interrupt, and logging on.
        bench.write(all: ["0b 02 03 0b ff 00", "0b 01 01", "03 09 07 00", "03 01 01"])
        bench.disconnect()
        let before = bench.log.entries
        bench.move(.shake(Shake()))
        let logged = bench.log.entries
        #expect(logged > before)
        // The step counter feeds a logger by a silent read.
        bench.connect()
        bench.write(all: ["0b 02 03 da ff 20", "03 09 00 7f", "03 9a", "03 da"])
        #expect(bench.log.entries == logged + 1)
    }

    // holds PHY-14
    @Test func `currents follow power, mode and rate`() {
        func current(
            _ profile: BoardProfile, _ packets: [String], of id: UInt8 = 0x03
        ) -> Double {
            let bench = Bench(profile)
            bench.write(all: packets)
            let module = bench.board.modules.first { $0.id == id }?.module
            return module?.current(on: bench.board) ?? -1
        }
        let rows: [(BoardProfile, [String], Double)] = [
            (.metaMotionR, [], 3), (.metaMotionR, ["03 01 01"], 180),
            (.metaMotionR, ["03 01 02"], 18),
            (.metaMotionR, ["03 01 01", "03 18 15 0b"], 185),
            (.metaMotionS, [], 3.5), (.metaMotionS, ["03 01 01"], 150),
            (.metaMotionS, ["03 01 01", "03 06 02 00"], 170),
            (.metaDetector, [], 2.1), (.metaDetector, ["03 01 01"], 130),
            (.metaDetector, ["03 01 02"], 6.5),
            (.metaWearR, [], 1.8), (.metaWearR, ["03 01 01"], 44),
            (.metaWearR, ["03 03 00 00 00 00 00", "03 01 01"], 165),
            (.metaWearR, ["03 03 00 00 20 00 00", "03 01 01"], 24),
        ]
        for (profile, packets, microamperes) in rows {
            #expect(current(profile, packets) == microamperes, "\(profile) \(packets)")
        }
        let gyroscopes: [(BoardProfile, [String], Double)] = [
            (.metaMotionR, [], 0), (.metaMotionR, ["13 01 01"], 850),
            (.metaMotionR, ["13 01 01", "03 01 01"], 925 - 180),
            (.metaMotionR, ["13 01 01", "03 01 02"], 850), (.metaMotionR, ["13 01 03"], 500),
            (.metaMotionS, ["13 01 01", "03 01 01"], 685 - 150), (.metaMotionS, ["13 01 02"], 420),
        ]
        for (profile, packets, microamperes) in gyroscopes {
            let seen = current(profile, packets, of: 0x13)
            #expect(seen == microamperes, "\(profile) \(packets)")
        }
    }
}
