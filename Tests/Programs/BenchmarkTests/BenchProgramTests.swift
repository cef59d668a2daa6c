import Checkout
import CommandLineProgram
import CommandLineTool
import Foundation
import Testing

@testable import Benchmark

@Suite struct BenchProgramTests {
    private static func run(
        _ arguments: [String]
    ) -> (status: CommandLineProgram.ExitStatus, out: String, err: String) {
        var out = "", err = ""
        let console = Console(
            write: { out += $0 }, complain: { err += $0 },
            read: { path throws(FileError) in throw FileError(path: path, reason: "no disk") },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        let status = Program.run(BenchProgram.command, arguments[...], console)
        return (status, out, err)
    }

    @Test(.slow) func `figures as JSON have the documented shape`() throws {
        let session = Self.run(["--json", "--only", "memory"])
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(session.out.utf8)) as? [[String: Any]])
        #expect(!rows.isEmpty)
        for row in rows {
            #expect(
                Set(row.keys) == [
                    "name", "value", "unit", "bound", "limit", "ok", "floor", "peer",
                ])
            // No more of it: other tests use the heap at the same time.
            #expect((row["value"] as? Double)?.isFinite == true)
            #expect((row["ok"] as? Bool) != nil && (row["limit"] as? Double) != nil)
        }
        #expect((session.status == .success) == rows.allSatisfy { $0["ok"] as? Bool == true })
    }

    @Test func `a figure that does not exist is refused with the list of those that do`() {
        let wrong = Self.run(["--only", "nothing"])
        #expect(wrong.status == .usage)
        #expect(
            wrong.err.hasPrefix(
                "boardsim bench: `--only` cannot be `nothing`; the choices are: notification"))
    }

    @Test func `the help is that of the command of the launcher`() {
        let help = Self.run(["--help"])
        #expect(help.status == .success)
        #expect(help.out.hasPrefix("usage: boardsim bench [options]"))
    }
}
