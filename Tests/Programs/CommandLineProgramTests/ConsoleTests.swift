import Declaration
import Foundation
import Testing

@testable import CommandLineProgram

@Suite struct ConsoleTests {
    @Test func `the shell's own pipes are read`() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("version: 1\n".utf8))
        try pipe.fileHandleForWriting.close()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        #expect(try Console.system.read(path) == Array("version: 1\n".utf8))
    }

    @Test func `a named pipe and a missing file are refused`() throws {
        let folder = try TestFolder()
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        for (name, reason) in [
            ("pipe", "it is a named pipe; give a file"), ("none", "No such file or directory"),
        ] {
            #expect(throws: FileError(path: "\(folder.path)/\(name)", reason: reason)) {
                try Console.system.read("\(folder.path)/\(name)")
            }
        }
    }

    @Test func `a saved file replaces the previous one`() throws {
        let folder = try TestFolder()
        try folder.write("a", "earlier")
        try Console.system.save(Array("later".utf8), folder.path + "/a")
        #expect(folder.text("a") == "later")
        #expect(folder.names == ["a"])
    }

    @Test(arguments: [
        (RunError.Kind.input, CommandLineProgram.ExitStatus.usage), (.environment, .environment),
    ])
    func `an error becomes a message and a status`(
        kind: RunError.Kind, status: CommandLineProgram.ExitStatus
    ) {
        var console = Console.system
        var said = ""
        console.complain = { said += $0 }
        let found = console.reporting { () throws(RunError) in
            throw RunError(kind, of: "run", "no")
        }
        #expect(found == status)
        #expect(said == "boardsim run: no\n")
    }
}
