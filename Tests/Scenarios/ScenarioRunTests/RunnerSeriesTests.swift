import Checkout
import Foundation
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioRun
@testable import ScriptedClient

/// A series counts what was made in its own window, wherever the link took it.
@Suite struct RunnerSeriesTests {
    /// Tick zero and arrival in seconds, a tick in seconds, and when that was.
    @Test(arguments: [
        (0.0, 100.0, 90.0, 90.0), (-40.0, 100.0, 90.0, 50.0),
        // The clock was read before its wrap, and after it.
        (-6_291_450.0, 30.0, 2.0, 8.0), (6.0, 30.0, 6_291_452.0, 2.0),
        // A fast clock is ahead of the arrival.
        (0.0, 86_400.0, 86_486.0, 86_486.0),
        // Sixty days in flash.
        (0.0, 5_184_000.0, 10.0, 10.0),
    ])
    func `ticks count from the last wrap`(
        _ zero: Double, _ arrival: Double, _ tick: Double, _ wanted: Double
    ) {
        func instant(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }
        let time = ScriptedClient.time(
            ofTick: UInt32(tick * 32_768 / 48), zero: instant(zero), arrival: instant(arrival))
        #expect(abs(Double(time.nanoseconds) / 1e9 - wanted) < 0.002)
    }

    private static let swinging =
        "motion: [swing: {by: 40 deg, period: 2 s, arm: 0.5 m, for: 60 s}]"

