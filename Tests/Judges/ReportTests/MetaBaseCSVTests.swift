import Declaration
import Report
import ScenarioRun
import ScriptedClient
import Simulation
import Testing

@Suite struct MetaBaseCSVTests {
    /// The example of formats.md, and the moment in the example of a file name.
    static let recorded = MetaBaseCSV(epochMilliseconds: 1_547_579_049_161, utcOffsetMinutes: 60)

    private func text(_ series: Series, _ csv: MetaBaseCSV = MetaBaseCSV()) -> String {
        String(decoding: csv.bytes(series), as: UTF8.self)
    }

    private func series(
        _ samples: [(Double, [Double])], signal: String = "acceleration", unit: String = "g",
        axes: [String] = ["x", "y", "z"], rate: Double = 12.5
    ) -> Series {
        Series(
            board: "MetaWear", signal: signal, unit: unit, axes: axes, source: .stream, rate: rate,
            samples: samples.map {
                Series.Sample(
                    time: SampleResults.seconds($0.0), arrival: SampleResults.seconds($0.0),
                    values: $0.1, truth: [])
            })
    }

    @Test func `the form of the vendor's app`() {
        #expect(
            text(series([(0, [0.307, 0.595, 0.811]), (0.08, [-0.3, 0, 1])]), Self.recorded) == """
                epoch (ms),time (01:00),elapsed (s),x-axis (g),y-axis (g),z-axis (g)
                1547579049161,2019-01-15T20:04:09.161,0.000,0.307,0.595,0.811
                1547579049241,2019-01-15T20:04:09.241,0.080,-0.300,0.000,1.000

                """)
    }

    @Test(arguments: [
        (0, "(00:00)", "2026-01-01T00:00:00.000"), (60, "(01:00)", "2026-01-01T01:00:00.000"),
        (-780, "(-13:00)", "2025-12-31T11:00:00.000"),
        (345, "(05:45)", "2026-01-01T05:45:00.000"),
    ])
    func `the header has the offset without a plus`(
        minutes: Int, header: String, time: String
    ) {
        let text = text(series([(0, [0, 0, 0])]), MetaBaseCSV(utcOffsetMinutes: minutes))
        #expect(text.contains("time \(header),"))
        #expect(text.contains("\n1767225600000,\(time),0.000,"))
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000"), (-1, "1969-12-31T23:59:59.999"),
            (951_782_400_000, "2000-02-29T00:00:00.000"),
            (951_868_800_000, "2000-03-01T00:00:00.000"),
            (1_709_251_199_999, "2024-02-29T23:59:59.999"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000"),
        ] as [(Int64, String)])
    func `the calendar`(epoch: Int64, time: String) {
        let text = text(series([(0, [0, 0, 0])]), MetaBaseCSV(epochMilliseconds: epoch))
        #expect(text.contains("\n\(epoch),\(time),0.000,"))
    }

    @Test(arguments: [
        (["x", "y", "z"], "deg/s", "x-axis (deg/s),y-axis (deg/s),z-axis (deg/s)"),
        (["steps"], "", "steps"),
        (["a,b\n\"c"], "g", "abc (g)"),
    ])
    func `columns are named after axes and unit`(axes: [String], unit: String, columns: String) {
        let text = text(series([], unit: unit, axes: axes))
        #expect(text == "epoch (ms),time (00:00),elapsed (s),\(columns)\n")
    }

    @Test func `what is no number, or not there, is an empty field`() {
        let text = text(series([(0, [.nan, .infinity, 1]), (1, [2])]))
        #expect(
            text.hasSuffix(",0.000,,,1.000\n1767225601000,2026-01-01T00:00:01.000,1.000,2.000,,\n"))
    }

    /// Headers of the app's files, to the blank (real boards 3), and a line of values.
    @Test(
        arguments: [
            (
                "magnetic-field", "uT", ["x", "y", "z"], [12.3456, -0.3, 0],
                "x-axis (T),y-axis (T),z-axis (T)", "0.000012346,-0.000000300,0.000000000"
            ),
            (
                "corrected-magnetic-field", "uT", ["x", "y", "z"], [40, 0, 0],
                "x-axis (T),y-axis (T),z-axis (T)", "0.000040000,0.000000000,0.000000000"
            ),
            ("magnetic-field", "uT", ["y"], [1], "y-axis (T)", "0.000001000"),
            (
                "quaternion", "", ["w", "x", "y", "z"], [0.7071068, 0, 0, -0.7071068],
                "w (number),x (number),y (number), z (number)",
                "0.707107,0.000000,0.000000,-0.707107"
            ),
            (
                "euler", "deg", ["heading", "pitch", "roll", "yaw"], [1, 2, 3, 4],
                "pitch (deg),roll (deg),yaw (deg), heading (deg)", "2.000,3.000,4.000,1.000"
            ),
            ("pressure", "hPa", ["pressure"], [1013.25125], "pressure (Pa)", "101325.125"),
            ("light", "lx", ["light"], [20.5], "illuminance (lx)", "20.500"),
            ("humidity", "%", ["humidity"], [45], "relative humidity (%)", "45.000"),
            ("temperature-1", "degC", ["temperature"], [25.25], "temperature (C)", "25.250"),
            (
                "gravity", "g", ["x", "y", "z"], [0, 0, 1], "x-axis (g),y-axis (g),z-axis (g)",
                "0.000,0.000,1.000"
            ),
            (
                "linear-acceleration", "g", ["x", "y", "z"], [0, 0.5, 0],
                "x-axis (g),y-axis (g),z-axis (g)", "0.000,0.500,0.000"
            ),
            ("quaternion", "", ["value"], [2], "value", "2.000"),
            ("pressure", "", ["value"], [2], "value", "2.000"),
        ] as [(String, String, [String], [Double], String, String)])
    func `the form of each quantity`(
        signal: String, unit: String, axes: [String], values: [Double], columns: String,
        line: String
    ) {
        let text = text(series([(0, values)], signal: signal, unit: unit, axes: axes))
        let start = "epoch (ms),time (00:00),elapsed (s),"
        #expect(
            text == "\(start)\(columns)\n1767225600000,2026-01-01T00:00:00.000,0.000,\(line)\n")
    }

    @Test(arguments: [
        (
            "acceleration", 12.5, "",
            "Device_2019-01-15T20.04.09.161_E8C98F527B07_Accelerometer_12.500Hz_1.7.3.csv"
        ),
        (
            "rotation", 100, "desk",
            "desk_Device_2019-01-15T20.04.09.161_E8C98F527B07_Gyroscope_100.000Hz_1.7.3.csv"
        ),
        (
            "linear-acceleration", 100, "",
            "Device_2019-01-15T20.04.09.161_E8C98F527B07_Linear-Acceleration_100.000Hz_1.7.3.csv"
        ),
        (
            "magnetic-field-packed", 25, "",
            "Device_2019-01-15T20.04.09.161_E8C98F527B07_Magnetometer_25.000Hz_1.7.3.csv"
        ),
        ("temperature", 0, "", "Device_2019-01-15T20.04.09.161_E8C98F527B07_Temperature_1.7.3.csv"),
    ])
    func `file names`(signal: String, rate: Double, session: String, name: String) {
        var series = series([(0, [0, 0, 0])], signal: signal, rate: rate)
        series.board = "Device"
        let board = SampleResults.small().boards[0]
        #expect(Self.recorded.fileName(series, board: board, session: session) == name)
    }

    @Test(arguments: HostileResults.all) func `hostile names stay file names, no two alike`(
        hostile: HostileResults
    ) {
        var result = hostile.result
        if !result.clients.isEmpty { result.clients += result.clients }
        let names = SeriesFileNames(result).names.flatMap(\.self)
        #expect(Set(names.map { $0.lowercased() }).count == names.count)
        for name in names {
            #expect(name.utf8.count <= 255 && name.hasSuffix(".csv") && !name.hasPrefix("."))
            #expect(!name.contains("/") && !name.unicodeScalars.contains { $0.value < 32 })
        }
    }

    @Test(arguments: HostileResults.all) func `every line has as many fields as the header`(
        hostile: HostileResults
    ) {
        for series in hostile.result.clients.flatMap(\.series) {
            let lines = text(series).split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).count
            }
            #expect(lines.count == series.samples.count + 1)
            #expect(lines.allSatisfy { $0 == 3 + series.axes.count })
        }
    }
}
