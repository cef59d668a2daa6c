import Foundation
import Testing

@testable import CommandLineProgram

@Suite struct OutputFileTests {
    @Test func `a file takes its name when it is complete`() throws {
        let folder = try TestFolder()
        try folder.write("trace", "earlier")
        chmod(folder.path + "/trace", 0o640)
        symlink("trace", folder.path + "/link")
        let file = OutputFile(folder.path + "/link", option: "--trace")
        file.write("before ".utf8)
        try file.open(.system)
        file.write("and after".utf8)
        file.flush()
        #expect(folder.text("trace") == "earlier")
        #expect(folder.text("trace.part") == "before and after")
        try file.close("the trace")
        #expect(folder.text("trace") == "before and after")
        #expect(!folder.names.contains("trace.part"))
        // The link and the permissions stay.
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/trace")
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link")
                == "trace")
    }

    @Test func `a pipe's reader may come later, and a message says so`() async throws {
        await #expect(processExitsWith: .success) {
            let folder = try TestFolder()
            let pipe = folder.path + "/pipe"
            mkfifo(pipe, 0o600)
            var said = ""
            var reader: Int32 = -1
            var console = Console.system
            console.patience = 60
            console.complain = { text in
                said += text
                reader = open(pipe, O_RDONLY | O_NONBLOCK)
            }
            let file = OutputFile(pipe, option: "--pcapng")
            try file.open(console)
            exit(
                said == "--pcapng \(pipe): waiting for a reader of this pipe\n" && reader >= 0
                    ? 0 : 1)
        }
    }

    @Test func `standard output that is a file stays the one that the shell opened`() async throws {
        let folder = try TestFolder()
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let output = open(path + "/out", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            dup2(output, STDOUT_FILENO)
            Console.system.write("first\n")
            let file = OutputFile("/dev/stdout", option: "--trace")
            try file.open(.system)
            file.write("second\n".utf8)
            try file.close("the trace")
            Console.system.write("third\n")
            exit(0)
        }
        #expect(folder.text("out") == "first\nsecond\nthird\n")
        #expect(!folder.names.contains("out.part"))
    }
}
