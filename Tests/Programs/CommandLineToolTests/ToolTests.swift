import CommandLineProgram
import ShippedFiles
import Testing

@testable import CommandLineTool

/// A command line with what it prints and how it ends.
private struct Run {
    var status: CommandLineProgram.ExitStatus
    var out = ""
    var err = ""
    var saved: [String] = []

    init(_ line: String, files: [String: String] = [:]) {
        var out = "", err = ""
        var saved: [String] = []
        let console = Console(
            write: { out += $0 }, complain: { err += $0 },
            read: { path throws(FileError) in
                guard let text = files[path] else {
                    throw FileError(path: path, reason: "No such file or directory")
                }
                return Array(text.utf8)
            },
            save: { _, path throws(FileError) in saved.append(path) })
        status = Tool.run(line.split(separator: " ").map(String.init), console)
        self.out = out
        self.err = err
        self.saved = saved
    }
}

@Suite struct PageCommandTests {
    private var said = ""

    private mutating func run(
        _ arguments: [String], with additions: ToolAdditions = ToolAdditions(),
        pages: [Command] = []
    ) -> (status: CommandLineProgram.ExitStatus, started: [String]) {
        var said = "", started: [String] = []
        var console = Console(
            write: { said += $0 }, complain: { said += $0 },
            read: { path throws(FileError) in throw FileError(path: path, reason: "none") },
            save: { _, _ in })
        console.become = { program, words in
            started = [program] + words
            return "No such file or directory"
        }
        let status = Tool.run(arguments, with: additions, pages: pages, console)
        self.said = said
        return (status, started)
    }

    @Test mutating func `a page is shown by the program beside this one, which gets every word`() {
        let (status, started) = run(["live", "a b.yaml", "--port", "0", "--", "-x"])
        let folder = ShippedFiles.thisProgram.split(separator: "/").dropLast().joined(
            separator: "/")
        #expect(
            started == [
                "/\(folder)/boardsim-pages", "live", "a b.yaml", "--port", "0", "--", "-x",
            ])
        // Nothing comes back from a program that was started.
        #expect(status == .environment)
        #expect(
            said.contains(
                "boardsim live: the program of the pages, /\(folder)/boardsim-pages, cannot be"))
        #expect(
            said.contains(
                "No such file or directory\nInstall the Debian package boardsim-pages; in a checkout"
            ))
    }

    @Test(arguments: ["live", "app"])
    mutating func `help about a page needs no other program`(name: String) {
        let (status, started) = run([name, "--help"])
        #expect(status == .success)
        #expect(started == [])
        #expect(said.contains("usage: boardsim \(name)"))
        #expect(said.contains("--listen ADDRESS"))
        _ = run(["--help"])
        #expect(said.contains("\n  \(name) "))
        _ = run(["completion"])
        #expect(said.contains(name))
    }

    @Test mutating func `a program that has the pages shows them itself`() {
        let pages = [
            PageCommands.app.doing { _, console in
                console.write("playing")
                return .success
            }
        ]
        let (status, started) = run(["app", "--data", "3"], pages: pages)
        #expect(status == .success)
        #expect(started == [])
        #expect(said == "playing")
        #expect(run(["app", "--dtaa", "3"], pages: pages).status == .usage)
        #expect(said.contains("did you mean `--data`?"))
    }

    @Test mutating func `a program adds commands and pages`() {
        let additions = ToolAdditions(
            pages: [Command(page: "chart", about: "Shows a chart.", options: [])],
            commands: [
                Command(name: "tune", about: "Tunes.") { _, console in
                    console.write("tuned")
                    return .success
                }
            ])
        #expect(run(["tune"], with: additions).status == .success && said == "tuned")
        #expect(run(["chart"], with: additions).started.last == "chart")
        _ = run(["--help"], with: additions)
        #expect(said.contains("\n  chart ") && said.contains("\n  tune "))
        #expect(run(["tune"]).status == .usage && said.contains("no command `tune`"))
    }
}

@Suite struct ToolTests {
    static let good = "version: 1\nboards: [{model: MetaMotion S}]\n"

