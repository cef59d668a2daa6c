import Simulation
import Testing

@testable import Declaration
@testable import ScenarioRun
@testable import ScriptedClient

/// Chains of data processors, made by a script and run by a board.
@Suite struct RunnerProcessorTests {
    static let clicks =
        "inputs: [{at: 6 s, button: click}, {at: 7 s, button: click}, {at: 8 s, button: click}]\n"

    @Test func `a chain counts, calculates and decides`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, initialise, process: {from: switch, chain: [count], as: edges},
                    process: {from: edges, chain: [{math: {operation: modulus, by: 2}},
                    {compare: {is: equal, to: [1]}}], as: odd},
                    stream: [edges, odd], wait-until: 10 s, read: {state: edges},
                    set-state: {of: edges, to: 40}, read: {state: edges}, stop-stream
                    """.split(separator: "\n").joined(separator: " ").asSteps,
                Self.clicks))
        #expect(play.failure == nil)
        #expect(try play.series("edges").samples.map(\.values) == (1...6).map { [Double($0)] })
        #expect(try play.series("odd").samples.map(\.values) == [[1], [1], [1]])
        #expect(play.steps[6].detail.hasPrefix("6, "))
        #expect(play.steps[8].detail.hasPrefix("40, "))
    }

    @Test func `quantities are the signal's, and its sensor runs for a stream`() throws {
        // At rest 1 g is felt: above one level, below the other.
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, initialise, process: {from: acceleration, chain: [rss,
                    {compare: {is: above, to: [900 mg]}}, {time: 500 ms}], as: weight},
                    process: {from: acceleration, axis: z, chain: [{compare: {is: above,
                    to: [1100 mg]}}], as: more}, stream: {signals: [weight, more], for: 5 s}
                    """.split(separator: "\n").joined(separator: " ").asSteps))
        #expect(play.failure == nil)
        let weight = try play.series("weight")
        #expect((9...11).contains(weight.received))
        #expect(weight.unit == "g")
        #expect(weight.samples.allSatisfy { abs($0.values[0] - 1) < 0.01 })
        #expect(try play.series("more").received == 0)
    }

    @Test func `fused samples come with the log's clock in front`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, initialise, configure: {accelerometer: 50 Hz, gyroscope: 50 Hz},
                    process: {from: rotation, chain: [buffer], as: turning},
                    process: {from: acceleration, chain: [{fuse: [turning]}, {account: time}],
                    as: both}, start: [rotation], stream: {signals: [both], for: 2 s},
                    stop: [rotation]
                    """.split(separator: "\n").joined(separator: " ").asSteps))
        #expect(play.failure == nil)
        let both = try play.series("both")
        #expect(both.axes == ["tick", "x g", "y g", "z g", "x deg/s", "y deg/s", "z deg/s"])
        #expect(abs(both.received - 100) < 6)
        let ticks = both.samples.map { $0.values[0] }
        #expect(zip(ticks, ticks.dropFirst()).allSatisfy { (13...15).contains($1 - $0) })
        #expect(both.samples.allSatisfy { abs($0.values[3] - 1) < 0.01 })
    }

    @Test func `a chain's output is logged, changed, and removed`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, initialise, configure: {accelerometer: {rate: 50 Hz, range: 8 g}},
                    process: {from: acceleration, chain: [rss, {time: 1 s}], as: weight},
                    log: [weight, acceleration], wait: 5 s,
                    modify: {of: weight, to: {time: 250 ms}}, wait: 5 s, stop-log, download,
                    remove: weight, stream: [weight]
                    """.split(separator: "\n").joined(separator: " ").asSteps))
        let weight = try play.series("weight", .log)
        #expect((22...28).contains(weight.received), "\(weight.received)")
        #expect(weight.samples.allSatisfy { abs($0.values[0] - 1) < 0.01 })
        #expect(abs(try play.series("acceleration", .log).received - 500) < 15)
        #expect(play.failure == "nothing named weight exists on wrist")
    }

    @Test func `another client finds out what is in the log`() throws {
        let play = try RunBench(
            """
            version: 1
            seed: 4
            boards: [{name: wrist, model: MetaMotion R, sensors: ideal}]
            clients:
              - name: first
                steps:
                  - connect
                  - initialise
                  - configure: {accelerometer: {rate: 50 Hz, range: 4 g}}
                  - process: {from: acceleration, chain: [rss, {average: 4}, {time: 500 ms}], as: w}
                  - log: {signals: [w], acceleration: {rate: 50 Hz, range: 4 g}}
                  - wait-until: 10 s
                  - disconnect
              - name: second
                steps:
                  - wait-until: 15 s
                  - connect
                  - recover
                  - stop-log
                  - download
            expect:
              - within: 40 s
                client: second
                downloaded: {signal: "acceleration:rss?id=0:average?id=1:time?id=2", at-least: 15}
              - within: 40 s
                client: second
                error: {signal: acceleration, source: log, rms: 2 mg}
            """)
        #expect(
            play.result.passed, "\(play.result.expectations.map(\.detail)) \(play.failure ?? "")")
        let series = try #require(
            play.result.clients[1].series.first { $0.signal.hasPrefix("acceleration:rss") })
        #expect(series.unit == "g")
        #expect(series.samples.allSatisfy { abs($0.values[0] - 1) < 0.01 })
    }
}
