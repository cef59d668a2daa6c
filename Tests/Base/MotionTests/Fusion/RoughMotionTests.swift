import Checkout
import Motion
import Testing

@Suite struct `Fusion of rough motions` {
    typealias Mode = MotionFusion.Mode

    static let modes: [Mode] = [.nineAxis, .inertial, .compass, .virtualGyroscope]

    /// A motion that ends at rest.
    struct Rough: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var moves: [Move]
        /// Seconds until the body is at rest.
        var seconds: Double
        /// Seconds of it that are over when fusion starts.
        var start = 0.0
        var ranges = FusionBench.Ranges()
    }

    static func shake(_ peak: Double, _ hertz: Double, _ axis: Vector3, _ seconds: Double) -> Move {
        .shake(Shake(peak: peak, frequency: hertz, axis: axis, duration: seconds))
    }

    static let axes: [(String, Vector3)] = [
        ("x", .xAxis), ("z", .zAxis), ("xz", Vector3(1, 0, 1)), ("xyz", Vector3(1, 1, 1)),
    ]

    static let motions: [Rough] =
        axes.flatMap { name, axis in
            [
                Rough(
                    testDescription: "started in a shake along \(name)",
                    moves: [shake(1.5, 4, axis, 3)], seconds: 3, start: 0.3),
                Rough(
                    testDescription: "8 g along \(name), clipped at 2 g",
                    moves: [shake(8, 5, axis, 4)], seconds: 4, start: 0.5,
                    ranges: .init(force: 2)),
            ]
        } + [
            Rough(
                testDescription: "swung and shaken",
                moves: [
                    .together([
                        .swing(
                            Swing(
                                amplitude: 1.2, frequency: 1.1, axis: Vector3(1, 1, 0), cycles: 6.6)
                        ),
                        shake(2, 3, Vector3(1, 0, 1), 6),
                    ])
                ], seconds: 6, start: 0.7),
            Rough(
                testDescription: "a violent arm",
                moves: [
                    .swing(
                        Swing(
                            amplitude: 1.2, frequency: 1.1, axis: .xAxis, cycles: 6.6, radius: 0.7))
                ], seconds: 6, start: 0.7),
            Rough(
                testDescription: "turned faster than the gyroscope measures",
                moves: [.pause(2), .spin(Spin(rate: 52, axis: .xAxis, duration: 3.3))],
                seconds: 5.3),
            Rough(
                testDescription: "turned at 700 degrees a second, clipped at 250",
                moves: [.pause(2), .spin(Spin(rate: 12, axis: Vector3(1, 1, 0), duration: 3.3))],
                seconds: 5.3, ranges: .init(rotation: 250)),
            Rough(
                testDescription: "started while it tumbled through the air",
                moves: [.throw(Throw(speed: 5, spin: 9, axis: Vector3(1, 1, 0)))], seconds: 1.53,
                start: 0.5),
            Rough(
                testDescription: "started under knocks",
                moves: [
                    .tap(Tap(peak: 8, direction: Vector3(1, 1, 1), count: 20, spacing: 0.15))
                ], seconds: 3, start: 0.1),
            Rough(
                testDescription: "started on a machine",
                moves: [
                    .vibration(
                        Vibration(frequency: 30, peak: 3, axis: Vector3(1, 0, 1), duration: 5))
                ], seconds: 5, start: 1),
            Rough(
                testDescription: "dropped", moves: [.pause(1), .freeFall(FreeFall())],
                seconds: 1.6),
        ]

    // holds FUS-32
    @Test(.slow, arguments: motions, modes)
    func `a second after it came to rest the tilt is right, whatever happened before`(
        _ motion: Rough, _ mode: Mode
    ) throws {
        for (specimen, hasBMI270) in [(1, false), (2, false), (3, true), (4, true)]
            as [(UInt64, Bool)]
        {
            var bench = try FusionBench(
                mode, motion.moves, specimen: specimen, hasBMI270: hasBMI270,
                ranges: motion.ranges, start: motion.start)
            let offset = bench.accelerometer.turnOnBias
            bench.run(to: motion.seconds + 1)
            var worst = 0.0
            bench.run(to: motion.seconds + 4) { fusion, truth in
                worst = max(
                    worst, FusionBench.tiltError(fusion, truth, offset: offset).unexplained)
            }
            #expect(bench.fusion.hasStarted)
            #expect(worst < 3, "specimen \(specimen)")
        }
    }

    // holds FUS-33
    @Test(.slow, arguments: axes.indices, modes)
    func `a shake of 1 g at 2 Hz tilts the attitude by less than 10 degrees RMS`(
        _ axis: Int, _ mode: Mode
    ) throws {
        // From rest, and started at three phases of the shake.
        for (specimen, start) in [(1, 0), (2, 1.6), (3, 1.75), (4, 1.93)] as [(UInt64, Double)] {
            var bench = try FusionBench(
                mode, [.pause(1), Self.shake(1, 2, Self.axes[axis].1, 12), .pause(2)],
                specimen: specimen, hasBMI270: specimen > 2, start: start)
            let offset = bench.accelerometer.turnOnBias
            bench.run(to: start + 1)
            var (sum, count) = (0.0, 0.0)
            bench.run(to: 13) { fusion, truth in
                let error = FusionBench.tiltError(fusion, truth, offset: offset).all
                sum += error * error
                count += 1
            }
            #expect((sum / count).squareRoot() < 10, "specimen \(specimen)")
        }
    }

    // holds FUS-32
    @Test(arguments: modes)
    func `a board that is shaken every five seconds is right in between`(_ mode: Mode) throws {
        for (name, axis) in Self.axes {
            var bench = try FusionBench(
                mode, [.repeat(5, [Self.shake(1.5, 4, axis, 2), .pause(3)])], specimen: 5,
                hasBMI270: true, start: 0.2)
            let offset = bench.accelerometer.turnOnBias
            for round in 0..<5 {
                bench.run(to: Double(round) * 5 + 3)
                bench.run(to: Double(round) * 5 + 5) { fusion, truth in
                    let error = FusionBench.tiltError(fusion, truth, offset: offset).unexplained
                    #expect(error < 3, "along \(name), round \(round)")
                }
            }
        }
    }
}
