import CommandLineProgram
import Foundation
import Testing

@testable import CommandLineTool

@Suite struct ConformanceCommandTests {
    /// A command line over case files in a folder of its own.
    private struct Run {
        var status: CommandLineProgram.ExitStatus
        var out = ""
        var err = ""

        init(
            _ arguments: String, _ files: [String: String] = ["a.yaml": Self.cases],
            isTerminal: Bool = false
        ) throws {
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "cases-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            for (name, text) in files {
                try Data(text.utf8).write(to: folder.appending(path: name))
            }
            var out = "", err = ""
            var console = Console.system
            console.write = { out += $0 }
            console.complain = { err += $0 }
            console.isErrorTerminal = isTerminal
            let words = arguments.split(separator: " ").map {
                String($0).replacing("_", with: " ")
            }
            status = Tool.run(["conformance", "--cases", folder.path] + words, console)
            self.out = out
            self.err = err.replacing(folder.path, with: "FOLDER")
        }

        static let cases = """
            version: 1
            about: a test
            cases:
              - id: MW/HAP/ONE/BV-01-C
                title: It is there
                source: sensors 10 (spec)
                needs: {modules: [haptic]}
                steps: [{ask: {send: "08 80", answer: "08 80 00 00"}}]
              - id: MW/HAP/TWO/BI-01-C
                title: It is wrong
                source: sensors 10 (spec)
                needs: {modules: [haptic]}
                steps: [{ask: {send: "08 80", answer: "08 80 00 01"}}]

            """
    }

    @Test func `what holds and what does not decides the status`() throws {
        let good = try Run("--filter MW/HAP/ONE --model MetaMotion_S")
        #expect(good.status == .success)
        #expect(good.out.hasSuffix("1 of 1 passed\n"), "\(good.out)")
        let bad = try Run("--model MetaMotion_S")
        #expect(bad.status == .failed)
        #expect(bad.out.contains("received [08 80 00 00], wanted [08 80 00 01]"), "\(bad.out)")
        #expect(bad.out.hasSuffix("1 of 2 passed, 1 failed\n"))
    }

    @Test func `a terminal shows how far it is, anything else nothing`() throws {
        let line = "\r\u{1B}[2K"
        let shown = try Run("--filter MW/HAP/ONE --model MetaMotion_S", isTerminal: true)
        #expect(
            shown.err.hasPrefix(line + "0 of 1 cases  MW/HAP/ONE/BV-01-C"), "\(shown.err)")
        #expect(shown.err.hasSuffix(line), "the line is taken away again")
        let verbose = try Run(
            "--filter MW/HAP/ONE --model MetaMotion_S --verbose", isTerminal: true)
        #expect(!verbose.err.contains(line), "\(verbose.err)")
        #expect(try Run("--filter MW/HAP/ONE --model MetaMotion_S").err == "")
    }

    @Test func `a list names each case once`() throws {
        let run = try Run("--list")
        #expect(run.out == "MW/HAP/ONE/BV-01-C  It is there\nMW/HAP/TWO/BI-01-C  It is wrong\n")
    }

    @Test func `verdicts are told as they come, up to the first bad one`() throws {
        let run = try Run("--filter *TWO* --verbose --fail-fast")
        #expect(run.err == "FAIL MW/HAP/TWO/BI-01-C (MetaMotion R 1.5.0)\n")
    }

    @Test(arguments: [
        "--model MetaMotion_S --model MetaMotion_S", "--filter MW/HAP/ONE/ --model MetaMotion_S",
    ])
    func `a board that is named twice is judged once`(_ line: String) throws {
        let run = try Run(line + " --filter MW/HAP/ONE")
        #expect(run.out.hasSuffix("1 of 1 passed\n"), "\(run.out)")
        #expect(run.out.components(separatedBy: "MetaMotion S 1.7.2").count == 2, "\(run.out)")
    }

    @Test func `a pipe among the case files is refused, and not waited for`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "cases-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(mkfifo(folder.path + "/a.yaml", 0o600) == 0)
        var err = ""
        var console = Console.system
        console.complain = { err += $0 }
        #expect(Tool.run(["conformance", "--cases", folder.path], console) == .usage)
        #expect(
            err.hasSuffix(
                "a.yaml: error: the file cannot be read: it is not a regular file; move it away\n"
            ))
    }

    @Test func `parts and reports are as they are asked for`() throws {
        let run = try Run("--shard 2/2 --model MetaMotion_S --report tap")
        #expect(run.out.contains("not ok 1 - MW/HAP/TWO/BI-01-C"), "\(run.out)")
    }

    @Test(arguments: [
        ("--filter MW/NOPE", "boardsim conformance: no case matches;"),
        ("--model MetaMotion_T", "boardsim conformance: --model is `MetaMotion T`; did you mean"),
        ("--shard 3/2", "boardsim conformance: --shard: there is no part 3 of 2;"),
        ("--seed -1", "boardsim conformance: --seed is `-1`; write a whole number"),
    ])
    func `impossible options are refused with a fix`(_ line: String, _ wanted: String) throws {
        let run = try Run(line)
        #expect(run.status == .usage)
        #expect(run.err.hasPrefix(wanted), "\(run.err)")
    }

    @Test func `a case file that cannot be read is told with its place`() throws {
        let run = try Run("", ["b.yaml": "version: 1\nabout: x\ncases: []\n"])
        #expect(run.status == .usage)
        #expect(run.err == "FOLDER/b.yaml:3:8: error: `cases` has 0 entries; use at least 1\n")
        let none = try Run("", [:])
        #expect(none.err.contains("there are no case files (`*.yaml`) in `FOLDER`"))
    }
}
