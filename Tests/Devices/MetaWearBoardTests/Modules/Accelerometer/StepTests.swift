import Checkout
import Foundation
import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Steps of scripted walks, seen by realistic sensors.
@Suite struct StepTests {
    static let walks: [Walk] = [
        Walk(cadence: 1.4, steps: 100, bounce: 0.03, impact: 0.3, armSwing: 0.3),
        Walk(cadence: 1.7, steps: 100, bounce: 0.04, impact: 0.4),
        Walk(cadence: 1.9, steps: 100), Walk(cadence: 1.9, steps: 100, armSwing: 0),
        Walk(cadence: 2.2, steps: 100, bounce: 0.05, impact: 0.6, armSwing: 0.4),
        Walk(cadence: 2.8, steps: 100, stepLength: 1.1, bounce: 0.08, impact: 1.2, armSwing: 0.4),
        Walk(cadence: 3.0, steps: 100, stepLength: 1.3, bounce: 0.07, impact: 1.5, armSwing: 0),
    ]

    static func count(_ bench: Bench, _ read: String) -> Int {
        let bytes = bench.ask(read).last.flatMap { Hex.bytes($0) } ?? []
        return bytes.count == 4 ? Int(bytes[2]) | Int(bytes[3]) << 8 : -1
    }

    // holds STP-01
    // registers AccelerometerBMI160 18 1a
    @Test(.slow, arguments: walks.indices, [0, 1, 2])
    func `the BMI160 counts a walk within five in a hundred`(_ walk: Int, _ specimen: Int) {
        for mode in specimen == 0 ? ["15 0b", "2d 08", "1d 0f"] : ["15 0b"] {
            let bench = Bench(
                .metaMotionR, sensors: .realistic, isTraced: false, specimen: specimen)
            bench.write(all: ["03 03 28 08", "03 18 \(mode)", "03 01 01"])
            bench.move(.pause(2), .walk(Self.walks[walk]), .pause(2))
            let steps = Self.count(bench, "03 9a")
            #expect((95...105).contains(steps), "\(steps) steps with \(mode)")
        }
    }

    // holds STP-02
    // registers AccelerometerBMI270 0b
    @Test(.slow, arguments: walks.indices, [0, 1, 2])
    func `the BMI270 counts a walk within five in a hundred`(_ walk: Int, _ specimen: Int) {
        let bench = Bench(sensors: .realistic, isTraced: false, specimen: specimen)
        bench.write(all: ["03 07 02 00", "03 06 02 00", "03 01 01"])
        bench.move(.pause(2), .walk(Self.walks[walk]), .pause(2))
        let steps = Self.count(bench, "03 8b")
        #expect((95...105).contains(steps), "\(steps) steps")
    }

    // holds STP-03
    // registers AccelerometerBMI160 17 19
    @Test func `rest, a shaken table and a turn are no steps`() {
        let moves: [Move] = [
            .pause(60),
            .vibration(Vibration(frequency: 8, peak: 0.08, duration: 20)),
            .vibration(Vibration(frequency: 15, peak: 0.3, axis: .xAxis, duration: 20)),
            .shake(Shake(peak: 0.15, frequency: 6, duration: 10)),
            .tilt(Tilt(pitch: 0.8, roll: 0.5, duration: 2)), .tilt(Tilt(duration: 2)),
        ]
        for (profile, read, setUp) in [
            (BoardProfile.metaMotionR, "03 9a", ["03 18 15 0b", "03 17 01 00", "03 19 01"]),
            (.metaMotionS, "03 8b", ["03 07 82 00", "03 06 82 00", "03 0b 01"]),
        ] {
            let bench = Bench(profile, sensors: .realistic, isTraced: false)
            bench.write(all: setUp + ["03 01 01"])
            for move in moves {
                bench.move(move)
                #expect(bench.take() == [], "\(move)")
            }
            #expect(Self.count(bench, read) == 0)
        }
    }

