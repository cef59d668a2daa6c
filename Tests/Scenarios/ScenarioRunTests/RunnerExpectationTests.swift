import Checkout
import Motion
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioRun
@testable import ScriptedClient

@Suite struct RunnerExpectationTests {
    /// Everything that a client can do with a board that turns to and fro.
    static let text = RunBench.scenario(
        board: "{name: wrist, model: MetaMotion S, sensors: ideal, device-name: Arm, battery: 80 %,"
            + " motion: [rest: 2 s, swing: {by: 30 deg, period: 1 s, arm: 0.5 m, for: 30 s}]}",
        steps: """
            scan: 1 s, connect, initialise,
            configure: {accelerometer: {rate: 100 Hz, range: 8 g}, gyroscope: {rate: 100 Hz}},
            stream: {signals: [acceleration, rotation-packed], for: 5 s},
            log: {acceleration: 50 Hz}, wait: 3 s, led: {channel: red, brightness: 50 %}, haptic: motor,
            stop-log, download, read: battery, read: {register: "0B 84"}, read: switch, clear-log,
            wait: 1 s, disconnect
            """.split(separator: "\n").joined(separator: " ").asSteps)

    /// What is asked, and whether it is so.
    static let questions: [(String, Bool)] = [
        ("received: {signal: acceleration, at-least: 480}", true),
        ("received: {signal: acceleration, exactly: 0}", false),
        ("received: {signal: acceleration, at-least: 700}", false),
        ("received: {signal: acceleration, at-most: 100}", false),
        ("received: {signal: rotation-packed, at-least: 470, at-most: 520}", true),
        ("received: {signal: rotation, exactly: 0}", true),
        ("downloaded: {signal: acceleration, at-least: 140, missing: 0}", true),
        ("downloaded: {signal: acceleration, at-least: 300}", false),
        ("downloaded: {signal: rotation}", false),
        ("downloaded: {signal: rotation, exactly: 0}", true),
        ("error: {signal: acceleration, rms: 1 mg}", true),
        ("error: {signal: acceleration, rms: 0.01 mg}", false),
        ("error: {signal: acceleration, max: 1 mg}", true),
        ("error: {signal: rotation, max: 0.1 deg/s}", true),
        ("error: {signal: rotation, max: 0.001 deg/s}", false),
        ("error: {signal: acceleration, source: log, rms: 1 mg}", true),
        ("error: {signal: rotation, source: log, rms: 1000 deg/s}", false),
        ("log-entries: {at-least: 250}", true),
        ("log-entries: {exactly: 0}", true),
        ("log-entries: {at-least: 5000}", false),
        ("log-entries: {exactly: 7}", false),
        ("notification: {bytes: \"11 8C ..\", exactly: 1}", true),
        ("notification: {bytes: \"11 8C ..\", exactly: 2}", false),
        ("notification: {bytes: \"03 04 ..\", at-least: 400}", true),
        ("notification: {bytes: \"03 04\"}", false),
        ("advertisement: {name: Arm}", true),
        ("advertisement: {name: Leg}", false),
        ("advertisement: {at-most: 1}", false),
        ("advertisement: {manufacturer: \"4C 00 ..\"}", false),
        ("read: {battery: {}, between: [79 %, 81 %]}", true),
        ("read: {battery: {}, between: [10 %, 20 %]}", false),
        ("read: {switch: {}, number: 0}", true),
        ("read: {switch: {}, number: 1}", false),
        ("read: {register: \"0B 84\", bytes: \"0B 84 ..\"}", true),
        ("read: {register: \"0B 84\", bytes: \"0B 85 ..\"}", false),
        ("read: {register: \"0B 85\", bytes: \"0B 85 ..\"}", false),
        ("led: {channel: red, at-least: 40 %, at-most: 60 %}", true),
        ("led: {channel: red, at-least: 90 %}", false),
        ("led: green", false),
        ("led: {channel: green, at-least: 0 %, at-most: 0 %}", true),
        ("state: {logging: true, connected: true, advertising: false}", true),
        ("state: {haptic: true}", true),
        ("state: {powered: false}", false),
        ("state: {resets: 0}", true),
        ("state: {resets: 1}", false),
        ("dropped: {exactly: 0}", true),
        ("dropped: {at-least: 1}", false),
        ("connected: {exactly: 1}", true),
        ("connected: {exactly: 2}", false),
        ("connected: {at-least: 1, gap: 1 ms}", true),
        ("trace: {contains: \"step: initialise\", exactly: 1}", true),
        ("trace: \"no such line\"", false),
        ("trace: {contains: \"no such line\", exactly: 0}", true),
    ]

