import Motion
import Simulation

extension Benchmarks {
    /// How good fusion is while a board is treated roughly, and after: the worst of all modes, of
    /// four lines of shaking and of twelve specimens.
    static func fusionAccuracy() -> [Measurement] {
        var (shaken, rested) = (0.0, 0.0)
        for mode in RoughFusion.modes {
            for line in RoughFusion.lines {
                for specimen in 1...12 as ClosedRange<UInt64> {
                    // It starts in the middle of the shake.
                    var run = RoughFusion(mode, line, specimen: specimen)
                    run.go(to: 2)
                    shaken = max(shaken, run.go(to: 9).rms)
                    run.go(to: 11)
                    rested = max(rested, run.go(to: 14).worstUnexplained)
                }
            }
        }
        return [
            Measurement(
                name: "fusion: tilt in a shake of 1 g at 2 Hz, RMS, all modes", value: shaken,
                unit: "deg", bound: .atMost(10)),
            Measurement(
                name: "fusion: tilt from a second after the shake, beyond the part's offset",
                value: rested, unit: "deg", bound: .atMost(3)),
        ]
    }
}

/// The sensors of an S that is shaken for ten seconds and then rests, and fusion of them.
private struct RoughFusion {
    static let modes: [MotionFusion.Mode] = [.nineAxis, .inertial, .compass, .virtualGyroscope]
    static let lines = [
        Vector3.xAxis, Vector3.zAxis, Vector3(1, 0, 1), Vector3(1, 1, 1),
    ]

    private let accelerometer: TriaxialSensor
    private let gyroscope: TriaxialSensor
    private let magnetometer: BMM150
    private let environment = SimpleEnvironment()
    private let body: ScriptedBody
    private var fusion: MotionFusion
    private let rate: Int
    private var steps: Int

    /// Degrees.
    struct Errors {
        var rms = 0.0
        /// What the accelerometer's offset does not explain.
        var worstUnexplained = 0.0
    }

    init(_ mode: MotionFusion.Mode, _ line: Vector3, specimen: UInt64) {
        func random(_ name: String) -> RandomStream { RandomStream(seed: specimen, purpose: name) }
        accelerometer = TriaxialSensor(.bmi270Accelerometer, random: random("accelerometer"))
        gyroscope = TriaxialSensor(.bmi270Gyroscope, random: random("gyroscope"))
        magnetometer = BMM150(random: random("magnetometer"))
        rate = mode == .compass ? 25 : mode == .virtualGyroscope ? 50 : 100
        accelerometer.configure(
            .init(
                outputRate: Double(rate), cutoff: 0.405 * Double(rate), fullScale: 16,
                countsPerUnit: 2048))
        gyroscope.configure(
            .init(outputRate: 100, cutoff: 39.9, fullScale: 2000, countsPerUnit: 16.4))
        magnetometer.configure(repetitionsXY: 9, repetitionsZ: 15)
        let shake = Shake(peak: 1, frequency: 2, axis: line, duration: 10)
        guard let script = try? ScriptedBody([.shake(shake), .pause(5)]) else {
            preconditionFailure("a shake is a move")
        }
        body = script
        fusion = MotionFusion(mode)
        steps = rate * 7 / 10
    }

    /// Steps until `end` seconds; how far the tilt was off meanwhile.
    @discardableResult mutating func go(to end: Double) -> Errors {
        func units(_ sample: RawSample, _ counts: Double) -> Vector3 {
            Vector3(Double(sample.x), Double(sample.y), Double(sample.z)) * (1 / counts)
        }
        func angle(_ a: Vector3, _ b: Vector3) -> Double {
            Elementary.arcTangent(a.cross(b).length, a.dot(b)) * 180 / .pi
        }
        var errors = Errors()
        var (sum, count) = (0.0, 0.0)
        while Double(steps) < end * Double(rate) {
            steps += 1
            let now = Instant.zero + .seconds(Double(steps) / Double(rate))
            let force = accelerometer.sample(body, environment, at: now)
            let rotation =
                fusion.mode.hasGyroscope ? gyroscope.sample(body, environment, at: now) : .zero
            let field =
                fusion.mode.hasMagnetometer && steps % (rate / 25) == 0
                ? units(magnetometer.sample(body, environment, at: now), 16) : nil
            fusion.step(
                force: units(force, 2048), rotation: units(rotation, 16.4), field: field,
                interval: 1 / Double(rate))
            guard fusion.hasStarted else { continue }
            let up = body.orientation(at: now).unrotate(.zAxis)
            let error = angle(fusion.gravity, up)
            sum += error * error
            count += 1
            errors.worstUnexplained = max(
                errors.worstUnexplained, error - angle(up + accelerometer.turnOnBias, up))
        }
        errors.rms = (sum / max(count, 1)).squareRoot()
        return errors
    }
}