    private static func play(
        _ steps: String, _ more: String = "", sensors: String = "ideal"
    ) throws -> RunBench {
        try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, sensors: \(sensors), \(swinging)}",
                steps: steps.split(separator: "\n").joined(separator: " ").asSteps, more))
    }

    private static func expectBalance(_ series: [Series], _ comment: Comment? = nil) {
        for one in series {
            #expect(one.made == one.received + one.dropped + one.missing, comment)
        }
    }

    @Test func `what waits for the link belongs to the stream that it was made for`() throws {
        let play = try Self.play(
            """
            connect: {interval: 15 ms}, initialise, configure: {accelerometer: 400 Hz},
            stream: [acceleration], wait-until: 7 s, stream: {signals: [acceleration], for: 5 s}
            """, "faults: [{at: 5 s, interference: {loss: 85 %, for: 3 s}}]\n")
        #expect(play.failure == nil)
        let series = play.result.clients[0].series
        try #require(series.count == 2)
        Self.expectBalance(series)
        #expect(series.allSatisfy { $0.dropped > 50 })
        // The later one begins when the board heard of it, in the middle of the interference.
        let begins = try #require(series[1].samples.first)
        #expect(begins.time.seconds > 7)
        let last = try #require(series[0].samples.last)
        #expect(last.time < begins.time && last.arrival.seconds > 7)
        // A sample that is taken for another one errs by more than its quantization.
        for one in series { #expect(try #require(one.largestError) <= 0.51 * 16 / 32768) }
    }

    @Test func `samples that waited while a link came back belong to the stream before`() throws {
        let play = try Self.play(
            """
            connect: {timeout: 1 s}, initialise, configure: {accelerometer: 200 Hz},
            stream: [acceleration], wait-disconnect, reconnect, stream: [acceleration], wait: 2 s,
            stop-stream
            """, "faults: [{at: 5 s, link-loss: 3 s}]\n")
        #expect(play.failure == nil)
        let series = play.result.clients[0].series
        try #require(series.count == 2)
        Self.expectBalance(series)
        #expect(series[0].unheard > 100 && series[1].missing == 0)
        // What came over the second link before it was asked for again.
        #expect(try #require(series[0].samples.last).time.seconds > 8)
    }

    @Test func `a sensor that is streamed in another form ends the form before`() throws {
        let play = try Self.play(
            """
            connect: {timeout: 1 s}, initialise, stream: [acceleration], wait-disconnect, reconnect,
            stream: {signals: [acceleration-packed], for: 3 s}, wait: 1 s
            """, "faults: [{at: 5 s, link-loss: 2 s}]\n")
        #expect(play.failure == nil)
        let plain = try play.series("acceleration")
        let packed = try play.series("acceleration-packed")
        Self.expectBalance([plain, packed])
        let end = try #require(plain.samples.last).time
        let later = try #require(packed.samples.last).time
        #expect(end < later - .seconds(2))
        #expect(packed.made == packed.received && packed.received > 290)
        #expect(play.traces("> 03 04 00") == 1)
    }

    @Test func `a stream that a reset ended makes nothing more`() throws {
        let play = try Self.play(
            """
            connect: {timeout: 1 s}, initialise, stream: [acceleration], wait-disconnect, reconnect,
            log: {acceleration: 100 Hz}, wait: 5 s, stop-log
            """, "faults: [{at: 5 s, reset: {}}]\n")
        #expect(play.failure == nil)
        let series = try play.series("acceleration")
        #expect(series.made < 420 && series.missing < 20)
        Self.expectBalance([series])
    }

    @Test func `another range under a stream changes its scale`() throws {
        let play = try Self.play(
            """
            connect, initialise, stream: [acceleration], wait: 1 s,
            configure: {accelerometer: {rate: 50 Hz, range: 4 g}}, wait: 1 s, stop-stream
            """)
        #expect(play.failure == nil)
        let series = try play.series("acceleration")
        #expect(try #require(series.largestError) <= 0.51 * 8 / 32768)
    }

    @Test func `what a board streams to nobody is counted apart`() throws {
        let play = try Self.play(
            """
            connect: {timeout: 1 s}, initialise, configure: {accelerometer: 400 Hz},
            stream: [acceleration], wait-disconnect
            """,
            """
            faults: [{at: 3 s, link-loss: 60 s}]
            duration: 25 s
            expect:
              - {within: 24 s, received: {signal: acceleration, at-least: 2000}}
              - {within: 24 s, received: {signal: acceleration, at-least: 100}}

            """)
        let series = try play.series("acceleration")
        Self.expectBalance([series])
        // The link took about as many as it takes in a second until it was given up.
        #expect(series.made < 1_000 && series.missing < 50, "\(series.made), \(series.missing)")
        #expect(series.unheard > 8_000 && series.unheard < 8_800, "\(series.unheard)")
        let expectations = play.result.expectations
        #expect(
            expectations[0].detail.contains("more were made while nobody was connected"),
            "\(expectations[0].detail)")
        #expect(!expectations[1].detail.contains("nobody"))
    }

    @Test func `a stream that goes on over a second link has nothing missing between them`() throws
    {
        let play = try Self.play(
            """
            connect: {timeout: 1 s}, initialise, configure: {accelerometer: 100 Hz},
            stream: [acceleration], wait-disconnect, reconnect, wait: 2 s, stop-stream
            """, "faults: [{at: 5 s, link-loss: 8 s}]\n")
        #expect(play.failure == nil)
        let series = try play.series("acceleration")
        Self.expectBalance([series])
        #expect(series.unheard > 600 && series.missing < 50, "\(series.unheard), \(series.missing)")
    }

    // MARK: Random scripts

    private static let steps = [
        "stream: [acceleration]", "stream: [rotation]", "stream: [acceleration-packed]",
        "stream: {signals: [acceleration, rotation], for: 1 s}",
        "stream: {signals: [acceleration, acceleration-packed], for: 700 ms}",
        "stream: {signals: [rotation-packed], for: 900 ms}", "stop-stream",
        "stop-stream: [acceleration]", "configure: {accelerometer: 400 Hz}",
        "configure: {accelerometer: {rate: 50 Hz, range: 4 g}, gyroscope: 200 Hz}",
        "log: {acceleration: 100 Hz}", "log: {rotation: 50 Hz}", "stop-log", "download: 20 s",
        "clear-log", "wait: 300 ms", "wait: 1100 ms", "wait-disconnect: 5 s", "reconnect: 9 s",
        "disconnect", "reset",
    ]

    private static let faults = [
        "link-loss: 1500 ms", "link-loss: 4 s", "interference: {loss: 85 %, for: 3 s}",
        "interference: {loss: 60 %, for: 5 s}", "reset: {}", "brown-out: 500 ms",
    ]

    private static func script(_ random: inout RandomStream) -> (steps: String, more: String) {
        func pick(_ from: [String]) -> String { from[Int(random.below(UInt64(from.count)))] }
        var steps = "connect: {timeout: 1 s, interval: \(pick(["7.5 ms", "15 ms", "45 ms"]))}"
        for _ in 0...(3 + random.below(12)) { steps += ", " + pick(Self.steps) }
        var faults: [String] = []
        for _ in 0...random.below(4) {
            faults.append("{at: \(1500 + random.below(9000)) ms, \(pick(Self.faults))}")
        }
        return (steps, "faults: [\(faults.joined(separator: ", "))]\nduration: 40 s\n")
    }

    /// Steps that fail end the script in the middle of its streams, which is as good.
    @Test(.slow) func `made is received, dropped and missing, whatever happens (fuzz)`() throws {
        var random = RandomStream(seed: 8, purpose: "fuzz")
        var lossy = 0, several = 0
        for round in 0..<RunnerFuzzTests.rounds {
            let script = Self.script(&random)
            let play = try Self.play(script.steps, script.more)
            let series = play.result.clients[0].series
            let comment: Comment = "round \(round): \(script.steps); \(script.more)"
            Self.expectBalance(series, comment)
            for one in series where one.source == .stream && one.received > 0 {
                // A sample that is taken for another one errs by more than its quantization.
                let step = one.unit == "g" ? 16.0 / 32768 : 1 / 16.4
                #expect(try #require(one.largestError) <= 0.51 * step, comment)
                if one.missing + one.dropped > 0 { lossy += 1 }
            }
            for signal in Set(series.map(\.signal)) {
                let streams = series.filter { $0.signal == signal && $0.source == .stream }
                let times = streams.flatMap(\.samples).map(\.time)
                #expect(zip(times, times.dropFirst()).allSatisfy(<), comment)
                if streams.count > 1 { several += 1 }
            }
        }
        #expect(lossy > RunnerFuzzTests.rounds / 4 && several > RunnerFuzzTests.rounds / 10)
    }
}
