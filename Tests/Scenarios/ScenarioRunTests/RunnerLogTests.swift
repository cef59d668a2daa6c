import Simulation
import Testing

@testable import ScenarioRun
@testable import ScriptedClient

/// How a scripted client begins and ends a session on a board with NAND.
@Suite struct RunnerLogTests {
    @Test func `the last page survives on a board that flushes only while it logs`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, quirks: {flush-needs-logging: true}}",
                steps: """
                    connect, initialise, log: {acceleration: {rate: 50 Hz}}, wait: 3 s, stop-log, download, disconnect
                    """.asSteps,
                "expect: [{within: 20 s, downloaded: {signal: acceleration, at-least: 145}}]\n"))
        #expect(
            play.result.passed, "\(play.result.expectations.map(\.detail)) \(play.failure ?? "")")
    }

    @Test func `a session records at once on a board with nothing to erase`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, initialise, clear-log, log: {acceleration: {rate: 50 Hz}}, wait-recording, disconnect
                    """.asSteps))
        #expect(play.failure == nil)
        #expect(play.steps[4].detail.hasPrefix("after 2."), "\(play.steps[4].detail)")
    }

    @Test func `a session is waited for while the board erases`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, log-fill: 0.5 %}",
                steps: """
                    connect, initialise, clear-log, log: {acceleration: {rate: 50 Hz}}, wait-recording: 90 s, wait: 4 s,
                    stop-log, download, disconnect
                    """.split(separator: "\n").joined(separator: " ").asSteps,
                "expect: [{within: 60 s, downloaded: {signal: acceleration, at-least: 200}}]\n"))
        #expect(
            play.result.passed, "\(play.result.expectations.map(\.detail)) \(play.failure ?? "")")
        let (began, ended) = (
            try #require(play.steps[4].started), try #require(play.steps[4].ended)
        )
        // 655 pages of 20 ms, and the next question.
        #expect((13.0...15.5).contains((ended - began).seconds))
    }

    @Test func `a length of one after a clear is no recording`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: """
                    {name: wrist, model: MetaMotion S, log-fill: 0.5 %, quirks: {length-one-after-drop: true}}
                    """,
                steps: """
                    connect, initialise, clear-log, log: {acceleration: {rate: 50 Hz}}, wait-recording: 10 s
                    """.asSteps))
        #expect(
            play.failure?.contains("the log has not grown within 10 s") == true,
            "\(play.failure ?? "")")
    }

    @Test func `a board that does not log is given up`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: "connect, initialise, wait-recording: {within: 5 s, every: 500 ms}".asSteps))
        #expect(
            play.failure?.contains("the log has not grown within 5 s") == true,
            "\(play.failure ?? "")")
        #expect(play.traces("> 0b 85") >= 9)
    }
}
