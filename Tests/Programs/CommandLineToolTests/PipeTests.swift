import CommandLineProgram
import Foundation
import Testing

@testable import CommandLineTool

/// Files that are none.
@Suite struct PipeTests {
    private static func folder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "boardsim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path
    }

    /// A program that waits for a pipe's writer waits for ever.
    @Test func `a named pipe is refused, as scenario, recording and case file`() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(mkfifo(folder + "/pipe", 0o600) == 0)
        try Console.system.save(
            Array(
                "version: 1\nboards: [{model: MetaMotion S, motion: [recording: pipe]}]\n".utf8),
            folder + "/a.yaml")
        for arguments in [
            ["check", folder + "/pipe"], ["run", folder + "/pipe"], ["check", folder + "/a.yaml"],
            ["run", folder + "/a.yaml"],
        ] {
            var console = Console.system
            var text = ""
            console.write = { text += $0 }
            console.complain = { text += $0 }
            #expect(Tool.run(arguments, console) == .usage, "\(arguments)")
            #expect(text.contains("it is a named pipe; give a file"), "\(arguments): \(text)")
        }
    }
}
