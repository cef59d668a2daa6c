import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// Expectations about every moment of a run.
@Suite struct PropertyTests {
    /// The button is pressed for 3 ms at 5 s, between two polls of anything; the link is lost from 20 s to 28 s.
    private static func result(
        _ properties: String, duration: Nanoseconds? = nil, interruption: Nanoseconds? = nil
    ) throws -> RunResult {
        try RunBench(
            """
            version: 1
            boards: [{name: wrist, model: MetaMotion S}]
            inputs: [{at: 5004 ms, button: {action: click, for: 3 ms}}]
            faults: [{at: 20 s, link-loss: 8 s}]
            clients:
              - name: phone
                steps: [connect, {log: [acceleration]}, {wait-disconnect: 1 min}, reconnect, stop-log, disconnect]
            expect:
            \(properties.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
            """, duration: duration, interruption: interruption
        ).result
    }

    private static func verdict(_ property: String) throws -> ExpectationResult.Verdict {
        try #require(try result("- \(property)").expectations.first).verdict
    }

    @Test(
        arguments: [
            ("always: {powered: true}", .held),
            ("always: {powered: true, connected: true}", .failed),
            // 3 ms are no less than the rest of the run.
            ("always: {button: false}", .failed),
            ("{always: {button: false}, within: 5 s}", .held),
            ("{always: {button: false}, after: 6 s}", .held),
            ("{always: {connected: true}, after: 10 s, within: 20 s}", .held),
            ("{always: {connected: true}, after: 10 s, within: 30 s}", .failed),
            ("{always: {button: false}, when: {connected: false}}", .held),
            ("{always: {powered: true}, when: {haptic: true}}", .held),
            ("always: {resets: {at-most: 1}, battery: {at-least: 90 %}}", .held),
            ("sometimes: {button: true}", .held),
            ("sometimes: {button: true, connected: true}", .held),
            ("sometimes: {button: true, connected: false}", .unreached),
            ("{sometimes: {button: true}, after: 6 s}", .unreached),
            ("sometimes: {streaming: true}", .unreached),
            ("{eventually: {button: true}, within: 10 s}", .held),
            ("{eventually: {button: true}, within: 5 s}", .failed),
            ("{eventually: {button: true}, within: 5004 ms}", .held),
            ("{eventually: {button: true}, within: 10 s, after: 6 s}", .failed),
            ("{eventually: {connected: true}, when: {connected: false}, within: 20 s}", .held),
            // The second time, after the first connection.
            ("{eventually: {connected: true}, when: {connected: false}, within: 1 s}", .failed),
            (
                "{eventually: {connected: true}, when: {connected: false, logging: true}, within: 20 s}",
                .held
            ),
            (
                "{eventually: {connected: true}, when: {connected: false, logging: true}, within: 1 s}",
                .failed
            ),
            ("{eventually: {connected: true}, when: {haptic: true}, within: 1 s}", .held),
        ] as [(String, ExpectationResult.Verdict)])
    func `what holds at which moments`(
        property: String, wanted: ExpectationResult.Verdict
    ) throws {
        #expect(try Self.verdict(property) == wanted)
    }

    @Test func `a property says when it broke, at the moment itself`() throws {
        let result = try Self.result("- always: {button: false}")
        let found = try #require(result.expectations.first)
        #expect(found.decided == .zero + .milliseconds(5004))
        #expect(found.detail == "button is true at \(found.decided)")
        #expect(found.title == "always: not button")
        #expect(!result.passed)
    }

    @Test func `what is not reached fails no run, and is said`() throws {
        let result = try Self.result("- sometimes: {haptic: true}")
        #expect(result.passed && result.unreached == ["sometimes: haptic"])
        #expect(result.expectations.first?.detail == "never reached")
    }

    @Test func `neither always nor sometimes makes a run longer, and what is due does`() throws {
        let plain = try Self.result("- {within: 1 s, state: {powered: true}}").duration
        let property = try Self.result("- always: {powered: true}\n- sometimes: {haptic: true}")
        #expect(property.duration == plain)
        let due = try Self.result("- {eventually: {haptic: true}, within: 5 min}")
        #expect(due.duration == .seconds(300) + Nanoseconds(2))
        #expect(due.expectations.first?.verdict == .failed)
    }

    @Test func `an interrupted run has not decided what holds always`() throws {
        let result = try Self.result("- always: {powered: true}", interruption: .seconds(3))
        #expect(result.expectations.first?.verdict == .undecided)
    }

    @Test func `an obligation that is open at the end is none that was broken`() throws {
        let result = try Self.result(
            "- {eventually: {connected: true}, when: {connected: false}, within: 1 min}",
            duration: .seconds(26))
        #expect(result.expectations.first?.verdict == .held)
    }

    @Test(arguments: [
        ("always: {}", "no state is given"),
        ("eventually: {lit: true}", "missing key `within` in expectation"),
        ("{within: 1 s, state: {lit: true}, when: {lit: true}}", "`when` is for `always`"),
        ("{always: {lit: true}, after: 3 s, within: 2 s}", "`after` is later than `within`"),
        ("always: {log-fill: {}}", "no bound is given"),
        ("always: {log-fill: {at-least: 9 %, at-most: 8 %}}", "contradict each other"),
        ("always: {resets: {exactly: 1, at-most: 2}}", "cannot be used together"),
        ("{state: {lit: true}}", "missing key `within` in expectation"),
    ])
    func `mistakes are refused, with the fix`(property: String, wanted: String) {
        do {
            _ = try Self.result("- \(property)")
            Issue.record("\(property) was accepted")
        } catch {
            #expect("\(error)".contains(wanted), "\(error)")
        }
    }
}
