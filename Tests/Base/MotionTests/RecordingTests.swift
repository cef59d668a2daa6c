import Checkout
import Foundation
import Simulation
import Testing

@testable import Motion

@Suite struct `Recording files` {
    @Test(arguments: [
        "epoch (ms),time (01:00),elapsed (s),x-axis (g),y-axis (g),z-axis (g)",
        "epoch (ms),time (-13:00),elapsed (s),x-axis (g),y-axis (g),z-axis (g)",
        "epoc (ms),timestamp (-0700),elapsed (s),x-axis (g),y-axis (g),z-axis (g)",
    ])
    func `are read as MetaBase writes them`(header: String) throws {
        let recording = try Recording(
            csv: """
                \(header)\r
                1547579049161,2019-01-15T20:04:09.161,0.000,0.307,0.595,0.811\r
                1547579049241,2019-01-15T20:04:09.241,0.080,0.300,0.600,0.800\r
                1547579049321,2019-01-15T20:04:09.321,0.160,0.000,0.000,-1.000\r

                """)
        #expect((recording.rate - 12.5).magnitude < 1e-9)
        #expect(recording.epoch == 1_547_579_049_161)
        #expect(recording.specificForce.count == 3)
        #expect(recording.specificForce[2] == Vector3(0, 0, -standardGravity))
        #expect(recording.angularRate.isEmpty)
    }

    @Test func `of a gyroscope are told by their unit`() throws {
        let recording = try Recording(
            csv: """
                epoch (ms),time (01:00),elapsed (s),x-axis (deg/s),y-axis (deg/s),z-axis (deg/s)
                1547579049161,2019-01-15T20:04:09.161,0.000,180.000,0,0
                1547579049171,2019-01-15T20:04:09.171,0.010,90.000,0,-1e1
                """)
        #expect(recording.specificForce.isEmpty)
        #expect((recording.angularRate[0].x - .pi).magnitude < 1e-12)
        #expect((recording.rate - 100).magnitude < 1e-9)
    }

    /// The app's files are in tesla; those of `--out` were in µT.
    @Test(arguments: [("T", "0.000012500,-0.000000500,0.000000000"), ("uT", "12.500,-0.500,0.000")])
    func `of a magnetometer are in tesla or in microtesla`(unit: String, values: String) throws {
        let recording = try Recording(
            csv: """
                epoch (ms),time (01:00),elapsed (s),x-axis (\(unit)),y-axis (\(unit)),z-axis (\(unit))
                1547579049161,2019-01-15T20:04:09.161,0.000,\(values)
                1547579049201,2019-01-15T20:04:09.201,0.040,\(values)
                """)
        #expect((recording.magneticField[1] - Vector3(12.5, -0.5, 0)).length < 1e-9)
        #expect(recording.specificForce.isEmpty && recording.angularRate.isEmpty)
    }

