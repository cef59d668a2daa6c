import Checkout
import CommandLineProgram
import Foundation
import ScenarioFile
import Testing

@testable import CommandLineTool

/// `boardsim new`.
@Suite struct NewCommandTests {
    private func run(_ words: String...) -> (
        status: CommandLineProgram.ExitStatus, out: String, said: String
    ) {
        var out = "", said = ""
        var console = Console.system
        console.write = { out += $0 }
        console.complain = { said += $0 }
        let status = Tool.run(words, console)
        return (status, out, said)
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "new-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test(.slow, arguments: NewScenario.Purpose.allCases)
    func `what it writes is valid, passes, and names its schema`(
        purpose: NewScenario.Purpose
    ) throws {
        try withFolder { folder in
            for (number, model) in purpose.models.enumerated() {
                let file = "\(folder)/\(number).yaml"
                let made = run("new", file, "--for", purpose.rawValue, "--model", model.rawValue)
                #expect(made.status == .success, "\(made)")
                let checked = run("check", file)
                #expect(checked.status == .success, "\(model): \(checked)")
                let played = run("run", file, "--judge-client", "--for", "40 s")
                #expect(played.status == .success, "\(model): \(played)")
                let text = try String(contentsOfFile: file, encoding: .utf8)
                #expect(
                    text.hasPrefix("# yaml-language-server: $schema=scenario.schema.json\n"))
            }
            let schema = try String(
                contentsOfFile: "\(folder)/scenario.schema.json", encoding: .utf8)
            #expect(run("schema").out == schema)
        }
    }

    @Test func `it says what it wrote and how to go on`() throws {
        try withFolder { folder in
            let made = run("new", "\(folder)/a b.yaml", "--for", "bleak")
            #expect(
                made.out == """
                    wrote \(folder)/a b.yaml, \(folder)/scenario.schema.json
                    run it: boardsim run '\(folder)/a b.yaml' --radio bluez-bus -- python3 app.py
                    more:   docs/guides/bluez-stand-in.md

                    """)
            // The schema is there already.
            #expect(run("new", "\(folder)/c.yaml").out.hasPrefix("wrote \(folder)/c.yaml\n"))
        }
    }

    @Test func `nothing is overwritten`() throws {
        try withFolder { folder in
            let file = "\(folder)/desk.yaml"
            #expect(run("new", file).status == .success)
            let before = FileManager.default.contents(atPath: file)
            let again = run("new", file, "--for", "log")
            #expect(again.status == .usage)
            #expect(again.said.contains("is there already"), "\(again)")
            #expect(FileManager.default.contents(atPath: file) == before)
            #expect(run("new", folder).status == .usage)
        }
    }

    @Test func `a schema of another version is renewed, another file is not`() throws {
        try withFolder { folder in
            let schema = "\(folder)/scenario.schema.json"
            try Data(#"{"title": "boardsim scenario"}"#.utf8).write(to: URL(filePath: schema))
            #expect(run("new", "\(folder)/a.yaml").out.contains("scenario.schema.json"))
            #expect(FileManager.default.contents(atPath: schema)!.count > 1000)
            try Data("mine".utf8).write(to: URL(filePath: schema))
            let refused = run("new", "\(folder)/b.yaml")
            #expect(refused.status == .usage && refused.said.contains("move it away"))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/b.yaml"))
        }
    }

    @Test func `wrong options and places are named`() throws {
        try withFolder { folder in
            let model = run("new", "\(folder)/a.yaml", "--model", "MetaMotion Z")
            #expect(model.status == .usage && model.said.contains("MetaMotion"), "\(model)")
            let cap = run("new", "\(folder)/a.yaml", "--for", "triki", "--model", "MetaMotion S")
            #expect(cap.said.contains("needs another board; write `--model 'Triki'`"), "\(cap)")
            let place = run("new", "\(folder)/none/a.yaml")
            #expect(place.status == .environment && place.said.contains("make its folder"))
            let there = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(there.isEmpty)
        }
    }
}
