import Checkout
import Simulation
import Testing

@testable import Motion

@Suite struct `Allan deviation` {
    @Test func `of a known series is what the definition says`() {
        // Averages over two: 1, 5, 3, 4 and those between; by hand.
        let samples = [0.0, 2, 4, 6]
        let curve = AllanDeviation(samples, rate: 1, share: 0.5)
        // m = 1: differences 2, 2, 2. m = 2: (4+6) - (0+2) = 8, /2 = 4.
        #expect(curve.points.map(\.tau) == [1, 2])
        #expect((curve.points[0].deviation - 2.squareRoot()).magnitude < 1e-12)
        #expect((curve.points[1].deviation - 8.squareRoot()).magnitude < 1e-12)
    }

    @Test func `of white noise falls with the root of time`() {
        let normal = NormalDistribution.standard
        var random = RandomStream(seed: 5, purpose: "white")
        let samples = (0..<100_000).map { _ in normal.next(&random) }
        let curve = AllanDeviation(samples, rate: 10, share: 0.01)
        for point in curve.points {
            let expected = (0.1 / point.tau).squareRoot()
            #expect((point.deviation / expected - 1).magnitude < 0.1)
        }
        // Unit variance at 10 Hz is √(2/10) a root hertz.
        let fit = curve.fit()
        #expect((fit.noiseDensity / 0.2.squareRoot() - 1).magnitude < 0.02)
    }

    @Test(
        .slow,
        arguments: [
            TriaxialSensorSpecification.bmi160Accelerometer, .bmi160Gyroscope, .bmi270Accelerometer,
            .bmi270Gyroscope, .lsm6dslAccelerometer, .lsm6dslGyroscope,
        ])
    func `of generated samples gives the datasheet's figures back`(
        specification: TriaxialSensorSpecification
    ) {
        let rate = 6.25
        let body = ScriptedBody()
        let environment = SimpleEnvironment()
        var (noise, instability) = (0.0, 0.0)
        let parts = 2
        for part in 0..<parts {
            let sensor = TriaxialSensor(
                specification,
                random: RandomStream(seed: 11, purpose: "part \(part)"))
            let isGyroscope = specification.quantity == .rotation
            sensor.configure(
                .init(
                    outputRate: rate, cutoff: 2.5, fullScale: isGyroscope ? 125 : 2,
                    countsPerUnit: isGyroscope ? 262.4 : 16384))
            let count = 65_536
            var axes = [[Double]](repeating: [], count: 3)
            for axis in 0..<3 { axes[axis].reserveCapacity(count) }
            for i in 0..<count {
                let time = Instant(nanoseconds: Int64(i) * 160_000_000)
                let sample = sensor.sample(body, environment, at: time)
                axes[0].append(Double(sample.x) / sensor.configuration.countsPerUnit)
                axes[1].append(Double(sample.y) / sensor.configuration.countsPerUnit)
                axes[2].append(Double(sample.z) / sensor.configuration.countsPerUnit)
            }
            let curve = AllanDeviation(
                mean: axes.map { AllanDeviation($0, rate: rate, share: 0.05) })
            // Above the filter's own time, below the longest flicker.
            let fit = curve.fit(from: 1, to: 500)
            noise += fit.noiseDensity * fit.noiseDensity / Double(parts)
            instability += fit.biasInstability * fit.biasInstability / Double(parts)
        }
        let noiseRatio = noise.squareRoot() / specification.noiseDensity
        let instabilityRatio = instability.squareRoot() / specification.biasInstability
        #expect((noiseRatio - 1).magnitude < 0.1, "noise \(noiseRatio)")
        #expect((instabilityRatio - 1).magnitude < 0.1, "instability \(instabilityRatio)")
    }
}
