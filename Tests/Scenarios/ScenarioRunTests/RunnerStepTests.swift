import MetaWearProtocol
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioRun
@testable import ScriptedClient

/// Steps, and how the first one that fails ends.
struct StepFailureCase: Sendable, CustomTestStringConvertible {
    var steps: String
    var reason: String
    /// By when the script is over, in seconds of virtual time.
    var by: Double
    var more: String
    var testDescription: String { steps }

    init(_ steps: String, _ reason: String, by: Double, _ more: String = "") {
        self.steps = steps
        self.reason = reason
        self.by = by
        self.more = more
    }

    /// Nothing gets through from 4 s on; the link breaks 6 s later.
    static let silence = "faults: [{at: 4 s, link-loss: 100 s}]\n"
}

@Suite struct RunnerStepTests {
    @Test func `every step gets done, one after the other`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    scan: 1 s, connect, initialise,
                    configure: {accelerometer: {rate: 100 Hz, range: 4 g}, gyroscope: 100 Hz},
                    stream: {signals: [acceleration, rotation], for: 2 s},
                    stream: [acceleration-packed, switch, charger, battery], wait: 1 s,
                    stop-stream: [acceleration-packed], stop-stream,
                    log: {acceleration: 50 Hz, rotation: 50 Hz, switch: true}, wait: 2 s, stop-log,
                    download, clear-log, read: battery, read: {temperature: 0},
                    read: {gpio: {pin: 0}, times: 3, every: 100 ms}, read: switch, read: log-length,
                    read: {register: "0B 84"}, write: "02 02 01",
                    write: {bytes: "0B 01 00", response: true}, stream: [switch],
                    wait-for: {bytes: "01 01 01", within: 20 s}, stop-stream, wait-until: 30 s,
                    led: {channel: red, pattern: pulse}, led-off, haptic: buzzer,
                    ibeacon: {major: 3}, ibeacon: false, disconnect, wait-disconnect: 1 s,
                    reconnect: 5 s, reset, wait-disconnect: 3 s, reconnect: 9 s,
                    download, disconnect
                    """.split(separator: ",\n").flatMap { $0.split(separator: "\n") }
                        .joined(separator: ", ").asSteps,
                "inputs: [{at: 25 s, button: click}]\n"))
        for step in play.steps {
            #expect(step.outcome == .done, "\(step.title): \(step.outcome)")
            #expect(step.started != nil && step.ended != nil)
        }
        #expect(Set(play.steps.map { $0.title.prefix { $0 != " " } }).count == 23)
        for (before, after) in zip(play.steps, play.steps.dropFirst()) {
            #expect(before.ended == after.started)
        }
        #expect(play.result.passed)
        #expect(play.result.ending == .finished)
        #expect(play.result.duration < .seconds(60))
    }

    @Test(arguments: [
        StepFailureCase("read: battery", "the client has not connected to a board yet", by: 0.1),
        StepFailureCase("wait-disconnect", "the client has not connected to a board yet", by: 0.1),
        StepFailureCase("reconnect", "the client has not connected to a board yet", by: 0.1),
        StepFailureCase("connect, connect", "already connected or connecting to", by: 2),
        StepFailureCase("connect, disconnect, read: battery", "not connected to wrist", by: 2),
        StepFailureCase(
            "connect, initialise: {within: 10 ms}", "not initialised within 10 ms", by: 2),
        StepFailureCase(
            "connect, wait-for: {bytes: \"AA ?? BB\", within: 2 s}", "no [aa .. bb] within 2 s",
            by: 4),
        StepFailureCase("connect, read: {register: \"0B C5\"}", "no [0b 85 …] within 5 s", by: 7),
        StepFailureCase("connect, wait-disconnect: 2 s", "still connected after 2 s", by: 4),
        StepFailureCase(
            "connect, write: {bytes: \"01\", characteristic: \"BEEF\"}", "was not found", by: 2),
        StepFailureCase(
            "connect: {mtu: 23}, write: \"\(String(repeating: "00", count: 21))\"", "do not fit",
            by: 2),
        StepFailureCase(
            "connect, log: {acceleration: 50 Hz}, wait: 5 s, stop-log, download: 100 ms",
            "not downloaded within 100 ms", by: 9),
        StepFailureCase(
            "connect, "
                + String(repeating: "write: \"0B 02 03 04 FF 60\", ", count: 8)
                + "log: {rotation: 50 Hz}", "no [0b 02 …] within 5 s", by: 9),
        // The link ends in them.
        StepFailureCase(
            "connect, stream: {signals: [acceleration], for: 60 s}",
            "the link ended while streaming", by: 11, StepFailureCase.silence),
        StepFailureCase(
            "connect, wait-for: {bytes: \"01\", within: 60 s}", "the link ended (", by: 11,
            StepFailureCase.silence),
        StepFailureCase(
            "connect, read: {battery: {}, within: 60 s, times: 1000, every: 100 ms}",
            "the link ended (", by: 11, StepFailureCase.silence),
        StepFailureCase(
            "connect, wait-until: 4100 ms, initialise: {within: 60 s}", "disconnected", by: 11,
            StepFailureCase.silence),
        StepFailureCase(
            "connect, wait-until: 4100 ms, write: {bytes: \"02 02 01\", response: true}",
            "disconnected", by: 11, StepFailureCase.silence),
        StepFailureCase(
            "connect, wait-until: 4100 ms, read: battery", "no [11 8c …] within 5 s", by: 11,
            StepFailureCase.silence),
        StepFailureCase(
            "connect, log: {acceleration: 200 Hz, rotation: 200 Hz}, wait-until: 2000 ms,"
                + " download: {resume: false}", "the link ended in the middle of the download",
            by: 11, StepFailureCase.silence),
        StepFailureCase(
            "connect, log: {acceleration: 200 Hz, rotation: 200 Hz}, wait-until: 2000 ms,"
                + " download: 30 s", "not downloaded within 30 s", by: 34, StepFailureCase.silence),
        StepFailureCase(
            "connect, wait-disconnect, reconnect: 3 s", "timed out", by: 14,
            StepFailureCase.silence),
        StepFailureCase(
            "connect: {within: 3 s}", "timed out", by: 4, "faults: [{at: 0 s, brown-out: 9 s}]\n"),
    ])
    func `a step that cannot be done says why, in time`(row: StepFailureCase) throws {
        let play = try RunBench(RunBench.scenario(steps: row.steps.asSteps, row.more))
        let failure = try #require(play.failure, "nothing failed")
        #expect(failure.contains(row.reason), "\(failure)")
        #expect(!play.result.passed)
        let ended = play.steps.compactMap(\.ended).max()
        #expect(try #require(ended).seconds <= row.by)
        let failed = try #require(play.steps.firstIndex { $0.outcome != .done })
        #expect(play.steps[(failed + 1)...].allSatisfy { $0.outcome == .notReached })
        #expect(play.traces("step failed: ") == 1)
    }

    @Test func `the script goes on behind a step that may fail`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect, {wait-for: {bytes: "01 01 ..", within: 2 s}, may-fail: true},
                    {read: battery, may-fail: true}, disconnect, {read: battery, may-fail: true}
                    """))
        #expect(play.result.passed)
        #expect(
            play.steps.map { $0.detail.hasPrefix("failed, as it may: ") }
                == [false, true, false, false, true])
        #expect(play.traces("failed, as it may: not connected to wrist") == 1)
    }

    @Test func `a client that vanishes leaves the board to its supervision timeout`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: """
                    connect: {timeout: 4 s}, stream: [acceleration], wait-until: 3 s, wait: 1 s,
                    disconnect: {silently: true}, reconnect: 20 s, disconnect
                    """.split(separator: "\n").joined(separator: " ").asSteps,
                """
                expect:
                  - {within: 9 s, after: 5 s, state: {connected: true, advertising: false}}
                  - {within: 20 s, connected: {exactly: 2, gap: 7 s}}

                """))
        #expect(
            play.result.passed, "\(play.result.expectations.map(\.detail)) \(play.failure ?? "")")
        #expect(play.traces("link  central vanished") == 1)
        let ended = try #require(play.steps[4].ended)
        let back = try #require(play.steps[5].ended)
        #expect((4.0...7.0).contains((back - ended).seconds))
    }

    @Test func `a board that has run for long has its clock there`() throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion S, uptime: 6291454 s}",
                steps: "connect, initialise, wait-until: 4 s, read: {register: \"0B 84\"}".asSteps,
                "expect: [{within: 9 s, read: {register: \"0B 84\", bytes: \"0B 84 ?? 05 00 00 00\"}}]\n"
            ))
        // Two seconds before the wrap, and two behind it: 1365 ticks, 0x555.
        #expect(
            play.result.passed, "\(play.result.expectations.map(\.detail)) \(play.failure ?? "")")
    }

    @Test(arguments: [
        ("temperature: 1", #"-?\d+(\.\d+)? degC, 04 81 01 .. .."#),
        ("battery: {}", #"80 %, 11 8c 50 .. .."#),
        ("gpio: 0", #"1.2 V, 05 86 00 b0 04"#),
        ("gpio: {pin: 0, kind: ratio}", #"\d+\.\d+ %, 05 87 00 .. .."#),
        ("gpio: {pin: 0, kind: digital}", #"[01], 05 88 00 0[01]"#),
        ("switch: {}", "0, 01 81 00"),
        ("log-length: {}", "0, 0b 85 00 00 00 00"),
        // Nobody said what it holds.
        ("register: \"11 8C\"", "11 8c .*"),
    ])
    func `a read says the value and the bytes`(target: String, wanted: String) throws {
        let play = try RunBench(
            RunBench.scenario(
                board: "{name: wrist, model: MetaMotion R, battery: 80 %}",
                steps: "connect, wait: 1 s, read: {\(target)}".asSteps,
                "inputs: [{at: 500 ms, gpio: {pin: 0, voltage: 1.2 V}}]\n"))
        #expect(play.failure == nil)
        let detail = try #require(play.steps.last).detail
        #expect(try detail.wholeMatch(of: Regex(wanted)) != nil, "\(detail)")
    }

    /// What writes a packet and waits for no answer.
    @Test(arguments: [
        "configure: {accelerometer: 50 Hz}", "led: green", "led-off", "haptic: motor",
        "ibeacon: true",
        "clear-log", "stop-stream", "stop-log", "write: \"02 02 01\"", "download", "disconnect",
        "log: {acceleration: 50 Hz}", "read: log-length", "reset",
    ])
    func `a command into silence ends with the link`(step: String) throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: "connect, initialise, wait-until: 4100 ms, \(step), wait: 1 s".asSteps,
                StepFailureCase.silence + "duration: 60 s\n"))
        let outcome = play.steps[3].outcome
        let ended = try #require(play.steps[3].ended).seconds
        switch step {
        // They do not depend on what the board says.
        case "disconnect", "reset", "stop-stream": #expect(outcome == .done)
        case "download": #expect(outcome == .done || play.failure != nil)
        default:
            guard case .failed = outcome else {
                Issue.record("\(outcome)")
                return
            }
        }
        #expect(ended <= (step == "download" ? 120 : 11))
    }

    @Test func `a wait for an end that has come already is done`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: "connect, wait: 20 s, wait-disconnect: 1 s, wait-disconnect".asSteps,
                StepFailureCase.silence))
        #expect(play.steps[2].outcome == .done)
        #expect(play.steps[2].ended == play.steps[2].started)
        #expect(play.result.passed)
    }

    @Test func `of two that wait for the same packet the one whose time is over goes`() throws {
        let play = try RunBench(
            RunBench.scenario(steps: "connect, wait: 1 h".asSteps), interruption: .seconds(5))
        let session = try #require(play.run.clients[0].sessions[0])
        var ends: [String] = []
        let pattern = AnswerPattern(.settings, 0x0C, isRead: true)
        session.expect(pattern, within: .seconds(60)) { _ in ends.append("long") }
        session.expect(pattern, within: .seconds(1)) { result in
            if case .failure = result { ends.append("short") }
        }
        play.run.advance(to: .zero + .seconds(7))
        #expect(ends == ["short"])
        session.send(Packet.read(.settings, 0x0C))
        play.run.advance(to: .zero + .seconds(8))
        #expect(ends == ["short", "long"])
    }

    @Test func `two clients take turns on one board`() throws {
        let play = try RunBench(
            RunBench.scenario(
                "clients:\n"
                    + "  - {name: a, steps: [{connect: {}}, {wait: 5 s}, {disconnect: {}}]}\n"
                    + "  - {name: b, steps: [{connect: {within: 20 s}}, {read: battery}, {disconnect: {}}]}\n"
                    + "  - {name: c, steps: [{connect: {within: 2 s}}]}\n"))
        let outcomes = play.result.clients.map { $0.steps.map(\.outcome) }
        #expect(outcomes[0] == [.done, .done, .done])
        #expect(outcomes[1] == [.done, .done, .done])
        guard case .failed(let why) = outcomes[2][0] else {
            Issue.record("\(outcomes[2])")
            return
        }
        #expect(why.contains("timed out"))
        #expect(play.result.failedStep?.hasPrefix("c: connect: timed out") == true)
    }

    @Test func `what is read of two boards stays apart`() throws {
        let play = try RunBench(
            """
            version: 1
            boards:
              - {name: left, model: MetaMotion R, battery: 20 %}
              - {name: right, model: MetaMotion RL, battery: 90 %}
            clients:
              - name: phone
                steps:
                  - connect: left
                  - connect: right
                  - {board: left, read: battery}
                  - {read: battery}
                  - {board: left, disconnect: {}}
                  - disconnect
            expect:
              - {within: 20 s, board: left, read: {battery: {}, between: [19 %, 21 %]}}
              - {within: 20 s, board: right, read: {battery: {}, between: [89 %, 91 %]}}
              - {within: 20 s, board: right, connected: {exactly: 1}}
            """)
        #expect(play.result.expectations.map(\.verdict) == [.held, .held, .held])
        #expect(play.result.passed)
    }
}

extension String {
    /// Steps that are written with commas between them, each an entry of its own.
    var asSteps: String {
        var depth = 0
        var entries: [String] = [""]
        for character in self {
            if "[{".contains(character) { depth += 1 }
            if "]}".contains(character) { depth -= 1 }
            if character == ",", depth == 0 {
                entries.append("")
            } else {
                entries[entries.count - 1].append(character)
            }
        }
        return entries.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
            .map { $0.contains(":") ? "{\($0)}" : "\($0)" }.joined(separator: ", ")
    }
}
