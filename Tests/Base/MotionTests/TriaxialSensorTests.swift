import Simulation
import Testing

@testable import Motion

private func stream(_ purpose: String, seed: UInt64 = 1) -> RandomStream {
    RandomStream(seed: seed, purpose: purpose)
}

private func at(_ seconds: Double) -> Instant { Instant.zero + .seconds(seconds) }

/// Noiseless, so that one effect can be seen alone.
private let perfect = TriaxialSensorSpecification(
    quantity: .acceleration, internalRate: 1600, source: "none")

@Suite struct `Triaxial sensor` {
    let environment = SimpleEnvironment()

    @Test func `counts the exact truth when ideal`() throws {
        let body = try ScriptedBody([.spin(Spin(rate: .pi / 2, duration: 10))])
        let accelerometer = TriaxialSensor(.bmi270Accelerometer, random: stream("a"))
        let gyroscope = TriaxialSensor(.bmi270Gyroscope, random: stream("g"))
        let magnetometer = TriaxialSensor(.bmm150Magnetometer, random: stream("m"))
        accelerometer.configure(.init(outputRate: 100, fullScale: 2, countsPerUnit: 16384))
        gyroscope.configure(.init(outputRate: 100, fullScale: 500, countsPerUnit: 65.6))
        magnetometer.configure(.init(outputRate: 10, fullScale: 1300, countsPerUnit: 16))
        for sensor in [accelerometer, gyroscope, magnetometer] { sensor.isIdeal = true }
        #expect(accelerometer.sample(body, environment, at: at(5)) == RawSample(0, 0, 16384))
        #expect(gyroscope.sample(body, environment, at: at(5)) == RawSample(0, 0, 5904))
        // Level and facing north the field is the environment's: 20 µT north, 43.5 down.
        #expect(magnetometer.sample(body, environment, at: at(0)) == RawSample(0, 320, -696))
        // After a quarter to the left, north is to the right.
        let quarter = ScriptedBody(orientation: Quaternion(angle: .pi / 2, axis: .zAxis))
        #expect(magnetometer.sample(quarter, environment, at: at(0)) == RawSample(320, 0, -696))
    }

    @Test func `rounds to the nearest count and saturates at its range`() {
        let cases: [(pitch: Double, scale: Double, range: Double, y: Int16)] = [
            (.pi / 2, 100.4, 2, 100), (.pi / 2, 100.6, 2, 101), (.pi / 2, 1000, 0.5, 500),
            (-.pi / 2, 1000, 0.5, -500), (.pi / 2, 1e6, 2, 32767), (-.pi / 2, 1e6, 2, -32768),
            (.pi / 2, .infinity, 2, 32767), (.pi / 2, .nan, 2, 32767),
        ]
        for (pitch, scale, range, y) in cases {
            let body = ScriptedBody(orientation: Quaternion(heading: 0, pitch: pitch, roll: 0))
            let sensor = TriaxialSensor(perfect, random: stream("a"))
            sensor.configure(.init(outputRate: 100, fullScale: range, countsPerUnit: scale))
            #expect(sensor.sample(body, environment, at: .zero).y == y, "\(scale) \(range)")
        }
        let odd = TriaxialSensor(.bmi160Gyroscope, random: stream("odd"))
        for rate in [0, -1, .nan, .infinity, 1e-300] {
            odd.configure(.init(outputRate: rate, cutoff: rate, fullScale: 1, countsPerUnit: 1))
            _ = odd.sample(ScriptedBody(), environment, at: .zero)
        }
    }

    @Test func `has the noise of its density and filter`() {
        // σ of the filtered noise: density · √(noise bandwidth); a second-order Butterworth well
        // below half the rate passes 1.11 times its cutoff.
        let cases: [(cutoff: Double?, bandwidth: Double)] = [(nil, 50), (8, 8 * 1.1107)]
        for (cutoff, bandwidth) in cases {
            var specification = perfect
            specification.noiseDensity = 180e-6
            let body = ScriptedBody()
            var sum = Vector3.zero
            var square = 0.0
            let (specimens, count) = (16, 2_500)
            for specimen in 0..<specimens {
                let sensor = TriaxialSensor(specification, random: stream("n \(specimen)"))
                sensor.configure(
                    .init(outputRate: 100, cutoff: cutoff, fullScale: 2, countsPerUnit: 16384))
                for i in 0..<count {
                    let v = sensor.measure(body, environment, at: at(Double(i) * 0.01))
                    sum += v
                    square += (v - Vector3(0, 0, 1)).squaredLength
                }
            }
            let sigma = (square / Double(3 * specimens * count)).squareRoot()
            let expected = 180e-6 * bandwidth.squareRoot()
            // The axes' noise differs by up to a fifth.
            #expect((sigma / expected - 1).magnitude < 0.05, "\(String(describing: cutoff))")
            #expect((sum.z / Double(specimens * count) - 1).magnitude < 1e-4)
        }
    }