    @Test func `survive a spreadsheet that cut the epochs`() throws {
        let elapsed = try Recording(
            csv: """
                epoch (ms),time (01:00),elapsed (s),x-axis (g),y-axis (g),z-axis (g)
                1.54747E+12,2019-01-15T20:04:09.161,0.000,0,0,1
                1.54747E+12,2019-01-15T20:04:09.201,0.040,0,0,1
                """)
        #expect((elapsed.rate - 25).magnitude < 1e-9 && elapsed.epoch == nil)
        let dates = try Recording(
            csv: """
                epoch (ms);time (01:00);x-axis (g);y-axis (g);z-axis (g)
                1.54747E+12;2019-12-31T23:59:59.990;0;0;1
                1.54747E+12;2020-01-01T00:00:00.010;0;0;1
                """)
        #expect((dates.rate - 50).magnitude < 1e-3)
        #expect(throws: RecordingError.self) {
            try Recording(
                csv: """
                    epoch (ms),x-axis (g),y-axis (g),z-axis (g)
                    1.54747E+12,0,0,1
                    1.54747E+12,0,0,1
                    """)
        }
    }

    @Test(arguments: [
        ("time (s),acc x (g),acc y (g),acc z (g)", "0,0,0,1", "0.5,0,0,1"),
        ("ax [m/s^2];ay [m/s^2];az [m/s^2];t [ms]", "0;0;9.80665;0", "0;0;9.80665;500"),
        ("elapsed_ms,acc_z (mg),acc_y (mg),acc_x (mg)", "0,1000,0,0", "500,1000,0,0"),
        ("Time (s)\tAccX (g)\tAccY (g)\tAccZ (g)\tnote", "0\t0\t0\t1\tu", "0.5\t0\t0\t1\tv"),
        ("# mine\ntimestamp (us),a_x (g),a_y (g),a_z (g)", "0,0,0,1", "500000,0,0,1"),
    ])
    func `name their columns and units in many ways`(
        header: String, first: String, second: String
    ) throws {
        let recording = try Recording(csv: "\u{FEFF}\(header)\n\(first)\n\n\(second)")
        #expect((recording.rate - 2).magnitude < 1e-9)
        #expect((recording.specificForce[1] - Vector3(0, 0, standardGravity)).length < 1e-12)
    }

    @Test func `may hold nine axes in any order`() throws {
        let recording = try Recording(
            csv: """
                gx (rad/s),gy (rad/s),gz (rad/s),mx (uT),my (uT),mz (uT),ax (g),ay (g),az (g)
                1,2,3,4,5,6,7,8,9
                1,2,3,4,5,6,7,8,9
                """, rate: 200)
        #expect(recording.rate == 200)
        #expect(recording.angularRate[1] == Vector3(1, 2, 3))
        #expect(recording.magneticField[1] == Vector3(4, 5, 6))
        #expect(recording.specificForce[1].x == 7 * standardGravity)
    }

    @Test(arguments: [
        ("", 1, 1, "empty"),
        ("\n\nfoo,bar\n1,2", 3, 1, "sensor"),
        ("time (s),acc x (g),acc y (g)\n0,0,0", 1, 1, "x, y and z"),
        ("time (s),acc x,acc y (g),acc z (g)\n0,0,0,0", 1, 10, "(g), (mg) or (m/s^2)"),
        ("time (s),acc x (lb),acc y (g),acc z (g)\n0,0,0,0", 1, 10, "(lb)"),
        ("time (s),gyro x (g),gyro y (g),gyro z (g)\n0,0,0,0", 1, 10, "(deg/s) or (rad/s)"),
        ("time (h),x (g),y (g),z (g)\n0,0,0,0", 1, 1, "(s) or (ms)"),
        ("time (s),x (g),y (g),z (g)\n0,0,0,0", 1, 1, "at least 2"),
        ("time (s),x (g),y (g),z (g)\n0,0,0,0\n1,0,0", 3, 1, "3 cells"),
        ("time (s),x (g),y (g),z (g)\n0,0,0,0\n1,0,zero,0", 3, 5, "zero"),
        ("time (s),x (g),y (g),z (g)\n0,0,0,0\n1,0,0,nan", 3, 7, "nan"),
        ("time (s),x (g),y (g),z (g)\n0,0,0,0\n1,0,1e300,0", 3, 5, "unit"),
        ("time (s),x (g),y (g),z (g)\n0,0,0,-10001\n1,0,0,0", 2, 7, "any sensor"),
        ("time (s),x (deg/s),y (deg/s),z (deg/s)\n0,0,0,6e5\n1,0,0,0", 2, 7, "any sensor"),
        ("time (s),x (uT),y (uT),z (uT)\n0,1e7,0,0\n1,0,0,0", 2, 3, "any sensor"),
        ("time (s),x (g),y (g),z (g)\n1,0,0,0\n0,0,0,0", 3, 1, "goes back"),
        ("time (s),x (g),y (g),z (g)\n1,0,0,0\n1,0,0,0", 2, 1, "same time"),
        ("x (g),y (g),z (g)\n1,0,0\n1,0,0", 1, 1, "time (s)"),
        ("epoch,elapsed_ms,x,y,z\n1,0,0,0,0\n2,1,0,0,0", 1, 18, "no unit"),
    ])
    func `that cannot be read say where and how to fix it`(
        text: String, line: Int, column: Int, says: String
    ) {
        do {
            _ = try Recording(csv: text)
            Issue.record("taken: \(text)")
        } catch {
            #expect(error.line == line && error.column == column, "\(error)")
            #expect(error.problem.contains(says), "\(error)")
        }
    }

    @Test func `with uneven times come out even`() throws {
        var text = "time (s),x (g),y (g),z (g)\n"
        var t = 0.0
        var random = RandomStream(seed: 3, purpose: "uneven")
        while t < 4 {
            text += "\(t),\(sin(2 * .pi * t)),0,1\n"
            // A gap of 0.15 s now and then, 10 ms otherwise.
            t += random.uniform() < 0.02 ? 0.15 : 0.01
        }
        let recording = try Recording(csv: text)
        #expect((recording.rate - 100).magnitude < 1e-6)
        for (i, force) in recording.specificForce.enumerated() {
            let expected = sin(2 * .pi * Double(i) / 100) * standardGravity
            #expect((force.x - expected).magnitude < 0.11 * standardGravity, "at \(i)")
            #expect((force.z - standardGravity).magnitude < 1e-12)
        }
    }

    @Test func `of two sensors become one, in step by their epochs`() throws {
        func file(_ start: Int, _ count: Int, _ step: Int, _ unit: String) -> String {
            var text = "epoch (ms),elapsed (s),x-axis (\(unit)),y-axis (\(unit)),z-axis (\(unit))\n"
            for i in 0..<count {
                let ms = start + i * step
                let value = sin(Double(ms) * 0.004)
                text += "\(1_547_579_000_000 + ms),\(Double(i * step) / 1000),\(value),0,1\n"
            }
            return text
        }
        let force = try Recording(csv: file(0, 400, 20, "g"))
        let rate = try Recording(csv: file(500, 900, 10, "rad/s"))
        for both in [try force.combined(with: rate), try rate.combined(with: force)] {
            #expect((both.rate - 100).magnitude < 1e-9)
            #expect(both.specificForce.count == both.angularRate.count && both.count > 700)
            #expect(both.epoch == 1_547_579_000_500)
            for i in 100..<600 {
                let ratio = both.specificForce[i].x / standardGravity - both.angularRate[i].x
                #expect(ratio.magnitude < 1e-4, "at \(i)")
            }
        }
        let later = try Recording(csv: file(90_000, 400, 20, "rad/s"))
        #expect(throws: RecordingError.self) { try force.combined(with: later) }
    }

    @Test(.slow) func `of the scenarios are there and in the units that they say`() throws {
        let names = ["wrist-forward-elevation", "wrist-external-rotation", "wrist-row"]
        for name in names {
            let text = try Repository.bytes("Scenarios/data/\(name).csv")
            let recording = try Recording(csv: text)
            #expect((recording.rate - 50).magnitude < 1e-6)
            #expect(recording.duration > 30)
            #expect(recording.angularRate.count == recording.specificForce.count)
            // Turned back by the rate, the specific force of 6 s is one g long on average.
            let playback = Playback(recording, from: 3, length: 6, blend: 0)
            let body = try ScriptedBody([.recording(playback)])
            var sum = Vector3.zero
            for i in 0..<600 {
                let state = body.kinematics(at: Instant.zero + .milliseconds(Int64(i) * 10))
                sum += state.orientation.rotate(state.specificForce)
            }
            let mean = sum.length / 600 / standardGravity
            #expect((0.93...1.07).contains(mean), "\(name): \(mean) g")
        }
    }
}
