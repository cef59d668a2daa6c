import Checkout
import CommandLineProgram
import Foundation
import Testing
import TrikiTool

@testable import CommandLineTool

/// What the judge says of the scenarios that ship.
@Suite struct JudgedScenarioTests {
    private static func run(
        _ arguments: [String]
    ) -> (status: CommandLineProgram.ExitStatus, out: String, err: String) {
        var out = "", err = ""
        let console = Console(
            write: { out += $0 }, complain: { err += $0 },
            read: { path throws(FileError) in
                do {
                    return try Repository.bytes(path)
                } catch {
                    throw FileError(path: path, reason: "No such file or directory")
                }
            },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        let status = Tool.run(arguments, with: .triki, console)
        return (status, out, err)
    }

    @Test(
        .slow,
        arguments: try FileManager.default.contentsOfDirectory(
            atPath: Repository.top.appending(path: "Scenarios").path
        ).filter { $0.hasSuffix(".yaml") }.sorted())
    func `the scripted clients of the scenarios that ship break no rule`(name: String) {
        let judged = Self.run(["run", "Scenarios/\(name)", "--judge-client"])
        #expect(judged.out.contains("\nThe client "), "\(judged.err)\(judged.out)")
        #expect(!judged.out.contains("The client violates"), "\(judged.out)")
    }

    /// The careless steps of naive clients that the judge sees, and the boards on which it does.
    struct Naive: CustomTestStringConvertible {
        var scenario: String
        var rules: Set<String>
        var boards: Set<String>
        var testDescription: String { scenario }
    }

    @Test(
        .slow,
        arguments: [
            Naive(scenario: "cleared-too-fast", rules: ["MW-LOG-10"], boards: ["hasty"]),
            Naive(
                scenario: "group-started-too-fast", rules: ["MW-LOG-10"],
                boards: ["hasty 1", "hasty 2", "hasty 3", "hasty 4", "hasty 5"]),
            Naive(scenario: "flushed-too-fast", rules: ["MW-READOUT-11"], boards: ["hasty"]),
            Naive(
                scenario: "five-boards-one-adapter", rules: ["MW-SENS-06", "MW-SENS-09"],
                boards: ["head", "left wrist", "right wrist", "left ankle", "right ankle"]),
            Naive(scenario: "overnight-download", rules: ["MW-READOUT-12"], boards: ["hasty"]),
            Naive(scenario: "foreign-log", rules: [], boards: []),
            Naive(scenario: "two-boards-drop", rules: [], boards: []),
            Naive(scenario: "reconnected-too-soon", rules: [], boards: []),
            Naive(scenario: "board-not-there", rules: [], boards: []),
            Naive(scenario: "metaboot-empty-battery", rules: [], boards: []),
        ])
    func `a naive client of a lab is found out, a careful one is not`(naive: Naive) {
        let out = Self.run(["run", "Scenarios/field/\(naive.scenario).yaml", "--judge-client"]).out
        let rules = out.matches(of: /(?:error|warning|note) ([A-Z]+-[A-Z]+-\d\d):/).map {
            String($0.1)
        }
        let boards = out.matches(of: /\n +([a-z0-9 ]+), connection \d+,/).map { String($0.1) }
        #expect(Set(rules) == naive.rules)
        #expect(Set(boards) == naive.boards)
    }
}
