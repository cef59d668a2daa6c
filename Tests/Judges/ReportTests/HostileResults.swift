import Bluetooth
import Declaration
import ScenarioRun
import ScriptedClient
import Simulation
import Testing

/// Results as nobody should make them, and which must still give a report.
struct HostileResults: Sendable, CustomTestStringConvertible {
    var name: String
    var result: RunResult

    var testDescription: String { name }

    static let all = [
        HostileResults(name: "numbers that are none", result: SampleResults.small(notNumbers)),
        HostileResults(
            name: "no samples", result: SampleResults.small { $0.clients[0].series[0].samples = [] }
        ),
        HostileResults(
            name: "one sample",
            result: SampleResults.small { $0.clients[0].series[0].samples.removeLast() }),
        HostileResults(name: "samples without truth", result: SampleResults.small(noTruth)),
        HostileResults(name: "too few and too many values", result: SampleResults.small(ragged)),
        HostileResults(
            name: "no axes", result: SampleResults.small { $0.clients[0].series[0].axes = [] }),
        HostileResults(name: "all names empty", result: SampleResults.small { names(&$0, "") }),
        HostileResults(
            name: "control characters",
            result: SampleResults.small {
                names(&$0, "a\u{0}\u{1B}[2J\u{7F}\n\r\t]]>&<\"'\u{FFFE}\u{202E}../b")
            }),
        HostileResults(
            name: "very long words",
            result: SampleResults.small { names(&$0, String(repeating: "wrist", count: 400)) }),
        HostileResults(
            name: "very long texts",
            result: SampleResults.small {
                names(&$0, String(repeating: "the left wrist ", count: 200))
            }),
        HostileResults(
            name: "wide characters",
            result: SampleResults.small { names(&$0, String(repeating: "手首🎿e\u{301}", count: 20)) }),
        HostileResults(name: "ends of the integer ranges", result: SampleResults.small(extremes)),
        HostileResults(
            name: "nothing at all",
            result: RunResult(
                scenario: "", file: "", scenarioHash: "", seed: .max, duration: .zero,
                ending: .deadline(""))),
    ]

    private static func notNumbers(_ result: inout RunResult) {
        let values: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude]
        result.boards[0].logFill = .nan
        result.clients[0].series[0].rate = .nan
        result.clients[0].series[0].samples = values.enumerated().map { i, value in
            Series.Sample(
                time: SampleResults.seconds(Double(i)), arrival: SampleResults.seconds(Double(i)),
                values: [value, 0, 1], truth: [0, value, 1])
        }
        var other = result.clients[0].series[0]
        other.rate = .infinity
        result.clients[0].series.append(other)
    }

    private static func noTruth(_ result: inout RunResult) {
        for i in 0..<2 { result.clients[0].series[0].samples[i].truth = [] }
    }

    private static func ragged(_ result: inout RunResult) {
        result.clients[0].series[0].samples[0].values = []
        result.clients[0].series[0].samples[1].values = [1, 2, 3, 4, 5, 6, 7, 8]
        result.clients[0].series[0].samples[1].truth = [1]
    }

    private static func names(_ result: inout RunResult, _ name: String) {
        result.scenario = name
        result.file = name
        result.scenarioHash = name
        result.traceHash = name
        result.notes = [name]
        result.ending = .deadline(name)
        result.boards[0].name = name
        result.boards[0].model = name
        result.boards[0].firmware = name
        result.boards[0].quirks = [name, name]
        result.clients[0].name = name
        result.clients[0].steps[0].title = name
        result.clients[0].steps[0].detail = name
        result.clients[0].steps[1].outcome = .failed(name)
        result.clients[0].series[0].board = name
        result.clients[0].series[0].signal = name
        result.clients[0].series[0].unit = String(name.prefix(12))
        result.clients[0].series[0].axes = [name, name, name]
        result.expectations[0].title = name
        result.expectations[0].detail = name
        result.expectations[1].detail = name
    }

    private static func extremes(_ result: inout RunResult) {
        result.seed = .max
        result.duration = Nanoseconds(.max)
        result.boards[0].resets = 1_000_000_000
        result.boards[0].retransmissions = .max
        result.clients[0].series[0].made = 1_000_000_000
        result.clients[0].series[0].dropped = -1
        result.clients[0].series[0].rate = 1e-300
        result.clients[0].series[0].samples[0].time = Instant(nanoseconds: 0)
        result.clients[0].series[0].samples[0].arrival = Instant(nanoseconds: .max)
        result.clients[0].series[0].samples[1].time = Instant(nanoseconds: .max)
        result.clients[0].series[0].samples[1].arrival = Instant(nanoseconds: .max)
        result.expectations[0].decided = Instant(nanoseconds: -1)
        result.expectations[0].line = .min
    }
}
