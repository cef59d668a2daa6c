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
        #expect(judged.out.contains("The client follows the rules: "), "\(judged.err)\(judged.out)")
    }
}