    // holds STP-04
    // registers AccelerometerBMI160 17 18 19 1a 1b
    @Test func `the BMI160's detector, counter, silent read and reset`() {
        let bench = Bench(.metaMotionR)
        bench.write(all: ["03 18 15 0b", "03 19 01", "03 17 01 00", "03 01 01"])
        bench.move(.walk(Walk(steps: 43)))
        let heard = bench.take()
        #expect((40...46).contains(heard.count))
        #expect(Set(heard) == ["03 19 01"])
        #expect(Self.count(bench, "03 9a") == heard.count)
        #expect(bench.ask("03 da") == [])
        for reset in ["03 1b", "03 1b 01"] {
            bench.move(.walk(Walk(steps: 10)))
            bench.write(reset)
            _ = bench.take()
            #expect(bench.ask("03 9a") == ["03 9a 00 00"])
        }
        bench.write("03 17 00 01")
        bench.move(.walk(Walk(steps: 20)))
        #expect(bench.take() == [])
        #expect(Self.count(bench, "03 9a") > 15, "the counter goes on")
        bench.write("03 18 15 03")
        let before = Self.count(bench, "03 9a")
        bench.move(.walk(Walk(steps: 20)))
        #expect(Self.count(bench, "03 9a") == before, "counter off")
    }

    // holds STP-05
    // registers AccelerometerBMI160 18
    @Test func `a few steps do not count, and slow sampling sees none`() {
        for (mode, steps, counts) in [("1d 0f", 6, false), ("2d 08", 6, true), ("1d 0f", 20, true)]
        {
            let bench = Bench(.metaMotionR)
            bench.write(all: ["03 18 \(mode)", "03 01 01"])
            bench.move(.walk(Walk(steps: steps)))
            #expect((Self.count(bench, "03 9a") > 0) == counts, "\(steps) in \(mode)")
        }
        for (rate, counts) in [("26", true), ("25", false)] {
            let bench = Bench(.metaMotionR)
            bench.write(all: ["03 03 \(rate) 08", "03 18 15 0b", "03 01 01"])
            bench.move(.walk(Walk(steps: 50)))
            #expect((Self.count(bench, "03 9a") > 45) == counts)
        }
    }

    // holds STP-06
    // registers AccelerometerBMI160 18
    @Test func `the threshold of the sensitive mode takes a softer walk than the robust one`() {
        let soft = Walk(cadence: 1.8, steps: 60, bounce: 0.005, sway: 0, impact: 0.02, armSwing: 0)
        let counts = ["2d 08", "1d 0f"].map { mode in
            let bench = Bench(.metaMotionR)
            bench.write(all: ["03 18 \(mode)", "03 01 01"])
            bench.move(.walk(soft))
            return Self.count(bench, "03 9a")
        }
        #expect(counts[0] > 50)
        #expect(counts[1] == 0)
    }

    // holds STP-07
    // registers AccelerometerBMI270 06 07 08 0b
    @Test func `the BMI270 tells every watermark, and its detector every step`() {
        let bench = Bench()
        bench.write(all: [
            "03 07 02 00", "03 06 02 00", "03 08 07 00 0e 01 00", "03 0b 01", "03 01 01",
        ])
        bench.move(.walk(Walk(steps: 50)))
        #expect(bench.take() == ["03 0b 14 00", "03 0b 28 00"])
        #expect((47...53).contains(Self.count(bench, "03 8b")))
        // The reset bit comes back cleared.
        bench.write("03 08 07 00 0e 01 04")
        #expect(bench.ask("03 8b") == ["03 8b 00 00"])
        #expect(bench.ask("03 88 07") == ["03 88 07 00 0e 01 00"])
        bench.write("03 08 07 00 0e 00 00")
        bench.move(.walk(Walk(steps: 30)))
        #expect(bench.take() == [], "watermark 0 tells nothing")
        bench.write(all: ["03 07 00 02", "03 06 00 02", "03 07 80 00", "03 06 80 00"])
        let before = bench.ask("03 8b")
        bench.move(.walk(Walk(steps: 30)))
        let heard = bench.take()
        #expect((27...33).contains(heard.count))
        #expect(Set(heard) == ["03 0b 01"])
        #expect(bench.ask("03 8b") == before, "the counter is off")
    }

