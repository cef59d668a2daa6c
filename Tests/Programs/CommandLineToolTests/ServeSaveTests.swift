import Checkout
import CommandLineProgram
import Foundation
import JSON
import Simulation
import Testing

@testable import CommandLineTool

/// What was done request by request can be done again from a file, to the byte.
@Suite struct ServeSaveTests {
    private static let scenario = """
        # A desk that is busy.
        version: 1
        boards:
          - {name: wrist, model: MetaMotion S, motion: [shake: {rate: 2 Hz, for: 20 s}]}
          - {name: other, model: MetaMotion R}
        faults:
          - {at: 4 s, board: wrist, link-loss: 3 s}
        clients:
          - name: phone
            steps:
              - connect: wrist
              - initialise
              - stream: {signals: [acceleration, switch, battery], for: 3600 s}
        expect:
          - {within: 1 s, board: wrist, connected: {at-least: 1}}
        """

    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "boardsim-save-\(UUID().uuidString)")

    /// The scenario that a session saves, and its trace.
    private func saved(
        _ scenario: JSONValue, options: String = "", _ requests: [(method: String, params: String)]
    ) throws -> (text: String, trace: String) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let trace = folder.appending(path: "first").path()
        let lines =
            [
                (
                    "start",
                    #"{"scenario": \#(scenario.line), "options": {"trace": "\#(trace)"\#(options)}}"#
                )
            ]
            + requests + [("save", "{}"), ("stop", "{}")]
        let session = serve(
            lines.enumerated().map { index, request in
                #"{"jsonrpc": "2.0", "id": \#(index), "method": "\#(request.0)", "params": \#(request.1)}"#
                    + "\n"
            }.joined())
        let answers = try session.answers.map { try JSONValue(reading: $0.utf8) }
        #expect(answers.count == lines.count, "\(session.said)")
        for answer in answers { #expect(answer["error"] == nil, "\(answer)") }
        guard case .string(let text)? = answers.dropLast().last?["result"]?["scenario"] else {
            Issue.record("nothing was saved: \(session)")
            return ("", "")
        }
        return (text, try String(contentsOf: URL(filePath: trace), encoding: .utf8))
    }

    /// The trace of a scenario that `boardsim run` runs, and its status.
    private func replay(_ text: String) throws -> (
        trace: String, status: CommandLineProgram.ExitStatus
    ) {
        let trace = folder.appending(path: "second").path()
        var console = Console.system
        var said = ""
        console.write = { _ in }
        console.complain = { said += $0 }
        console.read = { _ throws(FileError) in Array(text.utf8) }
        let status = Tool.run(["run", "saved.yaml", "--trace", trace], console)
        #expect(said == "", "\(text)")
        return (try String(contentsOf: URL(filePath: trace), encoding: .utf8), status)
    }

    private func expectSame(_ first: String, _ second: String, _ text: String) {
        let (mine, others) = (first.split(separator: "\n"), second.split(separator: "\n"))
        let difference = zip(mine, others).first { $0.0 != $0.1 }
        #expect(difference == nil, "\(difference ?? ("", ""))\n\(text)")
        #expect(mine.count == others.count, "\(text)")
    }

    @Test(.slow, arguments: 1...6)
    func `a random session is replayed to the byte`(seed: UInt64) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var random = RandomStream(seed: seed, purpose: "session")
        let deeds = [
            ("input", #""input": {"button": "press"}"#),
            ("input", #""input": {"button": "release"}"#),
            ("input", #""input": {"button": {"action": "click", "for": "120 ms"}}"#),
            ("input", #""input": {"battery": "41.5 %"}"#),
            ("input", #""input": {"temperature": {"to": "35 degC", "over": "2 s"}}"#),
            (
                "move",
                #""moves": [{"turn": {"by": "90 deg", "about": "z", "for": "1 s"}}, {"rest": "1 s"}]"#
            ),
            ("fault", #""fault": {"link-loss": "2 s"}"#),
            ("fault", #""fault": {"brown-out": "500 ms"}"#),
            ("fault", #""fault": {"interference": {"loss": "20 %", "for": "1 s"}}"#),
        ]
        var requests: [(method: String, params: String)] = []
        for _ in 0..<60 {
            let deed = deeds[Int(random.below(UInt64(deeds.count)))]
            let board = random.below(3) == 0 ? "other" : "wrist"
            requests.append((deed.0, #"{"board": "\#(board)", \#(deed.1)}"#))
            switch random.below(4) {
            case 0: break
            // Instants at which much happens, and any others.
            case 1: requests.append(("step", #"{"for": "\#(random.below(8) * 125) ms"}"#))
            default: requests.append(("step", #"{"for": \#(random.uniform())}"#))
            }
        }
        requests.append(("step", #"{"for": 1}"#))
        let session = try saved(.string(Self.scenario), requests)
        let again = try replay(session.text)
        expectSame(session.trace, again.trace, session.text)
        #expect(again.trace.count > 1_000)
        #expect(session.text.contains("# A desk that is busy."))
    }

    @Test func `an expectation, a seed and replaced values are kept`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try saved(
            .string(Self.scenario),
            options: #", "seed": 77, "set": ["boards[0].model=MetaMotion RL"]"#,
            [
                ("finish", #"{"within": "3 s"}"#),
                ("input", #"{"board": "wrist", "input": {"button": "click"}}"#),
                ("step", #"{"for": 2}"#),
            ])
        #expect(session.text.contains("seed: 77") && session.text.contains("MetaMotion RL"))
        #expect(session.text.contains("at-least: 1"))
        let again = try replay(session.text)
        expectSame(session.trace, again.trace, session.text)
        #expect(again.status == .success)
    }

    @Test func `without clients they are not saved, and an object is written as lines`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let object = try JSONValue(
            reading:
                #"{"version": 1, "boards": [{"name": "a: b", "model": "MetaMotion S"}], "clients": [{"name": "phone", "steps": ["connect", {"wait": "9 s"}]}], "expect": [{"within": "1 s", "connected": {"exactly": 3}}]}"#
                .utf8)
        let session = try saved(
            object, options: #", "no-clients": true"#,
            [("fault", #"{"fault": {"brown-out": "1 s"}}"#), ("step", #"{"for": 2}"#)])
        #expect(
            session.text.hasPrefix(
                "version: 1\nboards: [{model: \"MetaMotion S\", name: \"a: b\"}]"))
        #expect(!session.text.contains("phone") && !session.text.contains("expect"))
        expectSame(session.trace, try replay(session.text).trace, session.text)
    }

    @Test func `nothing can be saved before time moves`() {
        let answers = ask(("start", #"{"scenario": \#(desk)}"#), ("save", "{}"), ("stop", "{}"))
        #expect(answers[1]["code"]?.line == "-32000")
        #expect(answers[1].message == "save: virtual time has not moved yet; `step` first")
    }
}
