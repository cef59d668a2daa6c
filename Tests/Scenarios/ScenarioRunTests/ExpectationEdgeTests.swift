import Checkout
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioRun

/// Expectations about one of two boards, and those whose answer changes in the course of a run.
@Suite struct ExpectationEdgeTests {
    // MARK: Which board

    /// The client streams and logs with the second board only, and reads the batteries of both.
    private static let two = """
        version: 1
        seed: 11
        boards:
          - {name: a, model: MetaMotion S, sensors: ideal, battery: 80 %}
          - {name: b, model: MetaMotion S, sensors: ideal, battery: 40 %}
        clients:
          - name: phone
            steps:
              - connect: {board: a}
              - connect: {board: b}
              - {initialise: {}, board: a}
              - {initialise: {}, board: b}
              - {stream: {signals: [acceleration], for: 2 s}, board: b}
              - {read: battery, board: a}
              - {read: battery, board: b}
              - {log: {acceleration: 50 Hz}, board: b}
              - wait: 2 s
              - {stop-log: {}, board: b}
              - {download: {}, board: b}
        duration: 30 s

        """

    @Test func `what another board did is not this one's`() throws {
        try ExpectationKeyTests.check(
            Self.two,
            [
                ("board: a, connected: {exactly: 1}", true),
                ("board: b, connected: {exactly: 1}", true),
                ("board: a, received: {signal: acceleration, exactly: 0}", true),
                ("board: b, received: {signal: acceleration, at-least: 90}", true),
                ("board: a, notification: {bytes: \"03 04 ..\", exactly: 0}", true),
                ("board: b, notification: {bytes: \"03 04 ..\", at-least: 90}", true),
                ("board: a, downloaded: {signal: acceleration, exactly: 0}", true),
                ("board: b, downloaded: {signal: acceleration, at-least: 80}", true),
                // With a limit for missing samples, a download is counted in another way.
                ("board: a, downloaded: {signal: acceleration, missing: 0}", false),
                ("board: b, downloaded: {signal: acceleration, at-least: 80, missing: 0}", true),
                ("board: a, read: {battery: {}, between: [79 %, 81 %]}", true),
                ("board: b, read: {battery: {}, between: [39 %, 41 %]}", true),
                ("board: a, error: {signal: acceleration, rms: 1 g}", false),
                ("board: b, error: {signal: acceleration, rms: 1 mg}", true),
            ])
    }

    // MARK: Links

    @Test func `a gap counts when it is looked at only later`() throws {
        let text = RunBench.scenario(
            steps: """
                connect, disconnect, wait: 5 s, reconnect, disconnect, wait: 1 s, reconnect, \
                disconnect
                """.asSteps, "duration: 30 s\n")
        try ExpectationKeyTests.check(
            text,
            [
                ("after: 25 s, connected: {gap: 4 s}", false),
                ("after: 25 s, connected: {gap: 7 s}", true),
            ])
    }

