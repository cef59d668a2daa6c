import Simulation
import Testing
import VirtualRadio

@testable import Declaration
@testable import ScenarioRun
@testable import ScriptedClient

/// What a run says that ended early: its end, what was open, and whether it passed.
@Suite struct PartialRunTests {
    private static let two = """
        version: 1
        seed: 11
        boards: [{name: a, model: MetaMotion S}, {name: b, model: MetaMotion R}]
        clients:
          - {name: phone, steps: [{connect: {board: a}}, {wait: 1 s}]}
          - {name: tablet, steps: [{connect: {board: b}}, {wait: 1 h}]}

        """

    @Test func `what is open is listed, and what is decided is not`() throws {
        let play = try RunBench(
            Self.two + """
                deadline: 20 s
                expect:
                  - {title: soon, within: 60 s, board: a, client: phone, connected: {}}
                  - {title: never, within: 60 s, trace: nothing}
                """)
        #expect(play.result.ending == .deadline("client tablet, never"))
        #expect(play.result.expectations.map(\.verdict) == [.held, .undecided])
        #expect(!play.result.passed && play.result.duration == .seconds(20))
    }

    @Test func `an expectation is about its own board and its own client`() throws {
        func verdicts(_ more: String) throws -> [ExpectationResult.Verdict] {
            try RunBench(
                Self.two + """
                    duration: 10 s
                    faults: [{at: 5 s, board: b, reset: {}}]
                    expect:
                      - {within: 9 s, after: 8 s, board: a, \(more)}
                      - {within: 9 s, after: 8 s, board: b, \(more)}
                    """
            ).result.expectations.map(\.verdict)
        }
        #expect(try verdicts("state: {resets: 0}") == [.held, .failed])
        #expect(try verdicts("state: {resets: 1}") == [.failed, .held])
        #expect(try verdicts("client: phone, connected: {exactly: 1}") == [.held, .failed])
        #expect(try verdicts("client: tablet, connected: {exactly: 1}") == [.failed, .held])
    }

    @Test func `a run that was interrupted has not passed, whatever has held so far`() throws {
        let text = RunBench.scenario(steps: "connect, wait: 1 h".asSteps)
        let none = try RunBench(text, interruption: .seconds(5)).result
        #expect(none.ending == .interrupted && !none.passed && none.expectations.isEmpty)
        let held = try RunBench(
            text + "expect: [{within: 9 s, connected: {}}]\n", interruption: .seconds(5)
        ).result
        #expect(held.expectations.map(\.verdict) == [.held] && !held.passed)
        let open = try RunBench(
            text + "expect: [{within: 9 s, connected: {exactly: 1}}]\n", interruption: .seconds(5)
        ).result
        #expect(open.expectations.map(\.verdict) == [.undecided] && !open.passed)
        #expect(open.expectations[0].detail.hasSuffix("(interrupted)"))
    }

    @Test func `a deadline that is the planned end is not late`() throws {
        let text = RunBench.scenario(steps: "connect, wait: 2 s".asSteps)
        let exact = try RunBench(text + "deadline: 9 s\nduration: 9 s\n").result
        #expect(exact.ending == .finished && exact.passed && exact.duration == .seconds(9))
        let late = try RunBench(
            RunBench.scenario(steps: "connect, wait: 1 h".asSteps) + "deadline: 9 s\n"
        ).result
        #expect(late.ending == .deadline("client phone") && late.duration == .seconds(9))
        #expect(!late.passed)
    }

