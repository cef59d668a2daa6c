import Simulation
import Testing

@testable import Motion

/// The gyroscope of a BMI270 as it leaves the factory (RB26-120, RB26-122).
struct UntrimmedSensorTests {
    /// What each of many specimens makes of a slow turn about an axis, and of rest.
    private static func specimens(
        _ specification: TriaxialSensorSpecification, _ count: Int
    ) throws -> (turns: [Double], rest: [Double]) {
        let environment = SimpleEnvironment()
        var (turns, rest): ([Double], [Double]) = ([], [])
        var quiet = specification
        (quiet.noiseDensity, quiet.biasInstability, quiet.misalignment) = (0, 0, 0)
        let turning = try ScriptedBody([.spin(Spin(rate: .pi, duration: 10))])
        for seed in 0..<count {
            let sensor = TriaxialSensor(
                quiet, random: RandomStream(seed: UInt64(seed), purpose: "specimen"))
            sensor.configure(.init(outputRate: 100, fullScale: 500, countsPerUnit: 65.6))
            let still = sensor.sample(ScriptedBody(), environment, at: .zero)
            let moving = sensor.sample(turning, environment, at: .zero + .seconds(5 as Int64))
            turns.append(abs((Double(moving.z) - Double(still.z)) / 65.6 / 180 - 1) * 360)
            rest.append(abs(Double(still.z)) / 65.6)
        }
        return (turns.sorted(), rest.sorted())
    }

    @Test func `a turn is some degrees wrong, with some parts 18`() throws {
        let (turns, _) = try Self.specimens(.bmi270Gyroscope, 1_000)
        #expect((1.5...4).contains(turns[500]), "\(turns[500])")
        #expect((10...18.5).contains(turns[970]), "\(turns[970])")
        #expect((17...19).contains(turns[999]), "\(turns[999])")
    }

    @Test func `some parts turn by three degrees a second at rest`() throws {
        let (_, rest) = try Self.specimens(.bmi270Gyroscope, 1_000)
        #expect((0.2...0.6).contains(rest[500]), "\(rest[500])")
        #expect((1.5...3.01).contains(rest[980]), "\(rest[980])")
        // Rounded to counts.
        #expect(rest[999] <= 3.01)
    }

    @Test func `a BMI160 is trimmed`() throws {
        let (turns, _) = try Self.specimens(.bmi160Gyroscope, 1_000)
        // Three standard deviations of 1 %.
        #expect(turns[970] < 9)
    }
}
