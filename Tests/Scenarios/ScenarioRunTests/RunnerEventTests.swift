import Checkout
import JSON
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// What scripts have boards do by themselves.
@Suite struct RunnerEventTests {
    @Test func `a button lights the LED, a timer logs, a lost link is felt`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion R, sensors: ideal}",
                steps: """
                    connect, initialise,
                    when: {signal: switch, do: [led: {channel: blue, pattern: solid}]},
                    when: {signal: disconnect, do: [haptic: {for: 3 s}], as: farewell},
                    log: [temperature-0], timer: {every: 500 ms, times: 6, start: false, as: beat},
                    when: {signal: beat, do: [read: {temperature: 0, silent: true}]},
                    stream: [beat], start-timer: beat, wait: 5 s, stop-log, download,
                    disconnect, wait: 6 s, reconnect, remove: farewell, remove: beat, disconnect,
                    wait: 1 s, reconnect
                    """.split(separator: "\n").joined(separator: " ").asSteps,
                """
                inputs: [{at: 9 s, button: click}]
                expect:
                  - {within: 10 s, after: 9 s, led: {channel: blue, at-least: 90 %}}
                  - {within: 30 s, state: {haptic: true, connected: false}}
                  - {within: 40 s, trace: {contains: "haptic: motor", at-most: 1}}

                """))
        #expect(play.failure == nil)
        #expect(play.result.passed, "\(play.result.expectations.map(\.detail))")
        #expect(try play.series("temperature-0", .log).received == 6)
        #expect(try play.series("beat").received == 6)
        // A beat has no moment of its own that the board tells: 0 ms would be a figure without a measurement.
        #expect(try play.series("beat").latency == nil)
    }

    @Test(.slow) func `earlier files may say on for when, which no reference lists`() throws {
        func step(_ key: String) throws -> Step {
            let text = RunBench.scenario(
                steps: "connect, \(key): {signal: switch, do: [led: {channel: blue}]}")
            return try ScenarioFile(reading: Array(text.utf8), file: "t").clients[0].steps[1]
        }
        let former = try #require(try step("on").kind as? Step.When)
        let now = try #require(try step("when").kind as? Step.When)
        #expect(former.signal == now.signal && former.actions.count == now.actions.count)
        for word in ["on", "`on`"] {
            #expect(!ReferencePage.scenario().contains("| \(word) |"))
        }
        #expect(!JSONSchema.scenario().text.contains("\"on\": "))
    }

    @Test func `a data token carries a value into a command`() throws {
        // The third byte of the LED's pattern is its brightness: 6 edges, brightness 6.
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, initialise, process: {from: switch, chain: [count], as: edges},
                    when: {signal: edges, do: [write: "07 03 00 00"], token: {bytes: 2}},
                    wait-until: 10 s, read: {register: "07 83"}
                    """.split(separator: "\n").joined(separator: " ").asSteps,
                RunnerProcessorTests.clicks))
        #expect(play.failure == nil)
        #expect(play.steps.last?.detail == "07 83 06 00")
    }

    @Test(
        .slow,
        arguments: [
            // At the end of the link the client's own stream does not matter any more.
            (
                "when: {signal: disconnect, do: [{led: red}, {stop: [acceleration]}]}",
                "events 0, 1, 2, 3"
            ),
            ("when: {signal: switch, do: [{start: [acceleration]}]}", "events 0, 1, 2"),
            ("macro: {at-boot: false, do: [{stop: [acceleration]}]}", "macro 0 of 2 commands"),
            (
                "macro: {at-boot: false, live: false, do: [{stop: [acceleration]}]}",
                "macro 0 of 2 commands"
            ),
            ("macro: {do: [{start: [acceleration]}, {start: [acceleration]}]}", ""),
            ("macro: {do: [{log: [acceleration]}]}", "macro 0 of 7 commands"),
        ])
    func `what a stream needs now is started and stopped by the board itself, later`(
        step: String, detail: String
    ) throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: "connect, initialise, stream: {signals: [acceleration]}, \(step), wait: 1 s"
                    .asSteps))
        if detail.isEmpty {
            #expect(
                play.failure
                    == "the step `start acceleration` in line 4 writes no command, so the board would do"
                    + " nothing: remove it, or name a signal whose sensor no other stream needs")
        } else {
            #expect(play.failure == nil)
            #expect(play.steps[3].detail == detail)
        }
    }

    @Test func `an event stops a stream at the end of the link`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, initialise, stream: {signals: [acceleration]},
                    when: {signal: disconnect, do: [{stop: [acceleration]}]}, wait: 2 s, disconnect,
                    wait: 3 s
                    """.split(separator: "\n").joined(separator: " ").asSteps))
        #expect(play.failure == nil)
        let board = try #require(play.result.boards.first)
        // At 100 Hz for 2 s and the time that the link takes to end.
        #expect(board.notificationsMade < 350, "\(board.notificationsMade)")
    }

    @Test(arguments: [
        (
            "when: {signal: disconnect, do: [{led: red}, {stop: [acceleration]}]}",
            "stop acceleration"
        ),
        ("when: {signal: disconnect, do: [{start: [switch]}]}", "start switch"),
    ])
    func `a step that gives the board nothing to do fails`(step: String, words: String) throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion R}",
                steps: "connect, initialise, stream: {signals: [motion]}, \(step)".asSteps))
        #expect(
            play.failure
                == "the step `\(words)` in line 4 writes no command, so the board would do nothing:"
                + " remove it, or name a signal whose sensor no other stream needs")
    }

    @Test func `a macro does its steps again after a reset`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, initialise, macro: {at-boot: true, do: [{settings: {name: Rex}},
                    {timer: {every: 1 s, as: beat}}, {when: {signal: beat, do: [led: red]}}]},
                    macro: {at-boot: false, live: false, as: alarm, do: [haptic: {for: 1 s}]},
                    read: {macro: 0}, run-macro: alarm, reset, wait-disconnect, wait: 4 s,
                    reconnect, read: name, erase-macros, factory-reset, wait-disconnect
                    """.split(separator: "\n").joined(separator: " ").asSteps,
                """
                expect:
                  - {within: 30 s, state: {haptic: true, resets: 0}}
                  - {within: 8 s, after: 4 s, led: {channel: red, at-least: 50 %}}
                  - {within: 40 s, read: {name: {}, bytes: "11 81 52 65 78"}}

                """))
        #expect(play.failure == nil)
        #expect(play.result.passed, "\(play.result.expectations.map(\.detail))")
    }

    @Test(arguments: [
        ("when: {signal: switch, do: [download]}", "a board cannot do this by itself"),
        (
            "when: {signal: switch, do: [process: {from: switch, chain: [count], as: n}]}",
            "a board cannot do this by itself"
        ),
        ("macro: {do: [connect]}", "this step cannot be recorded in a macro"),
        (
            "macro: {live: false, do: [timer: {every: 1 s, as: t}]}",
            "this step cannot be recorded in a macro"
        ),
        ("stream: [disconnect]", "`disconnect` cannot be streamed"),
        ("stream: [temperature-0]", "`temperature-0` cannot be streamed"),
        ("stream: [shake]", "there is no signal `shake`"),
        ("timer: {every: 1 s, as: pressure}", "`pressure` cannot be used as a new name"),
        ("log: [acceleration-packed]", "`acceleration-packed` cannot be logged"),
    ])
    func `what a step cannot be is told before the run`(step: String, reason: String) {
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioFile(RunBench.scenario(steps: "\(step)".asSteps))
        }
        #expect(
            error?.problems.contains { $0.message.contains(reason) } == true,
            "\(String(describing: error))")
    }
}
