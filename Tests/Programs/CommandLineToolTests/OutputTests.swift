import Checkout
import Declaration
import Foundation
import Glibc
import ScriptedClient
import Testing

@testable import CommandLineProgram
@testable import CommandLineTool

/// Commands on real files in a folder of their own: what they read survives what they write.
private final class OutputFolder {
    let path: String
    private static let recording = "time (s),x (g),y (g),z (g)\n0,0,0,1\n1,0,0,1\n"
    static let scenario =
        "version: 1\nboards: [{name: wrist, model: MetaMotion S, motion: [recording: walk.csv]}]\n"
        + "clients: [{name: phone, steps: [connect, {read: battery}, disconnect]}]\n"

    init() throws {
        path = NSTemporaryDirectory() + "boardsim-output-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try write("d.yaml", Self.scenario)
        try write("walk.csv", Self.recording)
        try write("bad.yaml", Self.scenario + "bords: 1\n")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    var names: Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
    }

    /// A command line, in which `@` is this folder.
    func run(_ line: String, patience: Double = 0) -> (
        status: CommandLineProgram.ExitStatus, err: String
    ) {
        var err = ""
        let system = Console.system
        var console = Console(
            write: { _ in }, complain: { err += $0 }, read: system.read, save: system.save)
        console.patience = patience
        let words = line.split(separator: " ").map { $0.replacing("@", with: path) }
        return (Tool.run(words.map(String.init), console), err)
    }
}

