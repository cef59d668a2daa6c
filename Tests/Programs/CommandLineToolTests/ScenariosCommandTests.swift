import Checkout
import CommandLineProgram
import Foundation
import Testing

@testable import CommandLineTool

/// `boardsim scenarios`.
@Suite struct ScenariosCommandTests {
    private static let shipped = Repository.top.appending(path: "Scenarios").path

    private func run(_ words: String..., places: [String] = [shipped]) -> (
        status: CommandLineProgram.ExitStatus, out: String, said: String
    ) {
        var out = "", said = ""
        var console = Console.system
        console.write = { out += $0 }
        console.complain = { said += $0 }
        guard
            let arguments = try? Arguments(
                words, options: scenariosCommandDeclaration.allOptions, operands: .none)
        else { return (.usage, "", "not understood") }
        let status = scenariosCommand(arguments, console, places: places)
        return (status, out, said)
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "scenarios-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test(.slow) func `they are listed by the names that run knows`() {
        let listed = run()
        #expect(listed.status == .success)
        let lines = listed.out.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("wrist.yaml ") && $0.hasSuffix(" A wrist, logged") })
        // Those of folders come last.
        #expect(
            lines.firstIndex { $0.hasPrefix("field/") }! > lines.firstIndex {
                $0.hasPrefix("wrist")
            }!)
        #expect(!listed.out.contains("schema"))
        #expect(lines.last?.contains("boardsim scenarios --copy DIR") == true)
    }

    @Test func `a copy has what it reads, and runs where it lies`() throws {
        try withFolder { folder in
            let copied = run("--only", "wrist", "--copy", folder)
            #expect(copied.out == "1 scenario, 3 files in \(folder)\n", "\(copied)")
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            #expect(
                names == [
                    "data", "data/wrist-forward-elevation.csv", "scenario.schema.json",
                    "wrist.yaml",
                ])
            for name in ["wrist.yaml", "data/wrist-forward-elevation.csv"] {
                #expect(
                    FileManager.default.contentsEqual(
                        atPath: "\(folder)/\(name)", andPath: "\(Self.shipped)/\(name)"))
            }
            var console = Console.system
            console.write = { _ in }
            #expect(Tool.run(["check", "\(folder)/wrist.yaml"], console) == .success)
        }
    }

    @Test(.slow) func `all are copied, with their folders`() throws {
        try withFolder { folder in
            #expect(run("--copy", folder).status == .success)
            let copied = try FileManager.default.subpathsOfDirectory(atPath: folder)
            let there = try FileManager.default.subpathsOfDirectory(atPath: Self.shipped)
            #expect(
                Set(copied.filter { $0.hasSuffix(".yaml") })
                    == Set(there.filter { $0.hasSuffix(".yaml") }))
            // Once more changes nothing, and is no mistake.
            #expect(run("--copy", folder).status == .success)
        }
    }

    @Test func `what somebody has changed is not overwritten, and nothing is copied then`() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try "mine\n".write(toFile: "\(folder)/wrist.yaml", atomically: true, encoding: .utf8)
            let copied = run("--only", "wrist.yaml", "--copy", folder)
            #expect(copied.status == .usage)
            #expect(copied.said.contains("wrist.yaml is there already, with other contents"))
            #expect(try FileManager.default.subpathsOfDirectory(atPath: folder) == ["wrist.yaml"])
        }
    }

    @Test func `mistakes say what to do`() throws {
        #expect(run("--only", "wrst").said.contains("did you mean `wrist`?"))
        #expect(run(places: ["/nowhere"]).said.contains("there are none in `/nowhere`"))
        #expect(run(places: ["/nowhere"]).status == .environment)
        try withFolder { folder in
            try "a file\n".write(toFile: folder, atomically: true, encoding: .utf8)
            let copied = run("--only", "wrist", "--copy", folder)
            #expect(copied.status == .environment)
            #expect(copied.said.contains("cannot be written"))
        }
    }
}
