import Foundation
import Testing

@testable import Motion

/// What spreadsheets, the SDK and other apps make of a recording.
@Suite struct `Forms of a recording's file` {
    private static func rows(
        _ header: String, _ count: Int = 100, separator: String = ",", _ row: (Int) -> [String]
    ) -> String {
        header + "\n" + (0..<count).map { row($0).joined(separator: separator) + "\n" }.joined()
    }

    private static func start(_ text: String) -> String { "2019-01-15T20:04:\(text)" }

    @Test func `with decimal commas between semicolons are read`() throws {
        let recording = try Recording(
            csv: """
                epoch (ms);time (01:00);elapsed (s);x-axis (g);y-axis (g);z-axis (g)
                1547219408431;2019-01-11T16:10:08,431;0,000;0,500;-0,100;0,900
                1547219408451;2019-01-11T16:10:08,451;0,020;-1,5E-1;0,100;0,900
                """)
        #expect((recording.rate - 50).magnitude < 1e-6)
        let wanted = Vector3(-0.15, 0.1, 0.9) * standardGravity
        #expect((recording.specificForce[1] - wanted).length < 1e-9)
    }

    @Test(arguments: [true, false]) func `in UTF-16 are read`(isLittle: Bool) throws {
        let text =
            "\u{FEFF}time (s)\tx (m/s²)\ty (m/s²)\tz (m/s²)\r\n0\t0\t0\t9.8\r\n0.5\t1\t0\t9.8\r\n"
        let bytes = text.utf16.flatMap { unit in
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittle ? pair : pair.reversed()
        }
        let recording = try Recording(csv: bytes)
        #expect(recording.rate == 2 && recording.specificForce[1].x == 1)
    }

    @Test func `name units at the end of a column's name`() throws {
        let recording = try Recording(
            csv: """
                elapsed_ms,acc_x_g,acc_y_g,acc_z_g,gyro_x_dps,gyro_y_dps,gyro_z_dps
                0,0,0,1,180,0,0
                10,0,0,1,180,0,0
                """)
        #expect(recording.specificForce[0].z == standardGravity)
        #expect((recording.angularRate[0].x - .pi).magnitude < 1e-12)
    }

    @Test(arguments: ["timestamp", "time", "Timestamp (UTC)"])
    func `have ISO dates under any word for time`(name: String) throws {
        let recording = try Recording(
            csv: """
                \(name),x (g),y (g),z (g)
                2019-01-11T16:10:08.431Z,0,0,1
                2019-01-11T16:10:08.451Z,0,0,1
                """)
        #expect((recording.rate - 50).magnitude < 1e-3)
    }

    /// As the app's exports of a live stream have it.
    @Test func `have a clock in seconds or milliseconds without a unit`() throws {
        for (first, second) in [
            ("1547219408.40", "1547219408.42"), ("1547219408400", "1547219408420"),
        ] {
            let recording = try Recording(
                csv: "time,x (g),y (g),z (g)\n\(first),0,0,1\n\(second),0,0,1")
            #expect((recording.rate - 50).magnitude < 1e-3)
            #expect(recording.epoch == 1_547_219_408_400)
        }
    }

    @Test(arguments: [
        (
            "epoch (ms),elapsed (s),w (number),x (number),y (number), z (number)\n1,0,1,0,0,0", 1,
            "quaternion"
        ),
        ("epoch,w,x,y,z\n1,1,0,0,0", 1, "quaternion"),
        ("epoch,heading,pitch,roll,yaw\n1,1,0,0,0", 1, "orientations (angles)"),
        ("time (s),x (g),y (g),z (g)\n0,0,0,1\n1,,,", 3, "there is no value under \"x (g)\""),
        ("time (s),x (g),y (g),z (g)\n0,0,0,1\n1,0,0,NaN", 3, "there is no value but \"NaN\""),
        (
            "time (s),x (g),y (g),z (g)\n0,0,0,1\ntime (s),x (g),y (g),z (g)\n", 3,
            "header stands here once more"
        ),
        ("time,x (g),y (g),z (g)\n0,0,0,1\n0.02,0,0,1", 1, "write time (s) or time (ms)"),
        ("x (g),y (g),z (g)\n0,0,1\n0,0,1", 1, "add one as time (s)"),
        (
            "date,time (01:00),x (g),y (g),z (g)\na,yesterday,0,0,1\na,today,0,0,1", 2,
            "\"yesterday\" under \"time (01:00)\""
        ),
        ("time (s),x (g),y (g),z (g)\n0,0,0,1\n0.04,0,0,1\n0.02,0,0,1", 4, "back by 0.02 s"),
    ])
    func `that cannot be read name the real cause`(text: String, line: Int, says: String) {
        let error = #expect(throws: RecordingError.self) { try Recording(csv: text) }
        #expect(error?.line == line, "\(error as Any)")
        #expect(error?.problem.contains(says) == true, "\(error as Any)")
        #expect(error?.problem.contains("give the rate") == false)
    }