    @Test func `a gap may be as long as the longest that is allowed`() throws {
        let text = RunBench.scenario(
            steps: "connect, disconnect, wait: 2 s, reconnect".asSteps, "duration: 30 s\n")
        func play(_ gap: String) throws -> ExpectationResult {
            try RunBench(text + "expect: [{within: 30 s, connected: {exactly: 2, gap: \(gap)}}]\n")
                .result.expectations[0]
        }
        let detail = try play("9 s").detail
        let longest = try #require(detail.firstMatch(of: /longest gap ([0-9.]+) s/)).1
        let nanoseconds = Int64((try #require(Double(longest)) * 1e9).rounded())
        #expect(try play("\(nanoseconds) ns").verdict == .held)
        #expect(try play("\(nanoseconds - 1) ns").verdict == .failed)
    }

    @Test func `one reset is neither none nor two`() throws {
        let text = RunBench.scenario(
            steps: "connect, write: \"FE 01\", wait: 9 s".asSteps, "duration: 30 s\n")
        try ExpectationKeyTests.check(
            text,
            [
                ("after: 20 s, state: {resets: 0}", false),
                ("after: 20 s, state: {resets: 1}", true),
                ("after: 20 s, state: {resets: 2}", false),
            ])
    }

    // MARK: Advertisements

    @Test func `an advertisement counts once`() throws {
        // The board advertises every 417.5 ms.
        let text = RunBench.scenario(
            board: "{name: wrist, model: MetaMotion S}", steps: "scan: 3 s".asSteps,
            "duration: 30 s\n")
        try ExpectationKeyTests.check(
            text, [("advertisement: {at-least: 5, at-most: 9}", true)])
    }

    @Test func `advertisements without manufacturer data have none that fit`() throws {
        let text = RunBench.scenario(
            steps: "connect, write: \"11 07 02 0A 04\", disconnect, scan: 3 s".asSteps,
            "duration: 30 s\n")
        try ExpectationKeyTests.check(
            text,
            [
                ("advertisement: {at-least: 2}", true),
                ("advertisement: {manufacturer: \"?? ..\", exactly: 0}", true),
            ])
    }

    // MARK: Logs

    @Test func `a log that may have become shorter again is undecided when a run is cut`() throws {
        let text = RunBench.scenario(
            steps: "connect, initialise, log: {acceleration: 50 Hz}, wait: 20 s".asSteps)
        let play = try RunBench(
            text + "expect: [{within: 29 s, log-entries: {at-most: 9}}]\n",
            interruption: .seconds(9))
        #expect(play.result.expectations.map(\.verdict) == [.undecided])
    }

    /// The accelerometer stands still for a second in the middle.
    private static let interrupted = RunBench.scenario(
        steps: """
            connect, initialise, log: {acceleration: 50 Hz}, wait: 1 s, write: \"03 01 00\", \
            wait: 1 s, write: \"03 01 01\", wait: 1 s, stop-log, download, wait: 9 s
            """.asSteps, "duration: 40 s\n")

    @Test func `samples that are missing between others are counted`() throws {
        try ExpectationKeyTests.check(
            Self.interrupted,
            [
                ("downloaded: {signal: acceleration, missing: 0}", false),
                ("downloaded: {signal: acceleration, missing: 40}", false),
                ("downloaded: {signal: acceleration, missing: 70}", true),
            ])
    }

    @Test func `a download with a limit for what is missing is decided when its client is through`()
        throws
    {
        // The samples are there from the sixth second on.
        let found = try RunBench(
            Self.interrupted + """
                expect:
                  - {within: 39 s, after: 10 s, downloaded: {signal: acceleration, at-least: 0}}
                  - {within: 39 s, after: 10 s, downloaded: {signal: acceleration, at-least: 0, missing: 70}}
                """
        ).result.expectations
        #expect(found.map(\.verdict) == [.held, .held])
        #expect(found[0].decided.seconds < 11 && found[1].decided.seconds > 13)
    }

    @Test(.slow) func `a chip whose clock is slow makes fewer samples, and none is missing`() throws
    {
        let text = RunBench.scenario(
            board: "{name: wrist, model: MetaMotion S}",
            steps: "connect, initialise, log: {acceleration: 50 Hz}, wait: 60 s, stop-log, download"
                .asSteps, "duration: 200 s\n")
        let found = try RunBench(
            text + "expect: [{within: 190 s, downloaded: {signal: acceleration, missing: 0}}]\n"
        ).result.expectations[0]
        #expect(found.verdict == .held, "\(found.detail)")
    }

    // MARK: Errors

    /// With a wide range the errors are up to 0.24 mg, with a narrow one 0.03 mg.
    private static func swinging(_ streams: [(range: String, signal: String)]) -> String {
        let steps = streams.enumerated().map { place, stream in
            "wait-until: \(2 + 5 * place) s, configure: {accelerometer: {rate: 100 Hz, range: \(stream.range)}},"
                + " stream: {signals: [\(stream.signal)], for: 2 s}"
        }
        return RunBench.scenario(
            board: "{name: wrist, model: MetaMotion S, sensors: ideal,"
                + " motion: [swing: {by: 30 deg, period: 1 s, arm: 0.5 m, for: 30 s}]}",
            steps: "connect, initialise, \(steps.joined(separator: ", "))".asSteps,
            "duration: 40 s\n")
    }

    @Test func `the largest error of all series counts, and it is not the mean one`() throws {
        try ExpectationKeyTests.check(
            Self.swinging([("2 g", "acceleration-packed"), ("16 g", "acceleration")]),
            [
                ("error: {signal: acceleration, max: 0.1 mg}", false),
                ("error: {signal: acceleration, rms: 0.1 mg}", true),
                ("error: {signal: acceleration, max: 0.3 mg}", true),
            ])
    }

    @Test func `samples from before a time are left out`() throws {
        try ExpectationKeyTests.check(
            Self.swinging([("16 g", "acceleration"), ("2 g", "acceleration")]),
            [
                ("error: {signal: acceleration, max: 0.1 mg}", false),
                ("error: {signal: acceleration, max: 0.1 mg, from: 6 s}", true),
            ])
    }

    @Test func `a heading that nobody can know may be free`() throws {
        let text = RunBench.scenario(
            board:
                "{name: wrist, model: MetaMotion S, sensors: ideal, motion: [turn: {by: 90 deg, for: 1 s}]}",
            steps:
                "wait: 2 s, connect, initialise, configure: {fusion: {mode: imu-plus}}, stream: {signals: [quaternion], for: 3 s}"
                .asSteps, "duration: 30 s\n")
        try ExpectationKeyTests.check(
            text,
            [
                ("error: {signal: quaternion, rms: 45 deg}", false),
                ("error: {signal: quaternion, rms: 45 deg, free-heading: true}", true),
            ])
    }

    // MARK: Values

    @Test func `a number does not make up for other bounds`() throws {
        let text = RunBench.scenario(
            board: "{name: wrist, model: MetaMotion S, battery: 80 %}",
            steps: "connect, initialise, read: battery".asSteps, "duration: 30 s\n")
        try ExpectationKeyTests.check(
            text,
            [
                ("read: {battery: {}, between: [10 %, 20 %], number: 80}", false),
                ("read: {battery: {}, between: [70 %, 90 %], number: 80}", true),
            ])
    }

    @Test func `what is due at the end of the run is decided with it`() throws {
        let text = RunBench.scenario(steps: "connect, wait: 1 h".asSteps, "deadline: 30 s\n")
        let result = try RunBench(text + "expect: [{within: 30 s, trace: nothing}]\n").result
        #expect(result.ending == .deadline("client phone"))
        #expect(result.expectations.map(\.verdict) == [.failed])
    }
}
