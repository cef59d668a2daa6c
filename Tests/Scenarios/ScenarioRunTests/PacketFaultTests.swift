import Device
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

@Suite struct PacketFaultTests {
    /// A client that asks three times for the temperature.
    private static func play(_ fault: String, _ steps: String = temperatures) throws -> RunBench {
        try RunBench(RunBench.scenario(steps: steps, "faults: [{at: 0 s, \(fault)}]\n"))
    }

    private static let temperatures =
        "connect, read: temperature, read: temperature, read: temperature, disconnect"

    @Test func `an answer that is lost is waited for in vain, and the link lives`() throws {
        let play = try Self.play(#"lose-packet: {packet: "< 04 81", number: 2}"#)
        #expect(play.steps[1].outcome.isDone)
        #expect(play.failure?.contains("no [04 81 00 …]") == true, "\(play.failure ?? "")")
        #expect(play.traces("wrist  > 04 81") == 2 && play.traces("wrist  < 04 81") == 2)
        #expect(play.traces("packet 2 of `< 04 81` never arrives") == 1)
        #expect(play.traces("link  packet lost") == 0)
    }

    @Test func `a question that is lost reaches no board`() throws {
        let play = try Self.play(#"lose-packet: {packet: "> 04 81", number: 3}"#)
        #expect(play.traces("wrist  > 04 81") == 2)
        #expect(play.steps[2].outcome.isDone && !play.steps[3].outcome.isDone)
    }

    @Test func `a packet arrives twice`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: Self.temperatures,
                """
                faults: [{at: 0 s, double-packet: {packet: "< 04 81"}}]
                expect: [{within: 60 s, notification: {bytes: "04 81 ..", exactly: 4}}]

                """))
        #expect(play.result.passed, "\(play.result.expectations)")
        #expect(play.traces("wrist  < 04 81") == 3)
    }

    @Test func `a write that arrives twice is executed twice`() throws {
        let play = try Self.play(
            #"double-packet: {packet: "> 04 81"}"#, "connect, read: temperature")
        #expect(play.traces("wrist  > 04 81") == 2)
    }

    @Test func `a request is refused, and the next one is not`() throws {
        let play = try Self.play(
            #"refuse-request: {packet: "> att 02", connection: 2, error: 0x80}"#,
            "connect, disconnect, connect")
        #expect(play.steps[0].outcome.isDone)
        #expect(play.failure == "the peripheral refused handle 0: application(128) (0x80)")
    }

    @Test(arguments: [("before", 1), ("after", 2)])
    func `a link is cut at a packet, before or after it`(side: String, arrived: Int) throws {
        let play = try Self.play(
            #"upon: {packet: "> 04 81", number: 2, when: \#(side), do: {link-loss: 8 s}}"#)
        // The board has the question, but its answer does not get through.
        #expect(play.traces("wrist  > 04 81") == arrived)
        #expect(play.steps[1].outcome.isDone && !play.steps[2].outcome.isDone)
        #expect(play.traces("out of reach") == 1)
    }

    @Test func `an input happens at a packet, on the connection that is named`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps:
                    "connect, read: temperature, disconnect, wait: 1 s, connect, read: temperature,"
                    + " disconnect",
                #"faults: [{at: 0 s, upon: {packet: "> 04 81", connection: 2, do: {battery: 40 %}}}]"#
                    + "\n"))
        let events = play.trace.filter {
            $0.contains("wrist  > 04 81") || $0.contains("upon after")
        }
        #expect(events.count == 3, "\(events)")
        #expect(play.run.boards[0].batteryLevel.rounded() == 40)
    }

    @Test func `a retransmission is no second packet`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: Self.temperatures,
                """
                faults:
                  - {at: 0 s, upon: {packet: "> 04 81", number: 2, when: before, do: {battery: 40 %}}}
                  - {at: 0 s, lose-packet: {packet: "> 04 81", number: 3}}

                """))
        #expect(play.traces("wrist  > 04 81") == 2)
        #expect(play.steps[2].outcome.isDone && !play.steps[3].outcome.isDone)
    }

    @Test func `two faults at one packet both happen there`() throws {
        let play = try RunBench(
            RunBench.scenario(
                steps: Self.temperatures,
                """
                faults:
                  - {at: 0 s, upon: {packet: "> 04 81", number: 2, when: before, do: {battery: 40 %}}}
                  - {at: 0 s, upon: {packet: "> 04 81", number: 2, do: {temperature: 30 degC}}}
                  - {at: 0 s, lose-packet: {packet: "> 04 81", number: 2}}

                """))
        #expect(play.traces("wrist  > 04 81") == 1)
        #expect(play.steps[1].outcome.isDone && !play.steps[2].outcome.isDone)
        #expect(play.run.boards[0].batteryLevel.rounded() == 40)
        #expect(play.result.notes == [])
    }

    @Test func `a command is not refused`() throws {
        let play = try Self.play(#"refuse-request: {packet: "> 04 81"}"#)
        #expect(play.failure == nil)
        #expect(play.result.notes == ["packet 1 of `> 04 81` did not come: wrist"])
    }

    @Test func `moves at a packet are checked before the run`() {
        #expect {
            try RunBench(
                RunBench.scenario(
                    steps: Self.temperatures,
                    "faults: [{at: 0 s, upon: {packet: \"> 04 81\", do: {motion: [{recording: a.csv}]}}}]\n"
                ))
        } throws: { "\($0)".contains("a.csv") }
    }

    @Test func `a packet that does not come is noted`() throws {
        let play = try Self.play(#"lose-packet: {packet: "< 99", number: 4}"#)
        #expect(play.result.notes == ["packet 4 of `< 99` did not come: wrist"])
    }

    @Test(arguments: [
        (#"lose-packet: {packet: "04 81"}"#, "a pattern of packets"),
        (#"lose-packet: {packet: ">"}"#, "a pattern of packets"),
        (#"lose-packet: {packet: "> 4"}"#, "a pattern of packets"),
        (#"lose-packet: {packet: "> 04", number: 0}"#, "number"),
        (#"lose-packet: {}"#, "packet"),
        (#"refuse-request: {packet: "< att 0b"}"#, "the board sends no requests"),
        (#"upon: {packet: "> 04"}"#, "do"),
        (#"upon: {packet: "> 04", do: {buton: press}}"#, "did you mean `button`"),
        (#"upon: {packet: "> 04", when: at, do: {button: press}}"#, "not a valid side"),
    ])
    func `a wrong one is refused at its place`(fault: String, wanted: String) {
        #expect {
            try ScenarioFile(
                RunBench.scenario("faults: [{at: 0 s, \(fault)}]\n"), vocabulary: .firmware)
        } throws: { "\($0)".contains(wanted) && "\($0)".contains("t:4") }
    }

    @Test func `what a board cannot have is refused within, too`() {
        let scenario = RunBench.scenario(
            board: "{name: cap, model: Triki}",
            #"faults: [{at: 0 s, upon: {packet: "> 20", do: {flash-full: 50 %}}}]"# + "\n")
        #expect {
            try ScenarioFile(scenario, vocabulary: .firmware)
        } throws: { "\($0)".contains("`upon` cannot be used with cap") }
    }
}

extension StepResult.Outcome {
    fileprivate var isDone: Bool {
        if case .done = self { true } else { false }
    }
}