    @Test(
        arguments: [
            (0.0, 1.0, nil), (0.0, 9.81, "m/s^2"), (0.0, 0.01, "gravity is not in it"),
            (0.0, 3.0, "check the unit"), (1.5, 1.0, nil),
        ] as [(Double, Double, String?)])
    func `whose rest is far from 1 g get a note`(shake: Double, rest: Double, says: String?) throws
    {
        let text = Self.rows("time (s),x (g),y (g),z (g)", 500) { i in
            ["\(Double(i) / 100)", "\(shake * sin(Double(i) * 0.2))", "0.01", "\(rest)"]
        }
        let notes = try Recording(csv: text).notes
        if let says {
            #expect(notes.count == 1 && notes[0].contains(says), "\(notes)")
        } else {
            #expect(notes.isEmpty, "\(notes)")
        }
    }

    // MARK: Pairs

    /// One event, 3 s after the acceleration begins, in both; rotation begins 2 s later.
    private static func pair(
        _ header: (String) -> String, _ cells: (_ ms: Int, _ isFirst: Bool) -> [String],
        assuming: Bool = false
    ) throws -> Recording {
        func file(from: Int, unit: String) -> String {
            rows(header(unit), 300) { i in
                let ms = from + 20 * i
                let peak = (3000..<3100).contains(ms) ? 1 : 0
                return cells(ms, from == 0) + ["\(peak)", "0", "\(unit == "g" ? 1 : 0)"]
            }
        }
        let force = try Recording(
            csv: file(from: 0, unit: "g"), assuming: assuming ? .acceleration : nil)
        let rate = try Recording(
            csv: file(from: 2000, unit: "deg/s"), assuming: assuming ? .rotation : nil)
        return try force.combined(with: rate)
    }

    /// How much later the event is in the rotation, in samples.
    private static func apart(_ both: Recording) -> Int? {
        guard let force = both.specificForce.firstIndex(where: { $0.x > 5 }),
            let rate = both.angularRate.firstIndex(where: { $0.x > 0.01 })
        else { return nil }
        return rate - force
    }

    private static func date(_ ms: Int, _ form: String = "") -> String {
        let (seconds, rest) = (8 + (ms + 431) / 1000, (ms + 431) % 1000)
        let two = seconds < 10 ? "0\(seconds)" : "\(seconds)"
        let three = String("00\(rest)".suffix(3))
        return "2019-01-11T16:10:\(two)" + (form == "whole" ? "Z" : ".\(three)")
    }

    @Test(arguments: ["dates", "rounded", "elapsed", "sdk", "stream"])
    func `are related by what both have`(by: String) throws {
        let both: Recording =
            switch by {
            case "dates":
                try Self.pair({ "time (01:00),x (\($0)),y (\($0)),z (\($0))" }) { ms, _ in
                    [Self.date(ms)]
                }
            // A spreadsheet has rounded the epochs.
            case "rounded":
                try Self.pair({
                    "epoch (ms),time (01:00),elapsed (s),x (\($0)),y (\($0)),z (\($0))"
                }) { ms, isFirst in
                    let epoch = 1.547219408e12 + (Double(ms + 431) / 1000).rounded() * 1000
                    return [
                        "\(epoch)", Self.date(ms), "\(Double(ms - (isFirst ? 0 : 2000)) / 1000)",
                    ]
                }
            case "elapsed":
                try Self.pair({ "t (ms),x (\($0)),y (\($0)),z (\($0))" }) { ms, _ in ["\(ms)"] }
            // Whole seconds, and milliseconds since the board's start.
            case "sdk":
                try Self.pair(
                    { _ in "epoch,elapsed_ms,x,y,z" },
                    { ms, _ in
                        [Self.date(ms, "whole"), "\(ms + 70_000).250"]
                    }, assuming: true)
            default:
                try Self.pair(
                    { _ in "epoch,x,y,z" }, { ms, _ in [Self.date(ms, "whole")] }, assuming: true)
            }
        let apart = try #require(Self.apart(both), "\(by)")
        #expect(apart.magnitude <= (by == "stream" ? 2 : 0), "\(by): \(apart)")
        #expect(both.count <= 201)
        #expect(both.notes.isEmpty == (by != "elapsed"), "\(both.notes)")
    }

    @Test func `that nothing relates begin together, and a note says so`() throws {
        let both = try Self.pair({ "elapsed (s),x (\($0)),y (\($0)),z (\($0))" }) { ms, isFirst in
            ["\(Double(ms - (isFirst ? 0 : 2000)) / 1000)"]
        }
        #expect(Self.apart(both) == -100)
        #expect(both.notes.count == 1 && both.notes[0].contains("begin together"), "\(both.notes)")
    }

    @Test func `without units are of the sensor that is assumed, and a note says so`() throws {
        let text = Self.rows("epoch,elapsed_ms,x,y,z") {
            ["2026-01-01T00:00:0\($0 / 50)Z", "\($0 * 20 + 5)", "0", "0", "1"]
        }
        let force = try Recording(csv: text, assuming: .acceleration)
        #expect(force.specificForce[0].z == standardGravity)
        #expect(force.notes.count == 1 && force.notes[0].contains("acceleration in g"))
        let rate = try Recording(csv: text, assuming: .rotation)
        #expect((rate.angularRate[0].z - .pi / 180).magnitude < 1e-12)
        #expect(throws: RecordingError.self) { try Recording(csv: text) }
    }
}
