import Checkout
import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// The clock of the chip that samples acceleration and rotation (protocol, real boards 4).
@Suite struct ChipClockTests {
    static let acceleration = ["03 03 28 0c", "03 02 01 00", "03 01 01"]
    static let rotation = ["13 03 28 00", "13 02 01 00", "13 01 01"]

    static func times(_ bench: Bench, _ module: UInt8, _ register: UInt8) -> () -> [Instant] {
        final class Times { var list: [Instant] = [] }
        let times = Times()
        bench.outlet(module, register)?.observer = { time, _, _ in times.list.append(time) }
        return { times.list }
    }

    static func hertz(_ times: [Instant]) -> Double {
        guard let first = times.first, let last = times.last, last > first else { return 0 }
        return Double(times.count - 1) / (last - first).seconds
    }

    // holds CLK-06
    @Test func `a specimen's chip is 1.3 % slow to 0.7 % fast, both sensors alike`() {
        var speeds: [Double] = []
        for specimen in 0..<100 {
            let bench = Bench(
                .metaMotionR, sensors: .realistic, isTraced: false, specimen: specimen)
            let speed = bench.board.hardware.chipClock.fast
            speeds.append(speed)
            guard specimen < 5 else { continue }
            let (accelerations, rotations) = (
                Self.times(bench, 0x03, 0x04), Self.times(bench, 0x13, 0x05)
            )
            bench.write(all: Self.rotation + Self.acceleration)
            bench.run(milliseconds: 20_000)
            #expect(abs(Self.hertz(accelerations()) / 100 - 1 - speed) < 1e-6)
            #expect(Array(rotations().suffix(1000)) == Array(accelerations().suffix(1000)))
        }
        #expect(speeds.allSatisfy { $0 > -0.013_01 && $0 < 0.007_01 })
        #expect(speeds.min() ?? 0 < -0.012 && speeds.max() ?? 0 > 0.006)
        // Those of four boards: 50.240, 49.381 and 50.181 of 50 Hz, 201.31 of 200 Hz.
        for real in [0.0048, -0.01238, 0.0036, 0.00655] {
            #expect(ChipClock.range.contains(real))
        }
    }

    // holds CLK-06
    @Test func `the same specimen has the same clock, after a reset too`() {
        let speeds = [0, 0, 1].map { specimen in
            let bench = Bench(sensors: .realistic, isTraced: false, specimen: specimen)
            let times = Self.times(bench, 0x03, 0x04)
            bench.write("fe 01")
            bench.run(milliseconds: 2_000)
            bench.connect()
            bench.write(all: ["03 03 a8 02", "03 02 01 00", "03 01 01"])
            bench.run(milliseconds: 10_000)
            #expect(abs(Self.hertz(times()) / 100 - 1 - bench.board.hardware.chipClock.fast) < 1e-6)
            return Self.hertz(times())
        }
        #expect(speeds[0] == speeds[1])
        #expect(speeds[0] != speeds[2])
    }

    // holds CLK-06
    @Test(.slow, arguments: [0x26, 0x27, 0x28, 0x29, 0x2B] as [UInt8])
    func `at any two rates the samples of both sensors coincide`(_ rate: UInt8) {
        let bench = Bench(
            .metaMotionR, sensors: .realistic, isTraced: false, chipFast: -0.0123)
        let (accelerations, rotations) = (
            Self.times(bench, 0x03, 0x04), Self.times(bench, 0x13, 0x05)
        )
        bench.write(all: Self.acceleration + ["13 03 2d 00", "13 02 01 00", "13 01 01"])
        bench.write([0x03, 0x03, rate, 0x0C])
        bench.run(milliseconds: 10_000)
        // 3200 Hz has a sample wherever a slower rate has one.
        let rotated = Set(rotations().map(\.nanoseconds))
        let late = accelerations().suffix(200)
        #expect(late.count == 200)
        #expect(late.allSatisfy { rotated.contains($0.nanoseconds) })
    }

    // holds CLK-06
    @Test(
        arguments: [
            (SensorQuality.ideal, nil, 0.0), (.ideal, 0.004, 0.004), (.realistic, 0.0, 0.0),
            (.realistic, -0.02, -0.02), (.realistic, 7, 0.1), (.realistic, .nan, 0),
        ] as [(SensorQuality, Double?, Double)])
    func `ideal chips are exact, and a speed that is given counts`(
        _ quality: SensorQuality, _ fast: Double?, _ expected: Double
    ) {
        let bench = Bench(.metaMotionR, sensors: quality, isTraced: false, chipFast: fast)
        let times = Self.times(bench, 0x03, 0x04)
        bench.write(all: Self.acceleration)
        bench.run(milliseconds: 10_000)
        #expect(abs(Self.hertz(times()) / 100 - 1 - expected) < 4e-6)
        if expected == 0 { #expect(abs(Self.hertz(times()) - 100) < 1e-9) }
    }

    // holds CLK-06 BAR-04
    @Test func `other chips and the firmware's timers know nothing of it`() {
        let bench = Bench(.metaMotionR, isTraced: false, chipFast: -0.013)
        let (fields, pressures) = (Self.times(bench, 0x15, 0x05), Self.times(bench, 0x12, 0x01))
        bench.write(all: [
            "15 01 00", "15 03 05", "15 02 01 00", "15 01 01", "12 03 2c 40", "12 04 01 01",
        ])
        bench.run(milliseconds: 30_000)
        #expect(abs(Self.hertz(fields()) - 20) < 1e-6)
        #expect(abs(Self.hertz(pressures()) - 7.369) < 0.001)
    }

    // holds CLK-06 CLK-03
    @Test(
        arguments: [(nil, 0.0), (-0.013, 0), (0.007, 0), (nil, 1000), (nil, -1000), (0.007, 900)]
            as [(Double?, Double)])
    func `the feature engine samples by the same clock`(_ fast: Double?, _ drift: Double) {
        let bench = Bench(
            .metaMotionR, isTraced: false, chipFast: fast, clockDrift: drift)
        var samples = 0
        bench.body.course = { _ in
            samples += 1
            return Vector3(0, 0, 1)
        }
        bench.write(all: ["03 03 28 0c", "03 18 15 0b", "03 01 01"])
        samples = 0
        bench.run(milliseconds: 100_000)
        let expected = 5_000 * (1 + (fast ?? 0)) * (1 + drift * 1e-6)
        #expect(abs(Double(samples) - expected) <= 2)
    }
}
