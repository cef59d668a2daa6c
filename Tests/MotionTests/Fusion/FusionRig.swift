import Motion
import Simulation

/// The sensors of one specimen of a board on a scripted body, and fusion of what they measure.
struct FusionRig {
    let accelerometer: TriaxialSensor
    let gyroscope: TriaxialSensor
    let magnetometer: BMM150
    let environment = SimpleEnvironment()
    let body: ScriptedBody
    var fusion: MotionFusion
    private(set) var time = 0.0
    private var steps = 0
    private let rate: Double

    /// - Parameter specimen: another number draws other parts.
    init(_ mode: MotionFusion.Mode, _ moves: [Move], specimen: UInt64) throws {
        func random(_ name: String) -> RandomStream { RandomStream(seed: specimen, purpose: name) }
        accelerometer = TriaxialSensor(.bmi160Accelerometer, random: random("acceleration"))
        gyroscope = TriaxialSensor(.bmi160Gyroscope, random: random("rotation"))
        magnetometer = BMM150(random: random("field"))
        rate = mode == .compass ? 25 : mode == .virtualGyroscope ? 50 : 100
        accelerometer.configure(
            .init(outputRate: rate, cutoff: 0.405 * rate, fullScale: 16, countsPerUnit: 2048))
        gyroscope.configure(
            .init(outputRate: 100, cutoff: 39.9, fullScale: 2000, countsPerUnit: 16.4))
        magnetometer.configure(repetitionsXY: 9, repetitionsZ: 15)
        body = try ScriptedBody(moves)
        fusion = MotionFusion(mode)
    }

    /// Steps of the mode's rate, with a field every 40 ms, until `end` seconds; `look` sees the
    /// truth after each.
    mutating func run(to end: Double, _ look: (MotionFusion, Quaternion) -> Void = { _, _ in }) {
        func units(_ sample: RawSample, _ counts: Double) -> Vector3 {
            Vector3(Double(sample.x), Double(sample.y), Double(sample.z)) * (1 / counts)
        }
        while time < end {
            steps += 1
            time = Double(steps) / rate
            let now = Instant.zero + .seconds(time)
            let force = units(accelerometer.sample(body, environment, at: now), 2048)
            let rotation =
                fusion.mode.hasGyroscope
                ? units(gyroscope.sample(body, environment, at: now), 16.4) : .zero
            var field: Vector3?
            if fusion.mode.hasMagnetometer, steps % Int(rate / 25) == 0 {
                field = units(magnetometer.sample(body, environment, at: now), 16)
            }
            fusion.step(force: force, rotation: rotation, field: field, interval: 1 / rate)
            look(fusion, body.orientation(at: now))
        }
    }

    /// Root mean square of the heading's error in degrees until `end`.
    mutating func headingError(to end: Double) -> Double {
        var (sum, count) = (0.0, 0.0)
        run(to: end) { fusion, truth in
            let error = fusion.orientation.headingError(to: truth) * 180 / .pi
            sum += error * error
            count += 1
        }
        return (sum / count).squareRoot()
    }

    /// Each of the six faces up for a while, then once around: all that fusion can learn from.
    static let calibration: [Move] = [
        .pause(3),
        .turn(Turn(angle: .pi / 2, axis: .xAxis, duration: 1.5)), .pause(3),
        .turn(Turn(angle: .pi / 2, axis: .xAxis, duration: 1.5)), .pause(3),
        .turn(Turn(angle: .pi / 2, axis: .xAxis, duration: 1.5)), .pause(3),
        .turn(Turn(angle: .pi / 2, axis: .xAxis, duration: 1.5)),
        .turn(Turn(angle: .pi / 2, axis: .yAxis, duration: 1.5)), .pause(3),
        .turn(Turn(angle: -.pi, axis: .yAxis, duration: 2)), .pause(3),
        .turn(Turn(angle: .pi / 2, axis: .yAxis, duration: 1.5)),
        .turn(Turn(angle: 2 * .pi, axis: .zAxis, duration: 6)), .pause(2),
    ]
    /// Seconds that it lasts, and some to settle.
    static let calibrationEnd = 42.0
}
