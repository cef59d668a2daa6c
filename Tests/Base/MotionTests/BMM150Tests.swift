import Simulation
import Testing

@testable import Motion

@Suite struct `Magnetometer chip` {
    let environment = SimpleEnvironment()
    let body = ScriptedBody()

    /// Repetitions, noise in µT and the highest rate in Hz of the presets (BST-BMM150-DS001).
    static let presets: [(xy: Int, z: Int, noise: Double, rate: Double)] = [
        (3, 3, 1.0, 300), (9, 15, 0.6, 100), (15, 27, 0.5, 60), (47, 83, 0.3, 20),
    ]

    // holds MAG-20
    @Test(arguments: presets)
    func `repetitions make the noise and take their time`(
        _ row: (xy: Int, z: Int, noise: Double, rate: Double)
    ) {
        let rate =
            1 / BMM150.measurementTime(repetitionsXY: row.xy, repetitionsZ: row.z).seconds
        #expect(abs(rate / row.rate - 1) < 0.16)
        let chip = BMM150(random: RandomStream(seed: 1, purpose: "noise"))
        chip.configure(repetitionsXY: row.xy, repetitionsZ: row.z)
        var (x, z): ([Double], [Double]) = ([], [])
        for n in 0..<2000 {
            let sample = chip.sample(
                body, environment, at: Instant.zero + .milliseconds(Int64(n) * 100))
            x.append(Double(sample.x) / 16)
            z.append(Double(sample.z) / 16)
        }
        func deviation(_ values: [Double]) -> Double {
            let mean = values.reduce(0, +) / Double(values.count)
            return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count))
                .squareRoot()
        }
        #expect(abs(deviation(x) / row.noise - 1) < 0.2)
        // The presets give z more of them.
        #expect(deviation(z) < deviation(x) * 1.1)
        #expect(deviation(z) > 0.5 * row.noise)
    }

    // holds MAG-21
    @Test func `steps of 5 or 6 counts in x and y, 2 or 3 in z, an overflow beyond the range`() {
        let chip = BMM150(random: RandomStream(seed: 2, purpose: "steps"))
        var seen: (x: Set<Int16>, y: Set<Int16>, z: Set<Int16>) = ([], [], [])
        for n in 0..<4000 {
            let sample = chip.sample(
                body, environment, at: Instant.zero + .milliseconds(Int64(n) * 100))
            seen.x.insert(sample.x)
            seen.y.insert(sample.y)
            seen.z.insert(sample.z)
        }
        // Neighbours among what was seen; the noise reaches all of them but the outer ones.
        func steps(_ values: Set<Int16>) -> Set<Int16> {
            let sorted = values.sorted().dropFirst(6).dropLast(6)
            return Set(zip(sorted, sorted.dropFirst()).map { $1 - $0 })
        }
        #expect(steps(seen.x).isSubset(of: [5, 6]))
        #expect(steps(seen.y).isSubset(of: [5, 6]))
        #expect(steps(seen.z).isSubset(of: [2, 3]))
        chip.sensor.isIdeal = true
        let rows: [(Vector3, RawSample)] = [
            (Vector3(1300, -1300, 2000), RawSample(20800, -20800, 32000)),
            (Vector3(1301, -1301, 2501), RawSample(.min, .min, .min)),
            (Vector3(0.0625, -0.0625, 2400), RawSample(1, -1, .max)),
        ]
        for (field, wanted) in rows {
            environment.magneticField.set(field, at: .zero)
            #expect(chip.sample(body, environment, at: .zero) == wanted)
        }
        chip.sensor.isStuck = true
        environment.magneticField.set(.zero, at: .zero)
        #expect(chip.sample(body, environment, at: .zero) == rows[2].1)
    }
}
