import Checkout
import Device
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// A run takes no more memory the longer it lasts: samples are added up as they come.
@Suite struct RunnerMemoryTests {
    private final class Observer: SeriesObserver, SampleSink {
        var began: [(series: Series, number: Int, client: String)] = []
        var samples = 0
        func began(_ series: Series, number: Int, of client: String) -> (any SampleSink)? {
            began.append((series, number, client))
            return self
        }
        func take(_ sample: Series.Sample) { samples += 1 }
    }

    private static func run(
        _ steps: String, model: String = "MetaMotion S", _ observer: Observer? = nil
    ) throws -> (run: ScenarioRun, result: RunResult) {
        let text = Array(
            RunBench.scenario(board: "{name: wrist, model: \(model)}", steps: steps.asSteps).utf8)
        let scenario = try ScenarioFile(reading: text, file: "t.yaml", vocabulary: .firmware)
        var options = RunOptions()
        options.seriesObserver = observer
        let run = try ScenarioRun(scenario, text: text, file: "t.yaml", options: options)
        while !run.advance(to: run.simulation.now + .seconds(3600)) {}
        return (run, try run.finish())
    }

    private static func kept(_ run: ScenarioRun) -> Int {
        run.samples.made.joined().reduce(0) { $0 + $1.kept }
    }

    @Test(.slow, arguments: ["acceleration", "acceleration-packed", "quaternion"])
    func `a stream keeps what is under way, and its figures stay exact`(_ signal: String) throws {
        let steps = "connect, initialise, stream: {signals: [\(signal)], for: 20 s}"
        let (run, result) = try Self.run(steps)
        let series = try #require(result.clients[0].series.first)
        #expect(series.received > 1800 && series.samples.isEmpty)
        #expect(Self.kept(run) < 10)
        // As the samples themselves say it.
        let whole = try RunBench(
            RunBench.scenario(board: "{name: wrist, model: MetaMotion S}", steps: steps.asSteps)
        ).series(signal)
        var plain = whole
        plain.figures = nil
        #expect(whole.samples.count == series.received)
        #expect(plain.rootMeanSquareError == series.rootMeanSquareError)
        #expect(plain.largestError == series.largestError)
        #expect(plain.latency?.mean == series.latency?.mean)
        #expect(plain.latency?.largest == series.latency?.largest)
        #expect(plain.errorUnit == series.errorUnit && plain.made == series.made)
    }

    @Test func `a stream that a lost link cuts keeps nothing of it`() throws {
        let (run, _) = try Self.run(
            "connect: {timeout: 1 s}, stream: [acceleration], wait: 2 s,"
                + " disconnect: {silently: true}, wait: 20 s, reconnect, wait: 1 s")
        #expect(Self.kept(run) < 100)
    }

    @Test func `of what was recorded that is kept which the log still holds`() throws {
        let session = "log: {acceleration: 400 Hz}, wait: 3 s, stop-log, download, clear-log"
        let (run, result) = try Self.run(
            "connect, " + Array(repeating: session, count: 4).joined(separator: ", "))
        let series = try #require(result.clients[0].series.first)
        #expect(series.received > 4700 && series.missing == 0 && series.samples.isEmpty)
        #expect(try #require(series.largestError) < 0.1)
        #expect(Self.kept(run) < 1300 + 2 * SampleHistory.blockLength)
    }

    @Test func `a sample reader gets each series and all its samples`() throws {
        let observer = Observer()
        let (_, result) = try Self.run(
            "connect, stream: {signals: [acceleration, rotation], for: 1 s},"
                + " log: {acceleration: 100 Hz}, wait: 1 s, stop-log, download", observer)
        let series = result.clients[0].series
        #expect(observer.began.map(\.number) == [0, 1, 2])
        #expect(series.map(\.number) == [0, 1, 2])
        #expect(observer.began.map(\.series.signal) == series.map(\.signal))
        #expect(observer.began.allSatisfy { $0.client == "phone" })
        #expect(observer.samples == series.reduce(0) { $0 + $1.received })
        #expect(series.allSatisfy { $0.firstTime != nil })
    }
}