    // holds PHY-21
    @Test func `the noise of an axis is up to a fifth off`() {
        var specification = perfect
        specification.noiseDensity = 1e-3
        var factors: [Double] = []
        for specimen in 0..<40 {
            let sensor = TriaxialSensor(specification, random: stream("axis \(specimen)"))
            sensor.configure(.init(outputRate: 100, fullScale: 2, countsPerUnit: 16384))
            let body = ScriptedBody()
            var squares = Vector3.zero
            for i in 0..<2_000 {
                let v = sensor.measure(body, environment, at: at(Double(i) * 0.01))
                squares += Vector3(v.x * v.x, v.y * v.y, (v.z - 1) * (v.z - 1))
            }
            for square in [squares.x, squares.y, squares.z] {
                factors.append((square / 2_000 / 50).squareRoot() / 1e-3)
            }
        }
        #expect((0.76...0.9).contains(factors.min() ?? 0))
        #expect((1.1...1.24).contains(factors.max() ?? 0))
    }

    /// Amplitude of `values` at a frequency, by correlation over blocks of 200 samples.
    private func density(_ values: [Double], at frequency: Double, rate: Double) -> Double {
        var (sum, blocks) = (0.0, 0.0)
        for start in stride(from: 0, to: values.count - 200, by: 200) {
            var (re, im) = (0.0, 0.0)
            for i in 0..<200 {
                let phase = 2 * .pi * frequency * Double(i) / rate
                re += values[start + i] * Elementary.cosine(phase)
                im += values[start + i] * Elementary.sine(phase)
            }
            sum += re * re + im * im
            blocks += 1
        }
        return (2 * sum / blocks / 200 / rate).squareRoot()
    }

    // holds PHY-21
    @Test func `noise does not vanish near half the rate`() {
        // Recordings of boards at 100 Hz with the chip's normal filter show 0.6 to 0.75 of the density
        // at 48 to 50 Hz, and 0.9 at 35 to 40 Hz.
        var specification = perfect
        specification.noiseDensity = 1e-3
        let sensor = TriaxialSensor(specification, random: stream("half"))
        sensor.configure(
            .init(outputRate: 100, cutoff: 40.5, fullScale: 2, countsPerUnit: 16384))
        let body = ScriptedBody()
        let values = (0..<40_000).map {
            sensor.measure(body, environment, at: at(Double($0) * 0.01)).x
        }
        let low = density(values, at: 5, rate: 100)
        #expect((0.55...0.95).contains(density(values, at: 49, rate: 100) / low))
        #expect((0.7...1.05).contains(density(values, at: 37, rate: 100) / low))
    }

    @Test(arguments: [(2.0, 0.995, 1.0), (20.0, 0.68, 0.73), (36.0, 0.22, 0.32)])
    func `filters motion at its cutoff`(frequency: Double, low: Double, high: Double) throws {
        let body = try ScriptedBody([
            .vibration(Vibration(frequency: frequency, peak: 1, axis: .xAxis, duration: 8))
        ])
        let sensor = TriaxialSensor(perfect, random: stream("f"))
        sensor.configure(
            .init(outputRate: 100, cutoff: 20, fullScale: 8, countsPerUnit: 4096))
        var square = 0.0
        for i in 300..<500 {
            let v = sensor.measure(body, environment, at: at(Double(i) * 0.01))
            if i >= 400 { square += v.x * v.x }
        }
        // The averaging of the converter takes a little more off fast motion.
        let gain = (square / 100 * 2).squareRoot()
        #expect((low...high).contains(gain), "\(gain)")
    }

    @Test func `sees a knock at a high rate, and does not fold fast vibration down`() throws {
        let tap = try ScriptedBody([
            .pause(0.022), .tap(Tap(peak: 8, width: 0.005, direction: .zAxis)),
        ])
        let sensor = TriaxialSensor(perfect, random: stream("t"))
        for (rate, seen) in [(1600.0, 8.5...9.05), (50.0, 0.9...1.1)] {
            sensor.configure(.init(outputRate: rate, fullScale: 16, countsPerUnit: 2048))
            var highest = 0.0
            for i in 0..<Int(rate * 0.1) {
                let v = sensor.measure(tap, environment, at: at(Double(i) / rate))
                highest = max(highest, v.z)
            }
            // At 50 Hz the knock and its recoil are over within one averaged sample.
            #expect(seen.contains(highest), "\(rate) Hz: \(highest)")
        }
        // 305 Hz at 100 Hz would look like 5 Hz; averaged it is a tenth at most.
        let body = try ScriptedBody([
            .vibration(Vibration(frequency: 305, peak: 1, axis: .xAxis, duration: 5))
        ])
        sensor.configure(.init(outputRate: 100, fullScale: 16, countsPerUnit: 2048))
        var highest = 0.0
        for i in 100..<400 {
            let v = sensor.measure(body, environment, at: at(Double(i) * 0.01))
            highest = max(highest, v.x.magnitude)
        }
        #expect(highest < 0.12, "\(highest)")
    }

