import Motion
import Simulation

/// The sensors of one specimen of a board on a scripted body, and fusion of what they measure.
struct FusionBench {
    let accelerometer: TriaxialSensor
    let gyroscope: TriaxialSensor
    let magnetometer: BMM150
    let environment = SimpleEnvironment()
    let body: ScriptedBody
    var fusion: MotionFusion
    private(set) var time: Double
    private var steps: Int
    private let rate: Double
    private let ranges: Ranges

    /// What the sensors are set to.
    struct Ranges {
        /// g, 2 to 16.
        var force = 16.0
        /// °/s, 125 to 2000.
        var rotation = 2000.0

        var countsPerG: Double { 32768 / force }
        var countsPerDegree: Double { 16.4 * 2000 / rotation }
    }

    /// - Parameters:
    ///   - specimen: another number draws other parts.
    ///   - hasBMI270: with the chip of the S, otherwise with that of the R.
    ///   - start: seconds of the motion that are over when fusion starts.
    init(
        _ mode: MotionFusion.Mode, _ moves: [Move], specimen: UInt64, hasBMI270: Bool = false,
        ranges: Ranges = Ranges(), start: Double = 0
    ) throws {
        func random(_ name: String) -> RandomStream { RandomStream(seed: specimen, purpose: name) }
        accelerometer = TriaxialSensor(
            hasBMI270 ? .bmi270Accelerometer : .bmi160Accelerometer, random: random("acceleration"))
        gyroscope = TriaxialSensor(
            hasBMI270 ? .bmi270Gyroscope : .bmi160Gyroscope, random: random("rotation"))
        magnetometer = BMM150(random: random("field"))
        rate = mode == .compass ? 25 : mode == .virtualGyroscope ? 50 : 100
        self.ranges = ranges
        accelerometer.configure(
            .init(
                outputRate: rate, cutoff: 0.405 * rate, fullScale: ranges.force,
                countsPerUnit: ranges.countsPerG))
        gyroscope.configure(
            .init(
                outputRate: 100, cutoff: 39.9, fullScale: ranges.rotation,
                countsPerUnit: ranges.countsPerDegree))
        magnetometer.configure(repetitionsXY: 9, repetitionsZ: 15)
        body = try ScriptedBody(moves)
        fusion = MotionFusion(mode)
        steps = Int(start * rate)
        time = Double(steps) / rate
    }

    /// Steps of the mode's rate, with a field every 40 ms, until `end` seconds; `look` sees the
    /// truth after each.
    mutating func run(to end: Double, _ look: (MotionFusion, Quaternion) -> Void = { _, _ in }) {
        func units(_ sample: RawSample, _ counts: Double) -> Vector3 {
            Vector3(Double(sample.x), Double(sample.y), Double(sample.z)) * (1 / counts)
        }
        func isClipped(_ sample: RawSample) -> Bool {
            max(sample.x, sample.y, sample.z) == .max || min(sample.x, sample.y, sample.z) <= -.max
        }
        while time < end {
            steps += 1
            time = Double(steps) / rate
            let now = Instant.zero + .seconds(time)
            let force = accelerometer.sample(body, environment, at: now)
            let rotation =
                fusion.mode.hasGyroscope ? gyroscope.sample(body, environment, at: now) : .zero
            var field: Vector3?
            if fusion.mode.hasMagnetometer, steps % Int(rate / 25) == 0 {
                field = units(magnetometer.sample(body, environment, at: now), 16)
            }
            fusion.step(
                force: units(force, ranges.countsPerG),
                rotation: units(rotation, ranges.countsPerDegree), field: field,
                interval: 1 / rate, isForceClipped: isClipped(force),
                isRotationClipped: isClipped(rotation))
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

    /// The error of the tilt in degrees, and how much of it the accelerometer's own offset does not
    /// explain.
    static func tiltError(
        _ fusion: MotionFusion, _ truth: Quaternion, offset: Vector3
    ) -> (all: Double, unexplained: Double) {
        let up = truth.unrotate(.zAxis)
        func angle(_ a: Vector3, _ b: Vector3) -> Double {
            Elementary.arcTangent(a.cross(b).length, a.dot(b)) * 180 / .pi
        }
        let error = angle(fusion.gravity, up)
        return (error, max(0, error - angle(up + offset, up)))
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