    @Test(arguments: [
        (
            "chekc a",
            "boardsim: there is no command `chekc`\ndid you mean `check`? the commands are: run,"
        ),
        (
            "bench --json",
            "boardsim: `bench` is not part of the program; run `./boardsim bench` in a checkout\n"
        ),
        ("test unit", "boardsim: `test` is not part of the program; run `./boardsim test`"),
        ("check", "boardsim check: FILE is missing\nTry: boardsim check --help\n"),
        (
            "check a --formt json",
            "boardsim check: unknown option `--formt`; did you mean `--format`?"
        ),
        (
            "check a --format xml",
            "boardsim check: `--format` cannot be `xml`; the choices are: text, json"
        ),
        (
            "check a --format",
            "boardsim check: `--format` needs a value; write `--format text|json`"
        ),
        ("check a --format=", "boardsim check: `--format` cannot be ``"),
        (
            "run a --radio hci-tcp:0 b",
            "boardsim run: unexpected argument `b`; give one FILE, and write every other value after its option"
        ),
        ("run a --seed 1 --seed 2", "boardsim run: `--seed` was given twice; keep one of them"),
        ("run a --timings=1", "boardsim run: `--timings` takes no value; write `--timings` alone"),
        ("run a -x", "boardsim run: unknown option `-x`"),
        ("schema x", "boardsim schema: unexpected argument `x`"),
        ("", "usage: boardsim COMMAND"),
    ])
    func `a wrong command line ends with status 2 and says the fix`(line: String, wanted: String) {
        let run = Run(line)
        #expect(run.status == .usage)
        #expect(run.err.hasPrefix(wanted), "\(run.err)")
        #expect(run.out.isEmpty)
    }

    @Test func `every command explains itself`() {
        for command in allCommands(with: ToolAdditions()) {
            let run = Run("\(command.name) --help")
            #expect(run.status == .success)
            #expect(run.out.hasPrefix("usage: boardsim \(command.name)"))
            for option in command.shownOptions { #expect(run.out.contains("--\(option.name)")) }
            #expect(Run("help \(command.name)").out == run.out)
        }
        #expect(Run("--help").out.contains("exit status:"))
        #expect(Run("--version").out == "boardsim \(Program.version)\n")
    }

    @Test func `check reports each problem with its place and fix`() {
        let bad = Self.good + "durration: 3 s\n"
        let run = Run("check a b c", files: ["a": Self.good, "b": bad])
        #expect(run.status == .usage)
        #expect(
            run.out.contains(
                "b:3:1: error: unknown key `durration` in scenario; did you mean `duration`?"))
        #expect(
            run.out.contains("\nc: error: the file cannot be read: No such file or directory\n"))
        // What has no place has no line.
        let json = Run("check c --format json").out
        #expect(json.contains(#""file" : "c""#) && !json.contains(#""line""#))
        #expect(run.out.hasSuffix("2 problems in 3 files\n"))
        #expect(Run("check a", files: ["a": Self.good]).status == .success)
    }

    @Test func `check reads the recordings of inputs, as a run does`() {
        let moved =
            Self.good + "inputs: [{at: 1 s, motion: [recording: {file: x.csv, from: 9 s}]}]\n"
        let missing = Run("check a", files: ["a": moved])
        #expect(missing.status == .usage)
        #expect(missing.out.contains("the recording x.csv cannot be read: No such file"))
        let short = "time (s),x (g),y (g),z (g)\n0,0,0,1\n1,0,0,1\n"
        let late = Run("check a", files: ["a": moved, "x.csv": short])
        let reason = "a:3:40: error: `from` is 9 s, but the recording ends after "
        #expect(late.out.contains(reason), "\(late.out)")
        let run = Run("run a", files: ["a": moved, "x.csv": short])
        #expect(run.status == .usage && run.err.contains(reason), "\(run.err)")
    }

    @Test func `check speaks JSON`() {
        let run = Run("check --format=json a", files: ["a": Self.good + "seed: x\n"])
        #expect(run.out.contains("\"line\" : 3") && run.out.contains("\"column\" : 7"))
        let empty = Run("check --format json a", files: ["a": Self.good]).out
        #expect(empty.filter { !$0.isWhitespace } == "[]")
    }

    @Test func `generated files go where they belong`() {
        #expect(
            Run("schema --write").saved
                == [
                    "Scenarios/scenario.schema.json", "Conformance/case.schema.json",
                    "Scenarios/action.schema.json", "Scenarios/board-state.schema.json",
                    "Packaging/python/src/boardsim/_state.py",
                    "Sources/Pages/Web/shared/actions.js",
                ])
        #expect(
            Run("reference --write").saved
                == ["docs/scenario-reference.md", "docs/conformance-reference.md"])
        #expect(Run("schema").out.contains("https://json-schema.org/draft/2020-12/schema"))
    }
}
