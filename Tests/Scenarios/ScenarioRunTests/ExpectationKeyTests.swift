import Motion
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioRun
@testable import ScriptedClient

/// Expectations with several keys, about a second board, and with values on the edge.
@Suite struct ExpectationKeyTests {
    /// The verdicts of questions about one run.
    static func verdicts(_ text: String, _ questions: [String]) throws -> [Bool] {
        let play = try RunBench(
            text + "expect:\n" + questions.map { "  - {within: 30 s, \($0)}\n" }.joined())
        #expect(play.result.expectations.count == questions.count)
        return play.result.expectations.map { $0.verdict == .held }
    }

    static func check(_ text: String, _ rows: [(String, Bool)]) throws {
        let found = try verdicts(text, rows.map(\.0))
        for (row, holds) in zip(rows, found) { #expect(holds == row.1, "\(row.0)") }
    }

    // MARK: Links

    private static let twice = RunBench.scenario(
        steps: "connect, wait: 1 s, disconnect, wait: 2 s, reconnect, wait: 1 s, disconnect"
            .asSteps,
        "duration: 30 s\n")

    @Test func `the client's own end is no gap until the deadline`() throws {
        try Self.check(
            Self.twice,
            [
                ("connected: {exactly: 2, gap: 4 s}", true),
                ("connected: {exactly: 2, gap: 1 s}", false),
                ("connected: {exactly: 1, gap: 4 s}", false),
                ("connected: {exactly: 3, gap: 4 s}", false),
                ("connected: {exactly: 2}", true), ("connected: {at-most: 2}", true),
                ("connected: {at-least: 2, gap: 4 s}", true), ("connected: {at-most: 1}", false),
            ])
    }

    @Test func `the longest gap counts, not the last`() throws {
        let text = RunBench.scenario(
            steps: """
                connect, disconnect, wait: 5 s, reconnect, disconnect, wait: 1 s, reconnect, \
                disconnect
                """.asSteps, "duration: 30 s\n")
        try Self.check(
            text, [("connected: {gap: 4 s}", false), ("connected: {gap: 7 s}", true)])
    }

    @Test func `a gap that is too long is noticed when it is`() throws {
        let text = RunBench.scenario(
            steps: "connect, wait: 1 s, disconnect, wait: 5 s, reconnect, wait: 9 s".asSteps,
            "duration: 30 s\n")
        func decided(_ question: String) throws -> Int64 {
            try RunBench(text + "expect: [{within: 29 s, \(question)}]\n").result.expectations[0]
                .decided.milliseconds
        }
        #expect(try decided("connected: {exactly: 2, gap: 2 s}") < 10000)
        #expect(try decided("connected: {at-most: 1}") < 10000)
        #expect(try decided("connected: {exactly: 2, gap: 20 s}") == 29_000)
        #expect(try decided("connected: {at-most: 2}") == 29_000)
        // With a least alone, a longer gap may follow.
        #expect(try decided("connected: {at-least: 1, gap: 20 s}") == 29_000)
        #expect(try decided("connected: {at-least: 1}") < 1000)
    }

    // MARK: Advertisements

    @Test func `advertisements of another board do not count`() throws {
        let text = """
            version: 1
            seed: 11
            boards: [{name: a, model: MetaMotion S, device-name: Arm}, {name: b, model: MetaMotion S, device-name: Leg}]
            clients: [{name: phone, steps: [{scan: 3 s}]}]
            duration: 10 s

            """
        try Self.check(
            text,
            [
                ("board: a, advertisement: {name: Arm}", true),
                ("board: a, advertisement: {name: Leg}", false),
                ("board: b, advertisement: {name: Leg}", true),
                ("board: b, advertisement: {name: Arm}", false),
                ("board: a, advertisement: {name: Leg, exactly: 0}", true),
                ("board: a, advertisement: {manufacturer: \"4C 00 ..\", exactly: 0}", true),
            ])
    }

    @Test func `manufacturer data have the company first, its low byte before its high one`() throws
    {
        let text = RunBench.scenario(
            board: "{name: wrist, model: MetaMotion S, sensors: ideal}",
            steps:
                "connect, write: \"07 01 01\", write: \"07 02 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\", disconnect, scan: 3 s"
                .asSteps, "duration: 30 s\n")
        try Self.check(
            text,
            [
                ("advertisement: {manufacturer: \"4C 00 02 15 ..\"}", true),
                ("advertisement: {manufacturer: \"00 4C ..\"}", false),
                ("advertisement: {manufacturer: \"4C 00 02 16 ..\"}", false),
            ])
    }

    // MARK: Values on the edge

    @Test func `a value on its bound is within it`() throws {
        let text = RunBench.scenario(
            board: "{name: wrist, model: MetaMotion S, battery: 80 %}",
            steps:
                "connect, initialise, read: battery, led: {channel: red, brightness: 100 %}, wait: 20 s"
                .asSteps,
            "duration: 30 s\n")
        try Self.check(
            text,
            [
                ("read: {battery: {}, between: [80 %, 90 %]}", true),
                ("read: {battery: {}, between: [70 %, 80 %]}", true),
                ("read: {battery: {}, between: [81 %, 90 %]}", false),
                ("read: {battery: {}, between: [70 %, 79 %]}", false),
                ("led: {channel: red, at-least: 100 %}", true),
                ("led: {channel: red, at-most: 99 %}", false),
                ("led: {channel: green, at-least: 0 %, at-most: 0 %}", true),
                ("led: {channel: blue, at-least: 1 %}", false),
                ("state: {connected: true, resets: 1}", false),
                ("after: 29 s, state: {connected: false, resets: 0}", false),
                ("state: {powered: true, haptic: false}", true),
                ("after: 29 s, state: {haptic: true}", false),
                ("after: 29 s, state: {advertising: true}", false),
                ("after: 29 s, state: {logging: true}", false),
                ("after: 29 s, state: {connected: false}", false),
            ])
    }

    @Test func `a number has its bounds and its exact value at the same time`() throws {
        let text = RunBench.scenario(
            steps: "connect, initialise, read: switch".asSteps, "duration: 30 s\n")
        try Self.check(
            text,
            [
                ("read: {switch: {}, at-least: 0}", true),
                ("read: {switch: {}, at-least: 1}", false),
                ("read: {switch: {}, at-most: 0}", true),
                ("read: {switch: {}, at-most: -1}", false),
                ("read: {switch: {}, at-least: 1, at-most: 5}", false),
                ("read: {switch: {}, at-least: -5, at-most: -1}", false),
                ("read: {switch: {}, at-least: 1, number: 0}", false),
                ("read: {switch: {}, at-least: 0, number: 1}", false),
                ("read: {switch: {}, number: 1, bytes: \"01 81 00\"}", false),
                ("read: {switch: {}, number: 0, bytes: \"01 81 00\"}", true),
                ("read: {switch: {}, bytes: \"01 81 01\"}", false),
            ])
    }

    @Test func `each colour of the LED is its own`() throws {
        for colour in ["red", "green", "blue"] {
            let text = RunBench.scenario(
                steps: "connect, led: {channel: \(colour), brightness: 100 %}, wait: 20 s".asSteps,
                "duration: 30 s\n")
            try Self.check(
                text,
                ["red", "green", "blue"].map {
                    ("led: {channel: \($0), at-least: 90 %}", $0 == colour)
                })
        }
    }

    @Test func `a count on its bound is within it, and one beyond it has failed for good`() throws {
        let text = RunBench.scenario(
            steps:
                "connect, read: switch, wait: 2 s, read: switch, wait: 2 s, read: switch, wait: 9 s"
                .asSteps, "duration: 30 s\n")
        let bytes = "notification: {bytes: \"01 81 ..\""
        try Self.check(
            text,
            [
                ("\(bytes), at-least: 3}", true), ("\(bytes), at-least: 4}", false),
                ("\(bytes), at-most: 3}", true), ("\(bytes), at-most: 2}", false),
                ("\(bytes), exactly: 3}", true), ("\(bytes), exactly: 2}", false),
                ("\(bytes), exactly: 4}", false), ("\(bytes)}", true),
                ("notification: {bytes: \"01 82 ..\"}", false),
                ("\(bytes), at-least: 2, at-most: 3}", true),
            ])
        func decided(_ question: String) throws -> Int64 {
            try RunBench(text + "expect: [{within: 29 s, \(question)}]\n").result.expectations[0]
                .decided.milliseconds
        }
        #expect(try decided("\(bytes), at-most: 2}") < 6000)
        #expect(try decided("\(bytes), exactly: 1}") < 4000)
        #expect(try decided("\(bytes), at-most: 3}") == 29_000)
        #expect(try decided("\(bytes), at-least: 1, at-most: 9}") == 29_000)
    }

    @Test func `bounds are read as they are written`() throws {
        func problem(_ keys: String) -> String? {
            let text = RunBench.scenario(steps: "connect".asSteps)
            let error = #expect(throws: ScenarioError.self) {
                try RunBench(text + "expect: [{within: 9 s, dropped: {\(keys)}}]\n")
            }
            return error?.problems.first?.message
        }
        #expect(
            problem("at-least: 3, at-most: 2") == "at least 3 and at most 2 contradict each other")
        _ = try RunBench(
            RunBench.scenario(steps: "connect".asSteps)
                + "expect: [{within: 9 s, dropped: {at-least: 2, at-most: 2}}, {within: 9 s, after: 9 s, dropped: {}}]\n"
        )
        let titled = try RunBench(
            RunBench.scenario(steps: "connect".asSteps)
                + "expect: [{title: mine, within: 9 s, dropped: {exactly: 0}}]\n")
        #expect(titled.result.expectations[0].title == "mine")
    }

    // MARK: Logs

    @Test func `a log may become full, and empty again`() throws {
        let text = RunBench.scenario(
            steps:
                "connect, initialise, log: {acceleration: 50 Hz}, wait: 4 s, stop-log, clear-log, wait: 9 s"
                .asSteps, "duration: 30 s\n")
        let play = try RunBench(
            text + """
                expect:
                  - {within: 29 s, log-entries: {at-most: 9}}
                  - {within: 29 s, log-entries: {at-least: 100}}
                  - {within: 29 s, log-entries: {at-least: 1, at-most: 50}}
                """)
        #expect(play.result.expectations.map(\.verdict) == [.held, .held, .failed])
        #expect(play.result.expectations[0].decided.milliseconds == 29_000)
        #expect(play.result.expectations[2].decided.milliseconds == 29_000)
    }

    @Test func `missing samples are counted to the end of the download`() throws {
        let text = RunBench.scenario(
            board: "{name: wrist, model: MetaMotion S, sensors: ideal}",
            steps: """
                connect, initialise, log: {acceleration: 50 Hz}, wait: 3 s, stop-log, download, \
                wait: 4 s
                """.asSteps, "duration: 30 s\n")
        try Self.check(
            text,
            [
                ("downloaded: {signal: acceleration, at-least: 100, missing: 0}", true),
                ("downloaded: {signal: acceleration, at-least: 1000, missing: 0}", false),
                ("downloaded: {signal: acceleration, exactly: 0, missing: 0}", false),
            ])
        let decided = try RunBench(
            text + "expect: [{within: 29 s, downloaded: {signal: acceleration, missing: 0}}]\n"
        ).result.expectations[0].decided.milliseconds
        #expect(decided > 7_000, "\(decided)")
    }
}

extension Instant {
    fileprivate var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
