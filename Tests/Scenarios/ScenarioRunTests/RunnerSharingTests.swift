import Testing

@testable import Declaration
@testable import ScriptedClient

/// What the report tells of chains on a full link, and of signals that share a register.
@Suite struct RunnerSharingTests {
    /// Three chains of 100 Hz are more than the link takes: at most one packet in 30 ms.
    @Test func `what a full link drops of a chain is told, and late samples are not wrong`() throws
    {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, sensors: ideal,"
                    + " motion: [shake: {rate: 1 Hz, for: 30 s}]}",
                steps: """
                    connect: {interval: 30 ms}, initialise,
                    process: {from: acceleration, chain: [pass], as: one},
                    process: {from: acceleration, chain: [pass], as: two},
                    stream: {signals: [one, two], for: 10 s}
                    """.split(separator: "\n").joined(separator: " ").asSteps,
                "world: {radio: {packets-per-event: 1}}\n"))
        #expect(play.failure == nil)
        for name in ["one", "two"] {
            let series = try play.series(name)
            #expect((980...1030).contains(series.made))
            #expect(series.dropped > 300)
            #expect(series.made == series.received + series.dropped + series.missing)
            #expect(series.samples.allSatisfy { $0.arrival > $0.time })
            // The lattice of 8 g, and no more.
            for sample in series.samples {
                for (value, truth) in zip(sample.values, sample.truth) {
                    #expect(abs(value - truth) < 0.02)
                }
            }
        }
    }

    @Test func `a stream of fused samples starts the sensors of its buffers`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, initialise, process: {from: rotation, chain: [buffer], as: turning},
                    process: {from: acceleration, chain: [{fuse: [turning]}], as: both},
                    stream: {signals: [both], for: 5 s}
                    """.split(separator: "\n").joined(separator: " ").asSteps))
        #expect(play.failure == nil)
        let both = try play.series("both")
        #expect(both.received > 480 && both.samples[0].values.count == 6)
    }

    @Test func `steps and their count come from one register and are told apart`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, motion: [walk: 30 s]}",
                steps: "connect, initialise, stream: {signals: [steps, step-detector], for: 35 s}"
                    .asSteps))
        #expect(play.failure == nil)
        let steps = try play.series("steps")
        #expect(steps.samples.map { $0.values[0] } == [20, 40])
        let detector = try play.series("step-detector")
        #expect(detector.samples.allSatisfy { $0.values == [1] } && detector.received > 45)
        #expect(steps.missing == 0 && detector.missing == 0)
    }

    @Test func `a fall and a blow come from one register and are told apart`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion R,"
                    + " motion: [{rest: 4 s}, {free-fall: 2 m}, {rest: 1 s}]}",
                steps: "connect, initialise, stream: {signals: [free-fall, high-g], for: 10 s}"
                    .asSteps))
        #expect(play.failure == nil)
        for (name, bit) in [("free-fall", 2), ("high-g", 1)] {
            let series = try play.series(name)
            #expect(series.received >= 1 && series.missing == 0, "\(name)")
            #expect(series.samples.allSatisfy { Int($0.values[0]) & bit != 0 }, "\(name)")
        }
    }
}
