import Declaration
import ScenarioFile
import ScriptedClient
import Simulation
import Testing

@testable import ScenarioRun

/// What boards send to hosts outside is recorded as scripted clients have it.
@Suite struct OutsideRecorderTests {
    /// Keeps the rows of the truth.
    private final class Rows: SeriesObserver, SampleSink {
        var series: [Series] = []
        var samples: [Series.Sample] = []

        func began(_ series: Series, number: Int, of client: String) -> (any SampleSink)? { nil }
        func truth(_ series: Series, board: Int) -> (any SampleSink)? {
            self.series.append(series)
            return self
        }
        func take(_ sample: Series.Sample) { samples.append(sample) }
    }

    private static func run(
        _ text: String, rows: Rows? = nil, boards: [Int]? = [0]
    ) throws -> RunResult {
        let scenario = try ScenarioFile(
            reading: Array(text.utf8), file: "t.yaml", vocabulary: .firmware)
        var options = RunOptions()
        options.keepsSamples = true
        options.seriesObserver = rows
        let run = try ScenarioRun(
            scenario, text: Array(text.utf8), file: "t.yaml", options: options)
        let recorder = OutsideRecorder(run, boards: boards)
        while !run.advance(to: run.now + .seconds(3600)) {}
        var result = try run.finish()
        recorder.complete(&result)
        return result
    }

    private static func streaming(_ steps: String, _ more: String = "") -> String {
        RunBench.scenario(
            board: "{name: wrist, model: MetaMotion R, sensors: ideal,"
                + " motion: [swing: {by: 40 deg, period: 2 s, arm: 0.5 m, for: 60 s}]}",
            steps: "connect: {timeout: 1 s}, initialise, \(steps)".asSteps, more)
    }

    @Test(arguments: [
        "configure: {accelerometer: {rate: 100 Hz, range: 4 g}}, stream: {signals: [acceleration], for: 2 s}",
        "configure: {gyroscope: {rate: 100 Hz, range: 500 deg/s}}, stream: {signals: [rotation], for: 2 s}",
        "stream: {signals: [acceleration-packed], for: 2 s}",
        "stream: {signals: [pressure], for: 2 s}", "stream: {signals: [light], for: 2 s}",
        "configure: {fusion: {mode: ndof}}, stream: {signals: [quaternion], for: 2 s}",
        "configure: {fusion: {mode: ndof}}, stream: {signals: [corrected-acceleration], for: 2 s}",
        "stream: {signals: [magnetic-field], for: 2 s}",
    ])
    func `a stream is what a scripted client makes of it`(steps: String) throws {
        let result = try Self.run(Self.streaming(steps))
        try #require(result.failedStep == nil)
        try #require(result.clients.map(\.name) == ["phone", "outside"])
        let (ours, theirs) = (result.clients[0].series[0], result.clients[1].series[0])
        #expect(result.clients[1].series.count == 1)
        #expect(
            (theirs.board, theirs.signal, theirs.unit, theirs.axes)
                == (ours.board, ours.signal, ours.unit, ours.axes))
        // What is configured for these two only the client knows.
        if !["magnetic-field", "light", "pressure", "quaternion", "corrected-acceleration"]
            .contains(ours.signal)
        {
            #expect(abs(theirs.rate - ours.rate) < 1, "\(theirs.rate), \(ours.rate)")
        }
        #expect(theirs.made == theirs.received + theirs.dropped + theirs.missing)
        #expect(abs(theirs.received - ours.received) <= 2 && theirs.received >= 2)
        // A packet on its way when the script ended is in one of the two.
        let pairs = zip(theirs.samples, ours.samples)
        for (their, our) in pairs {
            for (a, b) in zip(their.values, our.values) { #expect(abs(a - b) < 1e-9) }
            #expect(abs((their.time - our.time).seconds) < 0.011)
        }
        let error = try #require(theirs.rootMeanSquareError)
        #expect(abs(error - (ours.rootMeanSquareError ?? 0)) < 0.02 + 0.2 * error)
    }

    @Test func `a stream that is asked for again is another one`() throws {
        let stream = "stream: {signals: [acceleration], for: 1 s}"
        let result = try Self.run(Self.streaming("\(stream), wait: 1 s, \(stream)"))
        #expect(result.clients[1].series.count == 2)
        #expect(Set(result.clients[1].series.compactMap(\.number)).count == 2)
    }

    @Test func `samples count as dropped, missing or unheard as for a script`() throws {
        let result = try Self.run(
            Self.streaming(
                "configure: {accelerometer: 400 Hz}, stream: [acceleration], wait-disconnect",
                "faults: [{at: 3 s, link-loss: 60 s}]\nduration: 10 s\n"))
        let (ours, theirs) = (result.clients[0].series[0], result.clients[1].series[0])
        #expect(theirs.dropped == ours.dropped && theirs.dropped > 100)
        #expect(theirs.unheard == ours.unheard && theirs.unheard > 1_000)
        #expect(theirs.made == theirs.received + theirs.dropped + theirs.missing)
    }

    @Test func `what a processor makes is kept as bytes, with a note`() throws {
        let result = try Self.run(
            Self.streaming(
                "process: {from: acceleration, chain: [rss], as: size},"
                    + " stream: {signals: [size], for: 1 s}"))
        try #require(result.failedStep == nil, "\(result.failedStep ?? "")")
        let series = try #require(result.clients.last?.series.last)
        #expect(series.signal.hasPrefix("processor-") && series.axes.first == "byte 1")
        #expect(series.received > 50)
        #expect(result.notes.contains { $0.contains("processor-") && $0.contains("bytes") })
    }

    @Test func `boards that a script uses are left to it, and silent ones send nothing`() throws {
        let text = Self.streaming("stream: {signals: [acceleration], for: 1 s}")
        #expect(try Self.run(text, boards: nil).clients.map(\.name) == ["phone"])
        let alone = "version: 1\nboards: [{name: wrist, model: MetaMotion S}]\nduration: 1 s\n"
        #expect(try Self.run(alone, boards: nil).clients.isEmpty)
    }

    @Test func `the truth of every board is written a hundred times a second`() throws {
        let rows = Rows()
        _ = try Self.run(
            """
            version: 1
            world: {temperature: 25 degC}
            boards:
              - {name: left, model: MetaMotion S, motion: [spin: {rate: 60 rpm, about: z, for: 9 s}]}
              - {name: right, model: Triki}
            duration: 1 s

            """, rows: rows, boards: nil)
        #expect(rows.series.map(\.board) == ["left", "right"])
        #expect(rows.series[0].signal == "truth" && rows.series[0].rate == 100)
        #expect(rows.samples.count == 202)
        let (axes, values) = (rows.series[0].axes, rows.samples[100].values)
        #expect(axes.count == values.count && Set(axes).count == axes.count)
        func value(_ name: String) -> Double? { axes.firstIndex(of: name).map { values[$0] } }
        #expect(abs(try #require(value("rotation z (deg/s)")) - 360) < 1e-6)
        #expect(abs(try #require(value("acceleration z (g)")) - 1) < 1e-3)
        #expect(value("temperature (degC)") == 25)
    }

    @Test func `who watched a board before sees all of it`() throws {
        // Also that the run is the same with it and without.
        let text = Self.streaming("stream: {signals: [acceleration], for: 1 s}")
        let plain = try RunBench(text).result
        let recorded = try Self.run(text)
        #expect(plain.boards[0].notificationsSent == recorded.boards[0].notificationsSent)
        #expect(plain.clients[0].series[0].received == recorded.clients[0].series[0].received)
    }
}
