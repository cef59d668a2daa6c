import Testing

@testable import ScenarioRun
@testable import ScriptedClient

/// A client finds out what another one logs, on boards and links that do not make it easy.
@Suite struct RecoverStepTests {
    private static func scenario(
        quirks: String = "{}", parameters: String = "", recover: String = "recover: 30 s",
        _ more: String = ""
    ) -> String {
        // As elements of a list in one line.
        let steps = "wait-until: 15 s, connect\(parameters), \(recover), disconnect".asSteps
        return """
            version: 1
            seed: 4
            boards: [{name: wrist, model: MetaMotion S, sensors: ideal, quirks: \(quirks)}]
            clients:
              - name: first
                steps:
                  - connect
                  - initialise
                  - process: {from: switch, chain: [{count: {}}], as: presses}
                  - write: "0B 02 01 01 FF 00"
                  - log: [presses, acceleration]
                  - write: "0B 03 00"
                  - wait-until: 10 s
                  - disconnect
              - name: second
                steps: [\(steps)]
            \(more)
            """
    }

    private static func recovered(_ text: String) throws -> (details: [String], failure: String?) {
        let play = try RunBench(text)
        var failure: String?
        let details = play.result.clients[1].steps.filter { $0.title.hasPrefix("recover") }
            .map { step in
                if case .failed(let why) = step.outcome { failure = why }
                return step.detail
            }
        return (details, failure)
    }

    private static let signals = "switch:count?id=0, acceleration"

    /// The first of four loggers is gone, and the last slots are free.
    @Test(arguments: ["{}", "{silent-free-slots: true}"])
    func `free slots are passed over, whether they answer or not`(quirks: String) throws {
        let found = try Self.recovered(Self.scenario(quirks: quirks))
        #expect(found.failure == nil)
        #expect(found.details == [Self.signals])
    }

    @Test func `samples and answers to others come between`() throws {
        let found = try Self.recovered(
            Self.scenario(
                recover: "initialise, stream: [rotation, switch], write: \"09 82 05\", "
                    + "write: \"11 8C\", write: \"0B 84\", recover: 30 s, stop-stream"))
        #expect(found.failure == nil)
        #expect(found.details == [Self.signals])
    }

    @Test func `a link that is lost halfway ends it`() throws {
        // It is lost while the client waits for free slots.
        let found = try Self.recovered(
            Self.scenario(
                quirks: "{silent-free-slots: true}", parameters: ": {timeout: 300 ms}",
                recover: "recover: 60 s", "faults: [{at: 18 s, link-loss: 100 s}]"))
        let failure = try #require(found.failure)
        #expect(failure.contains("the link ended ("), "\(failure)")
    }

    /// A slot is waited for for a second.
    @Test(arguments: [("600 ms", signals), ("1500 ms", "nothing")])
    func `a late answer is not taken for that to the next question`(
        delay: String, found: String
    ) throws {
        let result = try Self.recovered(
            Self.scenario(
                recover: "recover: 10 min",
                "faults: [{at: 12 s, slow-module: {module: logging, by: \(delay)}}]"))
        #expect(result.failure == nil)
        #expect(result.details == [found])
    }

    @Test(arguments: ["{}", "{silent-free-slots: true}"])
    func `a logger of a processor that is gone is refused`(quirks: String) throws {
        let found = try Self.recovered(
            Self.scenario(
                quirks: quirks, recover: "write: \"0B 02 09 03 07 20\", recover: 30 s"))
        #expect(found.failure == "there is no processor 7")
    }
}
