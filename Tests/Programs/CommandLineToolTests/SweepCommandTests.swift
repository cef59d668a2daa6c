import CommandLineProgram
import Declaration
import Foundation
import Sweep
import Testing
import Wire

@testable import CommandLineTool

/// `boardsim sweep` in one process; Tests/Programs has the test with several.
@Suite struct SweepCommandTests {
    private static let text = """
        version: 1
        name: A link
        boards: [{name: wrist, model: MetaMotion S}]
        faults: [{at: 1 s, link-loss: 8 s}]
        clients:
          - {name: phone, steps: [connect, {wait: 4 s}, {read: battery}]}
        expect:
          - {title: found, within: 20 s, connected: {exactly: 1}}
          - {title: still there, within: 9 s, state: {connected: true}}
        duration: 20 s
        """

    private struct Session {
        var status: CommandLineProgram.ExitStatus
        var out = ""
        var err = ""

        init(_ words: [String]) {
            var out = "", err = ""
            let console = Console(
                write: { out += $0 }, complain: { err += $0 },
                read: { path throws(FileError) in
                    if path == "t.yaml" { return Array(text.utf8) }
                    guard let data = FileManager.default.contents(atPath: path) else {
                        throw FileError(path: path, reason: "No such file or directory")
                    }
                    return Array(data)
                },
                save: { _, path throws(FileError) in throw FileError(path: path, reason: "no") })
            status = Tool.run(words, console)
            self.out = out
            self.err = err
        }
    }

    private static let vary = ["--vary", "faults[0].at=1 s,15 s", "--jobs", "1"]

    private static func folder() -> String {
        FileManager.default.temporaryDirectory
            .appending(path: "sweep-\(UUID().uuidString)").path(percentEncoded: false)
    }