    @Test func `drifts with temperature`() {
        var specification = perfect
        specification.biasTemperatureCoefficient = 0.001
        specification.scaleTemperatureCoefficient = 0.002
        let body = ScriptedBody()
        func mean(_ temperature: Double) -> Vector3 {
            let environment = SimpleEnvironment()
            environment.temperature = Course(temperature)
            let sensor = TriaxialSensor(specification, random: stream("warm"))
            sensor.configure(.init(outputRate: 100, fullScale: 2, countsPerUnit: 16384))
            return sensor.measure(body, environment, at: .zero)
        }
        #expect(mean(25) == Vector3(0, 0, 1))
        let (cold, warm) = (mean(5), mean(45))
        #expect(cold.x != 0 && (cold.x + warm.x).magnitude < 1e-12)
        #expect((warm.x / 20).magnitude < 0.004)
        #expect(((cold.z + warm.z) / 2 - 1).magnitude < 1e-12)
    }

    @Test func `keeps its part's errors over new configurations, and differs from part to part`() {
        let body = ScriptedBody()
        var seen: [Vector3] = []
        for seed in UInt64(0)..<200 {
            let sensor = TriaxialSensor(.bmi160Gyroscope, random: stream("b", seed: seed))
            let bias = sensor.turnOnBias
            for rate in [25.0, 400.0] {
                sensor.configure(
                    .init(outputRate: rate, cutoff: 10, fullScale: 2000, countsPerUnit: 16.4))
                let v = sensor.measure(body, environment, at: .zero)
                #expect((v - bias).length < 1)
            }
            #expect(sensor.turnOnBias == bias)
            seen.append(bias)
        }
        let sigma = (seen.reduce(0) { $0 + $1.squaredLength } / 600).squareRoot()
        #expect((sigma / 3 - 1).magnitude < 0.1)
    }

    @Test func `gives the same samples for the same seed, and stops when stuck`() throws {
        let body = try ScriptedBody([.swing(Swing(radius: 0.5))])
        func sensor() -> TriaxialSensor {
            let sensor = TriaxialSensor(.bmi160Accelerometer, random: stream("same"))
            sensor.configure(
                .init(outputRate: 100, cutoff: 40, fullScale: 4, countsPerUnit: 8192))
            return sensor
        }
        let (a, b) = (sensor(), sensor())
        var last = RawSample.zero
        for i in 0..<300 {
            let time = at(Double(i) * 0.01)
            let sample = a.sample(body, environment, at: time)
            #expect(sample == b.sample(body, environment, at: time))
            #expect(sample != last)
            last = sample
        }
        a.isStuck = true
        #expect(a.sample(body, environment, at: at(3.5)) == last)
        a.isStuck = false
        #expect(a.sample(body, environment, at: at(3.6)) != last)
    }

    /// Traces, cases and pages contain such samples: a faster way to them must not change a bit.
    @Test func `gives the samples that it has always given`() throws {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ sample: RawSample) {
            for count in [sample.x, sample.y, sample.z] {
                hash = (hash ^ UInt64(UInt16(bitPattern: count))) &* 0x100_0000_01B3
            }
        }
        for script in scripts {
            let body = try ScriptedBody(script.moves)
            for (rate, cutoff) in [(25.0, nil), (100.0, 40.0), (800.0, 200.0)] {
                let sensors = [
                    (TriaxialSensorSpecification.bmi270Accelerometer, 8192.0),
                    (.bmi160Gyroscope, 16.4), (.bmm150Magnetometer, 16.0),
                ].map { specification, counts in
                    let sensor = TriaxialSensor(specification, random: stream(script.name))
                    sensor.configure(
                        .init(
                            outputRate: rate, cutoff: cutoff, fullScale: 2000,
                            countsPerUnit: counts))
                    return sensor
                }
                for i in 0..<400 {
                    let time = at(Double(i) / rate)
                    for sensor in sensors { add(sensor.sample(body, environment, at: time)) }
                }
            }
        }
        #expect(hash == 9_020_027_108_968_554_360)
    }
}