@Suite struct OutputTests {
    @Test(
        .slow,
        arguments: [
            ("run @/d.yaml --trace @/d.yaml", "--trace @/d.yaml would overwrite it"),
            ("run @/d.yaml --pcapng @/d.yaml", "--pcapng @/d.yaml would overwrite it"),
            ("run @/d.yaml --btsnoop @/walk.csv", "--btsnoop @/walk.csv would overwrite it"),
            ("run @/d.yaml --trace @/./x/../walk.csv", "would overwrite it"),
            ("run @/d.yaml --trace @/link", "--trace @/link would overwrite it"),
            ("run @/d.yaml --trace @/hard", "--trace @/hard would overwrite it"),
            ("run @/update.yaml --trace @/image.zip", "--trace @/image.zip would overwrite it"),
            (
                "run @/d.yaml --judge-client=@/waivers --trace @/waivers",
                "--trace @/waivers would overwrite it"
            ),
            (
                "run @/d.yaml --judge-client --baseline @/report.json --out @ --report json",
                "--out @/report.json would overwrite it"
            ),
            ("run @/report.json --out @ --report json", "--out @/report.json would overwrite it"),
            ("run @/part.part --trace @/part", "--trace @/part would overwrite it"),
            (
                "report show @/report.json --out @ --report json",
                "--out @/report.json would overwrite it"
            ),
            (
                "report merge @/report.json --out @ --report json",
                "--out @/report.json would overwrite it"
            ),
            (
                "run @/d.yaml --trace @/a --pcapng @/./a",
                "`@/a` of --trace and `@/./a` of --pcapng are the same"
            ),
            (
                "run @/d.yaml --trace @/a --pcapng @/a.part",
                "are the same file; name one file for each"
            ),
            (
                "run @/d.yaml --trace @/link --pcapng @/hard",
                "are the same file; name one file for each"
            ),
            (
                "run @/d.yaml --trace @/report.txt --out @",
                "--trace and --out are both `@/report.txt`"
            ),
            (
                "run @/d.yaml --state @/kept --trace @/kept/wrist/flash.journal",
                "this folder stores the flash of wrist"
            ),
        ])
    func `what is read, or written by another option, is not written over`(
        line: String, why: String
    ) throws {
        let folder = try OutputFolder()
        try folder.write("report.json", OutputFolder.scenario)
        try folder.write("part.part", OutputFolder.scenario)
        try folder.write("waivers", "waivers: []\n")
        try folder.write("image.zip", "PK")
        try folder.write(
            "update.yaml",
            OutputFolder.scenario.replacing(
                "disconnect", with: "{update-firmware: {image: image.zip}}"))
        try FileManager.default.createDirectory(
            atPath: folder.path + "/x", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/kept/wrist", withIntermediateDirectories: true)
        symlink("d.yaml", folder.path + "/link")
        link(folder.path + "/d.yaml", folder.path + "/hard")
        func everything() -> [String: String?] {
            Dictionary(uniqueKeysWithValues: folder.names.map { ($0, folder.text($0)) })
        }
        let before = everything()
        let run = folder.run(line)
        #expect(run.status == .usage, "\(run.err)")
        #expect(run.err.contains(why.replacing("@", with: folder.path)), "\(run.err)")
        #expect(everything() == before)
    }

    @Test func `a file that cannot be read leaves outputs as they were`() throws {
        let folder = try OutputFolder()
        for name in ["trace", "run.pcapng", "run.snoop"] { try folder.write(name, "earlier") }
        let run = folder.run(
            "run @/bad.yaml --trace @/trace --pcapng @/run.pcapng --btsnoop @/run.snoop")
        #expect(run.status == .usage)
        #expect(
            folder.names == ["bad.yaml", "d.yaml", "run.pcapng", "run.snoop", "trace", "walk.csv"])
        for name in ["trace", "run.pcapng", "run.snoop"] { #expect(folder.text(name) == "earlier") }
        // One output that cannot be made leaves the others as they were too.
        let other = folder.run("run @/d.yaml --trace @/trace --pcapng @/nowhere/run.pcapng")
        #expect(other.status == .environment && folder.text("trace") == "earlier")
        #expect(!folder.names.contains("trace.part"))
    }

    @Test func `what is no file is written as it is`() throws {
        let folder = try OutputFolder()
        #expect(folder.run("run @/d.yaml --trace /dev/null --pcapng @/a").status == .success)
        #expect(folder.names == ["a", "bad.yaml", "d.yaml", "walk.csv"])
        // An existing temporary file is only in the way if it is not a regular file.
        mkfifo(folder.path + "/b.part", 0o600)
        let blocked = folder.run("run @/d.yaml --trace @/b")
        #expect(blocked.status == .environment)
        #expect(blocked.err.contains("b.part is not a regular file"))
    }

    @Test func `a pipe waits for its reader, and one without a reader is an error`() throws {
        let folder = try OutputFolder()
        let pipe = folder.path + "/pipe"
        mkfifo(pipe, 0o600)
        let alone = folder.run("run @/d.yaml --trace @/pipe")
        #expect(alone.status == .environment)
        #expect(
            alone.err
                == "--trace \(pipe): this pipe has no reader; start one, then this command\n")
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(folder.run("run @/d.yaml --trace @/pipe").status == .success)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(reader, &bytes, bytes.count)
        #expect(
            count > 0
                && String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
                    .contains("phone  step: connect\n")
        )
        #expect(folder.names.contains("pipe") && !folder.names.contains("pipe.part"))
    }

    @Test func `a file that may not grow is an error with status 3, and is not taken for whole`()
        async throws
    {
        let folder = try OutputFolder()
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            guard Program.prepareProcess() else { exit(1) }
            var limit = rlimit(rlim_cur: 100, rlim_max: 100)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            var err = ""
            var console = Console.system
            console.write = { _ in }
            console.complain = { err += $0 }
            let run = { (words: String...) in Tool.run(["run", path + "/d.yaml"] + words, console) }
            guard run("--trace", path + "/trace") == .environment, err.contains("File too large"),
                err.contains("trace.part"), run("--out", path) == .environment,
                err.contains("larger than this process may write"),
                run("--state", path + "/kept") == .environment
            else { exit(1) }
            exit(0)
        }
        #expect(folder.text("trace") == nil)
        #expect((folder.text("trace.part")?.utf8.count ?? 101) <= 100)
    }

    @Test func `closed standard descriptors are not given to files`() async throws {
        let folder = try OutputFolder()
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            for descriptor: Int32 in 0...2 { close(descriptor) }
            guard Program.prepareProcess() else { exit(1) }
            let status = Tool.run(
                ["run", path + "/d.yaml", "--state", path + "/kept", "--trace", path + "/trace"])
            guard status == .success, Console.lostOutput == "Bad file descriptor" else { exit(1) }
            exit(open("/dev/null", O_RDONLY) > 2 ? 0 : 1)
        }
        #expect(folder.text("trace")?.contains("step: connect") == true)
        #expect(folder.run("run @/d.yaml --state @/kept").status == .success)
    }
}