    // holds STP-08
    // registers AccelerometerBMI270 06 07 0c
    @Test func `activity follows standing, walking and running`() {
        for specimen in 0..<3 {
            let bench = Bench(sensors: .realistic, isTraced: false, specimen: specimen)
            bench.write(all: ["03 07 04 00", "03 06 04 00", "03 0c 01", "03 01 01"])
            bench.move(.pause(5))
            #expect(bench.take() == [])
            bench.move(.walk(Walk(steps: 30)))
            #expect(bench.take() == ["03 0c 02"])
            bench.move(.walk(Self.walks[5]))
            #expect(bench.take() == ["03 0c 04"])
            bench.move(.pause(8))
            #expect(bench.take() == ["03 0c 00"])
        }
    }

    /// A walk at random, how the board lies in its pocket, and what it should count.
    struct RandomWalk {
        let walk: Walk
        let pose: Quaternion
        let round: Int

        init(_ round: Int, _ random: inout RandomStream) {
            func between(_ low: Double, _ high: Double) -> Double {
                low + (high - low) * random.uniform()
            }
            self.round = round
            let cadence = between(1.3, 2.2)
            walk = Walk(
                cadence: cadence, steps: 80, bounce: between(0.03, 0.06), sway: between(0, 0.05),
                impact: between(0.2, 0.8), armSwing: round % 4 < 2 ? 0 : between(0.1, 0.4))
            // In a pocket it lies as it will; an arm hangs.
            let lean = walk.armSwing == 0 ? 1.0 : 0
            pose = Quaternion(
                heading: between(-3, 3), pitch: lean * between(-1.5, 1.5),
                roll: lean * between(-3, 3))
        }

        /// What a BMI160 counts in even rounds and a BMI270 in odd ones.
        var counted: Int {
            let bench = Bench(
                round % 2 == 0 ? .metaMotionR : .metaMotionS, sensors: .realistic,
                isTraced: false, specimen: round)
            bench.write(all: ["03 18 15 0b", "03 07 02 00", "03 06 02 00", "03 01 01"])
            bench.body.script = ScriptedBody(orientation: pose)
            bench.move(.pause(1), .walk(walk), .pause(1))
            return StepTests.count(bench, round % 2 == 0 ? "03 9a" : "03 8b")
        }
    }

    // holds STP-09
    @Test(.slow) func `any walk of any specimen counts (fuzz)`() {
        // `FUZZ_ROUNDS` counts writes; the 250,000 of the fuzz stage are 10,000 walks.
        let rounds = max(
            (Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 0) / 25, 100)
        var random = RandomStream(seed: 3, purpose: "fuzz/steps")
        var worst = 0
        for round in 0..<rounds {
            let walk = RandomWalk(round, &random)
            let steps = walk.counted
            worst = max(worst, abs(steps - 80))
            #expect((77...83).contains(steps), "\(walk.walk) in round \(round)")
        }
        #expect(worst <= 3)
    }

    // holds STP-09
    @Test(.slow) func `a swinging arm that cancels the bounce of a soft walk hides no step`() {
        // The rounds of 10,000 in which only the heels told the steps.
        let hard = [
            1263, 1999, 2738, 3755, 4182, 5426, 6558, 6806, 7547, 7866, 8854,
        ]
        var random = RandomStream(seed: 3, purpose: "fuzz/steps")
        for round in 0...8854 {
            let walk = RandomWalk(round, &random)
            guard hard.contains(round) else { continue }
            let steps = walk.counted
            #expect((79...81).contains(steps), "round \(round)")
        }
    }
}