    @Test(.slow) func `every kind of expectation holds and fails`() throws {
        let expect = Self.questions.map { "  - {within: 40 s, \($0.0)}\n" }.joined()
        let play = try RunBench(Self.text + "expect:\n" + expect)
        #expect(play.failure == nil)
        let found = play.result.expectations
        try #require(found.count == Self.questions.count)
        for ((question, holds), result) in zip(Self.questions, found) {
            #expect(
                (result.verdict == .held) == holds, "\(question): \(result.detail)")
            #expect(!result.detail.isEmpty && !result.title.isEmpty)
            #expect(result.decided <= result.deadline)
        }
        #expect(!play.result.passed)
        #expect(play.result.ending == .finished)
        #expect(found.map(\.line) == (0..<found.count).map { $0 + 6 })
    }

    @Test(
        .slow,
        arguments: [
            // A least is decided when it is reached, a most at the deadline or when it is passed.
            ("state: {connected: true}", 0.0...1.7), ("dropped: {exactly: 0}", 20.003...20.003),
            ("dropped: {at-least: 1}", 20.003...20.003), ("advertisement: {at-most: 1}", 0.0...1.1),
            ("read: {battery: {}, between: [79 %, 81 %]}", 11.0...20.0),
            ("error: {signal: acceleration, rms: 1 mg}", 12.0...20.0),
            // Nothing is missing before anything was downloaded.
            ("downloaded: {signal: acceleration, at-least: 0, missing: 0}", 12.0...20.0),
            ("downloaded: {signal: rotation, exactly: 0, missing: 0}", 12.0...20.0),
        ])
    func `an expectation is decided as early as it can be`(
        question: String, when: ClosedRange<Double>
    ) throws {
        let play = try RunBench(Self.text + "expect: [{within: 20003 ms, \(question)}]\n")
        let decided = try #require(play.result.expectations.first).decided.seconds
        #expect(when.contains((decided * 1e6).rounded() / 1e6), "\(decided)")
    }

    @Test func `a download with bounds is open until its client is through`() throws {
        let expect = "downloaded: {signal: acceleration, at-least: 0, missing: 0}"
        let play = try RunBench(
            Self.text + "expect: [{within: 40 s, \(expect)}]\n", interruption: .seconds(2))
        #expect(play.result.expectations[0].verdict == .undecided)
    }

    @Test func `an expectation may look later than it could hold`() throws {
        let text = RunBench.scenario(steps: "connect, led: green, wait: 5 s, led-off".asSteps)
        func off(_ more: String) -> String {
            "expect: [{\(more), led: {channel: green, at-least: 0 %, at-most: 0 %}}]\n"
        }
        let early = try RunBench(text + off("within: 9 s")).result.expectations[0]
        #expect(early.verdict == .held && early.decided.seconds < 0.1)
        let middle = try RunBench(text + off("after: 3 s, within: 4 s")).result.expectations[0]
        #expect(middle.verdict == .failed)
        let late = try RunBench(text + off("after: 3 s, within: 9 s")).result.expectations[0]
        #expect(late.verdict == .held && late.decided.seconds > 5)
        let cut = try RunBench(text + "duration: 1 s\n" + off("after: 3 s, within: 9 s")).result
        #expect(cut.expectations[0].verdict == .failed)
        let error = #expect(throws: ScenarioError.self) {
            try RunBench(text + off("after: 3 s, within: 2 s"))
        }
        #expect(error?.problems.first?.message == "`after` is later than `within`")
    }

    @Test func `what the end of the run overtakes`() throws {
        let expect = """
            expect:
              - {within: 60 s, dropped: {exactly: 0}}
              - {within: 60 s, trace: nothing}
              - {within: 1 s, state: {resets: 0}}
            """
        let text = RunBench.scenario(steps: "connect, wait: 1 h".asSteps)
        let short = try RunBench(text + "duration: 5 s\n" + expect).result
        #expect(short.ending == .finished && short.duration == .seconds(5))
        #expect(short.expectations.map(\.verdict) == [.held, .failed, .held])
        #expect(short.expectations[1].detail.contains("the run ended before the deadline"))

        let play = try RunBench(text + expect, interruption: .seconds(5))
        let cut = play.result
        #expect(cut.ending == .interrupted && !cut.passed)
        #expect(cut.expectations.map(\.verdict) == [.undecided, .undecided, .held])
        // The trace says the same.
        #expect(play.traces("undecided: ") == 2 && play.traces("FAILED") == 0)
        #expect(cut.clients[0].steps.map(\.outcome) == [.done, .running])
        #expect(cut.clients[0].steps[1].started != nil)

        let late = try RunBench(text + "deadline: 70 s\n" + expect).result
        #expect(late.ending == .deadline("client phone"))
        #expect(late.duration == .seconds(70))
        #expect(late.expectations.map(\.verdict) == [.held, .failed, .held])

        let given = try RunBench(text + "deadline: 30 s\n" + expect)
        #expect(given.result.expectations.map(\.verdict) == [.held, .undecided, .held])
        #expect(given.traces("undecided: trace: nothing") == 1)

        let both = try RunBench(text + "deadline: 7 s\nduration: 8 s\n").result
        #expect(both.ending == .deadline("client phone"))
        let enough = try RunBench(text + "deadline: 7 s\nduration: 6 s\n").result
        #expect(enough.ending == .finished)
        let exact = try RunBench(
            RunBench.scenario(steps: "connect".asSteps, "deadline: 20 s\n")
                + "expect: [{within: 20 s, dropped: {exactly: 0}}, {within: 20 s, state: {resets: 1}}]"
        )
        #expect(exact.result.ending == .finished)
        #expect(exact.result.expectations.map(\.verdict) == [.held, .failed])
        let other = try RunBench(text + "deadline: 70 s\n", duration: .seconds(3)).result
        #expect(other.ending == .finished && other.duration == .seconds(3))
    }

    @Test func `a link that stays lost is a gap to the end`() throws {
        func verdict(_ steps: String, _ limit: String, _ more: String = "") throws -> [String] {
            let play = try RunBench(
                RunBench.scenario(steps: steps.asSteps, more)
                    + "expect: [{within: 20 s, connected: {at-least: 1, gap: \(limit)}}]\n")
            return play.result.expectations.map { "\($0.verdict)" }
        }
        let loss = "faults: [{at: 4 s, link-loss: 60 s}]\n"
        let lost = "connect: {timeout: 1 s}, wait-disconnect"
        #expect(try verdict(lost, "8 s", loss) == ["failed"])
        #expect(try verdict(lost, "18 s", loss) == ["held"])
        #expect(try verdict("connect, disconnect", "8 s") == ["held"])
        #expect(try verdict("connect, disconnect, wait: 9 s, reconnect", "8 s") == ["failed"])
    }

    @Test func `without a client the moves are played to their end`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board:
                    "{name: wrist, model: MetaMotion R, motion: [rest: 3 s, spin: {rate: 1 rpm, for: 4 s}]}",
                "inputs: [{at: 1 s, button: click}]\n"))
        #expect(play.run.bodies[0].end.seconds >= 7)
        #expect(play.result.duration == play.run.bodies[0].end - .zero)
        #expect(play.result.expectations.isEmpty && play.result.clients.isEmpty)
        #expect(play.result.passed)
    }
}
