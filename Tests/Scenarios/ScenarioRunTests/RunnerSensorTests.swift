import Checkout
import Simulation
import Testing

@testable import Declaration
@testable import ScriptedClient

/// Sensors beside accelerometer and gyroscope, as a script streams and logs them.
@Suite struct RunnerSensorTests {
    @Test func `surroundings are streamed beside their truth`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion R, sensors: ideal}",
                steps: """
                    connect, initialise,
                    configure: {barometer: {standby: 62.5 ms}, light: {period: 100 ms},
                    magnetometer: {rate: 25 Hz}},
                    stream: {signals: [pressure, altitude, light, magnetic-field], for: 10 s},
                    stream: {signals: [magnetic-field-packed], for: 5 s}
                    """.split(separator: "\n").joined(separator: " ").asSteps,
                "world: {pressure: 1000 hPa, light: 250 lx, magnetic-field: [5 uT, 20 uT, -45 uT]}\n"
            ))
        #expect(play.failure == nil)
        for (signal, limit, unit) in [
            ("pressure", 0.05, "hPa"), ("altitude", 0.5, "m"), ("light", 3.0, "lx"),
            ("magnetic-field", 0.5, "uT"), ("magnetic-field-packed", 0.5, "uT"),
        ] {
            let series = try play.series(signal)
            #expect(series.unit == unit)
            #expect(series.received > 50, "\(signal): \(series.received)")
            let error = try #require(series.rootMeanSquareError)
            #expect(error < limit, "\(signal): \(error)")
            #expect(series.missing == 0)
        }
        #expect(abs(try play.series("magnetic-field-packed").received - 125) < 8)
    }

    @Test(.slow) func `fusion is streamed and logged with what it needs`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: """
                    {name: wrist, model: MetaMotion S, sensors: ideal, motion: [{rest: 12 s},
                    {turn: {by: 90 deg, about: z, for: 2 s}},
                    {rest: {facing: as-it-is, for: 20 s}}]}
                    """.split(separator: "\n").joined(separator: " "),
                steps: """
                    connect: {interval: 7.5 ms}, initialise,
                    stream: [quaternion, euler, gravity], wait-until: 20 s,
                    stop-stream: [gravity], read: calibration, stop-stream,
                    log: [quaternion], wait: 3 s, stop-log, download
                    """.split(separator: "\n").joined(separator: " ").asSteps))
        #expect(play.failure == nil)
        let quaternion = try play.series("quaternion")
        #expect(quaternion.errorUnit == "deg")
        #expect(quaternion.received > 1400)
        #expect(try #require(quaternion.rootMeanSquareError) < 3)
        let euler = try play.series("euler").rootMeanSquareError
        let gravity = try play.series("gravity").rootMeanSquareError
        #expect(try #require(euler) < 3)
        #expect(try #require(gravity) < 0.05)
        let logged = try play.series("quaternion", .log)
        #expect(abs(logged.received - 300) < 15)
        #expect(try #require(logged.rootMeanSquareError) < 3)
    }

    @Test func `a sensor that a board lacks ends the script`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion RL}",
                steps: "connect, initialise, stream: [pressure]".asSteps))
        #expect(play.failure == "the board has no barometer")
    }

    @Test func `calibration data is read and written back`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, initialise, configure: {fusion: ndof},
                    read: {calibration-data: accelerometer}, read: {calibration-data: gyroscope},
                    write-calibration
                    """.split(separator: "\n").joined(separator: " ").asSteps))
        #expect(play.failure == nil)
        #expect(play.steps.last?.detail == "of 2 sensors")
    }

    @Test(
        arguments: [
            ([1, 0, 0, 0], [1, 0, 0, 0], 0), ([1, 0, 0, 0], [-1, 0, 0, 0], 0),
            ([1, 0, 0, 0], [0, 1, 0, 0], 180),
            ([0.7071068, 0, 0, 0.7071068], [1, 0, 0, 0], 90),
            ([0.9961947, 0.0871557, 0, 0], [1, 0, 0, 0], 10),
        ] as [([Double], [Double], Double)])
    func `the distance of two orientations is an angle`(a: [Double], b: [Double], angle: Double) {
        let found = OrientationError.degrees(a, b) ?? -1
        #expect(abs(found - angle) < 1e-4, "\(found)")
    }

    @Test func `an unknowable heading does not count`() throws {
        // Turned by 90° about the vertical all along, and once tilted by 10°.
        let turned = [0.7071068, 0, 0, 0.7071068]
        let tilted = [0.7044160, 0.0616284, 0.0616284, 0.7044160]
        let truth = [1.0, 0, 0, 0]
        let heading = try #require(OrientationError.heading(of: turned, over: truth))
        let free = OrientationError.turned(truth, by: heading)
        #expect(try #require(OrientationError.degrees(turned, free)) < 1e-4)
        let tilt = try #require(OrientationError.degrees(tilted, free))
        #expect(abs(tilt - 10) < 1e-3)
    }
}
