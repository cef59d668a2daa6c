import Checkout
import MetaWearTables
import Motion
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioRun
@testable import ScriptedClient

@Suite struct RunnerTruthTests {
    private static let moving =
        "motion: [rest: 1 s, swing: {by: 40 deg, period: 2 s, arm: 0.5 m, for: 60 s}]"

    @Test func `ideal sensors err by their quantization and no more`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, sensors: ideal, \(Self.moving)}",
                steps: """
                    connect: {interval: 7.5 ms}, initialise, configure: {accelerometer: {rate: 200 Hz, range:
                    4 g}, gyroscope: {rate: 200 Hz, range: 500 deg/s}}, stream: {signals: [acceleration, rotation], for: 5 s},
                    log: {acceleration: {rate: 100 Hz, range: 4 g}, rotation: {rate: 100 Hz, range: 500
                    deg/s}}, wait: 5 s, stop-log, download
                    """.split(separator: "\n").joined(separator: " ").asSteps))
        #expect(play.failure == nil)
        for source in [Series.Source.stream, .log] {
            for (signal, step) in [("acceleration", 4.0 / 32768), ("rotation", 1 / 65.6)] {
                let series = try play.series(signal, source)
                // A log is stopped before its sensors, which may make a sample in between.
                let late = source == .log ? 1 : 0
                #expect(series.received > 450 && series.missing <= late && series.dropped == 0)
                #expect((0...late).contains(series.made - series.received))
                // Rounding to a step errs by half of it at most, evenly: 0.29 of it, less for axes
                // at rest.
                #expect(try #require(series.largestError) <= step * 0.51)
                let rms = try #require(series.rootMeanSquareError)
                #expect(
                    rms > step * 0.15 && rms < step * 0.35, "\(signal) \(source): \(rms / step)")
                let samples = series.samples
                #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time })
                #expect(samples.allSatisfy { $0.arrival > $0.time })
            }
        }
    }

    @Test func `made is received, dropped and missing, over a lost link`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, \(Self.moving)}",
                steps: """
                    connect: {timeout: 2 s}, initialise, configure: {accelerometer: 400 Hz},
                    stream: [acceleration], wait-disconnect, reconnect, wait: 3 s, stop-stream, disconnect
                    """.split(separator: "\n").joined(separator: " ").asSteps,
                "faults: [{at: 5 s, interference: {loss: 85 %, for: 3 s}}, {at: 10 s, link-loss: 4 s}]\n"
            ))
        #expect(play.failure == nil)
        let series = try play.series("acceleration")
        #expect(series.dropped > 100)
        #expect(series.unheard > 400 && series.missing > 0)
        // The queue of a link that ended went with it, counted as dropped by nobody.
        #expect(series.made == series.received + series.dropped + series.missing)
        let gaps = zip(series.samples, series.samples.dropFirst()).map { $1.time - $0.time }
        #expect(try #require(gaps.max()) > .seconds(3))
        #expect(try #require(series.rootMeanSquareError) < 0.1)
        #expect(series.samples.last.map { $0.time.seconds > 15 } == true)
    }

    @Test func `samples that repeat are told apart by what the board dropped`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect: {interval: 7.5 ms}, initialise, configure: {accelerometer: 200 Hz},
                    stream: {signals: [acceleration], for: 10 s}
                    """.split(separator: "\n").joined(separator: " ").asSteps,
                "faults: [{at: 5 s, interference: {loss: 90 %, for: 3 s}}]\n"))
        let series = try play.series("acceleration")
        #expect(series.dropped > 100)
        // Everything that arrives after the interference was made just before.
        let late = series.samples.filter { $0.arrival.seconds > 9 }
        #expect(late.count > 200)
        #expect(late.allSatisfy { $0.arrival - $0.time < .milliseconds(100) })
    }

    @Test(.slow) func `a download that is cut goes on, with nothing twice and nothing missing`()
        throws
    {
        let steps = """
            connect: {timeout: 1 s, interval: 7.5 ms}, initialise,
            log: {acceleration: 100 Hz, rotation: 100 Hz}, wait-until: 15 s, stop-log,
            download, disconnect
            """.split(separator: "\n").joined(separator: " ").asSteps
        for model in ["MetaMotion S", "MetaMotion R"] {
            let board = "{name: wrist, model: \(model), sensors: ideal, \(Self.moving)}"
            let whole = try RunBench(RunBench.scenario(board: board, steps: steps))
            // Cut at many places, in pages and between them.
            for at in stride(from: 15_400, through: 19_000, by: 370) {
                let cut = try RunBench(
                    RunBench.scenario(
                        board: board, steps: steps, "faults: [{at: \(at) ms, link-loss: 2 s}]\n"))
                #expect(cut.failure == nil)
                for signal in ["acceleration", "rotation"] {
                    let wanted = try whole.series(signal, .log).samples
                    let found = try cut.series(signal, .log).samples
                    #expect(found.count == wanted.count, "\(model), cut at \(at) ms")
                    #expect(
                        found.map(\.values) == wanted.map(\.values), "\(model), cut at \(at) ms")
                }
            }
        }
    }

    @Test func `downloads one after the other are one series`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion R, sensors: ideal, \(Self.moving)}",
                steps: """
                    connect, log: {acceleration: 50 Hz}, wait: 2 s, stop-log, download, wait: 1 s,
                    log: {acceleration: 50 Hz}, wait: 3 s, stop-log, download, clear-log, disconnect
                    """.split(separator: "\n").joined(separator: " ").asSteps))
        #expect(play.failure == nil)
        #expect(play.result.clients[0].series.count == 1)
        let series = try play.series("acceleration", .log)
        #expect(series.made == series.received && series.missing == 0)
        #expect(abs(series.received - 255) < 12)
        #expect(try #require(series.largestError) < 0.001)
        // Loggers are set up once.
        #expect(play.traces("> 0b 02 03") == 2)
    }

    @Test func `a stream that is started anew after a reset is a series of its own`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect: {timeout: 1 s}, stream: [acceleration], wait-disconnect, reconnect,
                    stream: {signals: [acceleration], for: 2 s}, disconnect
                    """.split(separator: "\n").joined(separator: " ").asSteps,
                "faults: [{at: 4 s, reset: {}}]\n"))
        #expect(play.failure == nil)
        let series = play.result.clients[0].series
        try #require(series.count == 2)
        #expect(abs(series[0].received - 310) < 40)
        #expect(abs(series[1].received - 200) < 15)
        #expect(series.allSatisfy { $0.dropped == 0 })
    }

    @Test func `a wait gets samples of a stream too`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps:
                    "connect, stream: [acceleration], wait-for: {bytes: \"03 04 ..\", within: 2 s}"
                    .asSteps))
        #expect(play.failure == nil)
    }
}
