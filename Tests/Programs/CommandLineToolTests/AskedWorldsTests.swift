import CommandLineProgram
import Exploration
import JSON
import Simulation
import Testing
import YAML

@testable import CommandLineTool

@Suite struct AskedWorldsTests {
    private static let scenario = """
        version: 1
        boards:
          - name: desk
            model: MetaMotion S
        faults:
          - {at: 1 s, link-loss: 8 s}
        """

    private static let points = """
        {"nanoseconds": 2500000000, "meanings": {"> 0b 85": "how long is the log"}, "points": [{"board": 0, "time": 1000000000, "packet": "0b 85",
          "pattern": "> 0b 85", "number": 1, "connection": 1}]}
        """

    /// What is made of an answer, and the question.
    private func play(
        _ answer: String?, known: Bool = false
    ) throws -> (outcome: WorldOutcome, question: JSONValue) {
        let root = try Node(parsing: Array(Self.scenario.utf8))
        let base = try Node(
            parsing: Array("version: 1\nboards: [{name: desk, model: MetaMotion S}]".utf8))
        var asked = ""
        let console = Console(
            write: { _ in }, complain: { _ in },
            read: { path throws(FileError) in
                guard path == "points" else { throw FileError(path: path, reason: "none") }
                return Array(Self.points.utf8)
            },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        let worlds = AskedWorlds(base: base, file: "f.yaml", console: console) { question in
            asked = question
            return answer
        }
        let run =
            known ? Exploration.Run(known: "failure-1.yaml", root: root) : .init(withoutFault: root)
        let outcome = try #require(worlds.play([run]).first)
        return (outcome, try JSONValue(reading: asked.utf8))
    }

    @Test func `a question has the scenario, and what differs from the one without a fault`() throws
    {
        let question = try play("{}", known: true).question
        guard case .string(let text)? = question["scenario"] else { throw Missing() }
        #expect(text.contains("link-loss: 8 s"))
        #expect(question["isBase"]?.line == "false" && question["points"]?.line == "false")
        #expect(question["trouble"]?.line == "12.0" && question["fatal"]?.line == "false")
        #expect(try play("{}").question["isBase"]?.line == "true")
    }

    @Test func `an answer says what failed, and where the points are`() throws {
        let failed = try play(
            #"{"failure": {"what": "boom", "hangs": true, "isInformed": false, "place": "a.py:3"}, "points": "points"}"#
        ).outcome
        #expect(failed.failure?.what == "boom" && failed.failure?.isHang == true)
        #expect(failed.failure?.key.hasSuffix("a.py:3") == true)
        #expect(failed.points.count == 1 && failed.meanings.count == 1)
        #expect(failed.duration == .milliseconds(2_500))
        #expect(try play(#"{"failure": null}"#).outcome == WorldOutcome())
    }

    @Test(arguments: [
        (nil, "the program that plays the worlds has ended"), ("what?", "answered: what?"),
        ("3", "answered: 3"), (#"{"failure": {"hangs": 3}}"#, "answered: {"),
        (#"{"points": "elsewhere"}"#, "elsewhere has no points of a run"),
        (#"{"problem": "no board"}"#, "no board"),
    ])
    func `what cannot be understood is a problem of the world`(answer: String?, said: String) throws
    {
        #expect(try play(answer).outcome.problem?.contains(said) == true)
    }

    private struct Missing: Error {}
}