    @Test func `a deadline leaves open what has neither held nor failed`() throws {
        let result = try RunBench(
            RunBench.scenario(steps: "connect, wait: 1 h".asSteps) + """
                deadline: 9 s
                expect:
                  - {within: 60 s, dropped: {exactly: 0}}
                  - {within: 60 s, dropped: {exactly: 1}}
                  - {within: 60 s, dropped: {at-least: 1}}
                  - {within: 60 s, connected: {at-most: 0}}
                  - {within: 9 s, dropped: {exactly: 1}}
                """
        ).result
        #expect(
            result.expectations.map(\.verdict)
                == [.held, .undecided, .undecided, .failed, .failed])
        #expect(result.expectations[1].detail.hasSuffix("(the run ended before the deadline)"))
        #expect(result.expectations[3].decided < .zero + .seconds(9))
    }

    @Test func `an end that was planned decides what is open`() throws {
        let result = try RunBench(
            RunBench.scenario(steps: "connect, wait: 2 s".asSteps) + """
                duration: 9 s
                expect:
                  - {within: 60 s, dropped: {exactly: 0}}
                  - {within: 60 s, dropped: {at-least: 1}}
                  - {within: 60 s, after: 20 s, state: {connected: true}}
                  - {within: 9 s, state: {resets: 0}}
                """
        ).result
        #expect(result.ending == .finished)
        #expect(result.expectations.map(\.verdict) == [.held, .failed, .failed, .held])
    }

    @Test func `what is undecided does not pass, whatever the end of the run`() {
        func passed(
            _ verdicts: [ExpectationResult.Verdict], _ ending: RunResult.Ending = .finished
        ) -> Bool {
            var result = RunResult(
                scenario: "", file: "", scenarioHash: "", seed: 1, duration: .seconds(1),
                ending: ending)
            result.expectations = verdicts.map {
                ExpectationResult(
                    title: "", line: 1, verdict: $0, decided: .zero, deadline: .zero, detail: "")
            }
            return result.passed
        }
        #expect(passed([]) && passed([.held]))
        #expect(!passed([.held, .undecided]) && !passed([.failed]))
        #expect(!passed([.held], .interrupted) && !passed([.held], .deadline("")))
    }

    @Test func `retransmissions are counted, not all that was late`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps:
                    "connect, configure: {accelerometer: {rate: 800 Hz}}, stream: {signals: [acceleration], for: 9 s}"
                    .asSteps,
                "faults: [{at: 2 s, interference: {loss: 60 %, for: 5 s}}]\n"))
        let board = play.result.boards[0]
        let counts = try #require(play.run.air.statistics(of: board.address))
        #expect(board.retransmissions == counts.retransmissions)
        #expect(counts.retransmissions > 0 && counts.retransmissions < counts.latePackets)
    }

    @Test func `a failed step and an expectation that failed do not pass`() throws {
        let failed = try RunBench(RunBench.scenario(steps: "connect, wait-disconnect: 1 s".asSteps))
            .result
        #expect(failed.failedStep != nil && !failed.passed && failed.ending == .finished)
        let right = try RunBench(RunBench.scenario(steps: "connect".asSteps)).result
        #expect(right.failedStep == nil && right.passed)
        let wrong = try RunBench(
            RunBench.scenario(steps: "connect".asSteps)
                + "expect: [{within: 1 s, trace: nothing}]\n"
        ).result
        #expect(!wrong.passed)
    }

    @Test func `faults that came too late are noted, with their number`() throws {
        func notes(_ faults: String) throws -> [String] {
            try RunBench(
                RunBench.scenario(steps: "connect".asSteps, "duration: 10 s\n")
                    + "faults: [\(faults)]\n"
            ).result.notes.filter { $0.contains("had no effect") }
        }
        #expect(try notes("{at: 5 s, reset: {}}") == [])
        #expect(
            try notes("{at: 50 s, reset: {}}")
                == ["the fault at 50 s had no effect: the run ended before it"])
        #expect(try notes("{at: 2 s, every: 3 s, times: 3, reset: {}}") == [])
        #expect(
            try notes("{at: 2 s, every: 3 s, times: 7, reset: {}}")
                == ["4 of the 7 faults from 2 s on had no effect: the run ended before them"])
    }

    @Test func `the events of a run say who ended a link, in the order of time`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: "connect, wait: 1 s, disconnect, reconnect, wait: 20 s".asSteps,
                "faults: [{at: 5 s, link-loss: 10 s}]\n"))
        let kinds = play.run.events.map(\.kind)
        #expect(kinds.count == 5)
        #expect(kinds.contains(.ended(board: "wrist")) && kinds.contains(.lost(board: "wrist")))
        #expect(kinds.count { $0 == .connected(board: "wrist") } == 2)
        #expect(play.run.events.map(\.time) == play.run.events.map(\.time).sorted())
    }

    @Test func `what still waits when a run ends is counted as discarded`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps:
                    "connect, configure: {accelerometer: {rate: 1600 Hz}}, stream: {signals: [acceleration], for: 1 h}"
                    .asSteps), interruption: .milliseconds(4_003))
        let board = play.result.boards[0]
        #expect(
            board.notificationsMade
                == board.notificationsSent + board.notificationsDropped
                + board.notificationsDiscarded)
        #expect(board.notificationsDiscarded > 0)
    }
}