    @Test func `the report says where it fails and how to run the worst world`() {
        let session = Session(["sweep", "t.yaml", "--seeds", "1..3"] + Self.vary)
        #expect(session.status == .failed)
        #expect(session.out.contains("3 of 6 worlds failed\n"))
        #expect(session.out.contains("boardsim run t.yaml --seed 1 --set 'faults[0].at=1 s'\n"))
        let single = Session(["run", "t.yaml", "--seed", "1", "--set", "faults[0].at=1 s"])
        #expect(single.status == .failed && single.out.contains("run with --set faults[0].at=1 s"))
        #expect(
            Session(["run", "t.yaml", "--seed", "1", "--set", "faults[0].at=15 s"]).status
                == .success)
    }

    @Test(arguments: ["json", "html"])
    func `other formats are the same each time`(format: String) {
        let words = ["sweep", "t.yaml", "--seeds", "1..2", "--report", format] + Self.vary
        let session = Session(words)
        #expect(session.status == .failed && session.out == Session(words).out)
        #expect(session.out.contains("2 of 4 worlds failed"))
    }

    @Test(arguments: [
        (["sweep", "t.yaml"], "there is only one world"),
        (["sweep", "t.yaml", "--seeds", "9..1"], "--seeds is `9..1`"),
        (
            ["sweep", "t.yaml", "--vary", "boards[0].modle=MetaMotion R,MetaMotion S"],
            "unknown key `modle`"
        ),
        (["sweep", "t.yaml", "--vary", "boards[2].model=MetaMotion R,MetaMotion S"], "no `[2]`"),
        (
            ["sweep", "none.yaml", "--seeds", "1..2"],
            "none.yaml:1:1: error: the file cannot be read"
        ),
        (["sweep", "t.yaml", "--seeds", "1..2", "--report", "tap"], "`--report` cannot be `tap`"),
        (
            ["sweep", "t.yaml", "--seeds", "1..2", "--speed", "3"],
            "--speed is for an outside client"
        ),
        (
            ["sweep", "t.yaml", "--seeds", "1..2", "--client", "true", "--shrink"],
            "omit one of them"
        ),
        (["sweep", "merge", "none"], "none: the file cannot be read"),
        (
            ["sweep", "t.yaml", "--vary", "faults[0].at=1 s,banana,2 s"],
            "t.yaml:4:15: error: `banana` is not a duration"
        ),
        (["sweep", "t.yaml", "--vary", "world.distance=-3 m..40 m"], "out of range"),
        (["sweep", "t.yaml", "--vary", "faults[0].at=1 s"], "as `faults[0].at=1 s` is one value"),
        (
            ["sweep", "t.yaml", "--seeds", "1..2", "--set", "faults[0].at=3 s"] + vary,
            "`faults[0].at` is both set and varied"
        ),
        (["sweep", "t.yaml", "--seeds", "1..2", "--client", " "], "--client is empty"),
        (
            ["sweep", "t.yaml", "--seeds", "1..2", "--client", "true", "--speed", "0"],
            "--speed is `0`; write a number from 0.001 to 1000"
        ),
        (
            ["sweep", "t.yaml", "--seeds", "1..2", "--shrink=still here"],
            "no expectation `still here`; did you mean `still there`?"
        ),
        (["run", "t.yaml", "--set", "boards"], "--set is `boards`"),
        (["run", "t.yaml", "--set", "world.rnage=1 m"], "unknown key `rnage`"),
    ])
    func `wrong use is explained`(words: [String], message: String) {
        let session = Session(words)
        #expect(session.status == .usage && session.err.contains(message), "\(session.err)")
    }

    @Test func `parts are merged to the whole, and a sweep that was stopped goes on`() throws {
        let root = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: root) }
        let words = ["sweep", "t.yaml", "--seeds", "1..4"] + Self.vary
        let whole = Session(words)
        for part in 1...3 {
            let session = Session(words + ["--shard", "\(part)/3", "--out", "\(root)/\(part)"])
            #expect(session.status == .failed)
        }
        let parts = [2, 1, 3].map { "\(root)/\($0)/worlds.jsonl" }
        let merged = Session(["sweep", "merge"] + parts)
        #expect(merged.status == .failed && merged.out == whole.out)
        let missing = Session(["sweep", "merge"] + parts.dropLast())
        #expect(
            missing.status == .usage
                && missing.err.contains("2 worlds are missing: 2, 5; run with --shard 3/3"))
        // Half a line, as after a power cut.
        let file = parts[0]
        let bytes = try #require(FileManager.default.contents(atPath: file))
        try bytes.dropLast(40).write(to: URL(filePath: file))
        let again = Session(words + ["--shard", "2/3", "--out", "\(root)/2"])
        #expect(again.err.contains("resuming: 2 of 3 worlds are done"))
        #expect(FileManager.default.contents(atPath: file) == bytes)
        // Nothing but the beginning of the header, as after a power cut at the start.
        for count in [0, 30] {
            try bytes.prefix(count).write(to: URL(filePath: file))
            let first = Session(words + ["--shard", "2/3", "--out", "\(root)/2"])
            #expect(first.status == .failed && FileManager.default.contents(atPath: file) == bytes)
        }
        let other = Session(
            ["sweep", "t.yaml", "--seeds", "1..5", "--out", "\(root)/2"] + Self.vary)
        #expect(other.status == .usage && other.err.contains("belongs to another sweep: the seeds"))
    }

    @Test func `another part goes into the same folder, and a part may have no world`() throws {
        let root = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: root) }
        let words = ["sweep", "t.yaml", "--seeds", "1..2", "--out", root] + Self.vary
        #expect(Session(words + ["--shard", "1/2"]).err.contains("resuming") == false)
        #expect(
            Session(words + ["--shard", "2/2"]).err.contains("resuming: 0 of 2 worlds are done"))
        #expect(Session(["sweep", "merge", "\(root)/worlds.jsonl"]).status == .failed)
        let empty = Session(["sweep", "t.yaml", "--seeds", "1..2", "--shard", "9/9"])
        #expect(empty.status == .success, "\(empty)")
    }

    @Test func `two sweeps do not write one file at a time`() throws {
        let root = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: root) }
        let words = ["sweep", "t.yaml", "--seeds", "1..2", "--out", root] + Self.vary
        _ = Session(words)
        let file = open("\(root)/worlds.jsonl", O_RDWR)
        defer { close(file) }
        #expect(flock(file, LOCK_EX) == 0)
        let session = Session(words)
        #expect(session.status == .environment, "\(session)")
        #expect(session.err.contains("another sweep is writing \(root)/worlds.jsonl"))
    }
}
