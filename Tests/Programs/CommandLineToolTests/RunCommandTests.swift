import CommandLineProgram
import Declaration
import Foundation
import JSON
import MetaWearBoard
import ScriptedClient
import Testing
import Wire

@testable import CommandLineTool

/// A scenario on a disk that is none, played by the program.
private struct Session {
    var status: CommandLineProgram.ExitStatus
    var out = ""
    var err = ""

    init(_ arguments: [String], files: [String: String] = RunCommandTests.files) {
        var out = "", err = ""
        let console = Console(
            write: { out += $0 }, complain: { err += $0 },
            read: { path throws(FileError) in
                guard let text = files[path] else {
                    throw FileError(path: path, reason: "No such file or directory")
                }
                return Array(text.utf8)
            },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        status = Tool.run(arguments, console)
        self.out = out
        self.err = err
    }

    init(_ line: String) { self.init(line.split(separator: " ").map(String.init)) }
}

@Suite struct RunCommandTests {
    private static let board = "version: 1\nboards: [{name: wrist, model: MetaMotion S}]\n"
    private static let client =
        "clients: [{name: phone, steps: [connect, {read: battery}, disconnect]}]\n"

    static let files = [
        "good.yaml": board + client
            + "expect: [{within: 9 s, title: found, connected: {at-least: 1}}]\n",
        "bad.yaml": board + client + "expect: [{within: 9 s, connected: {at-least: 2}}]\n",
        "step.yaml": board + "clients: [{name: phone, steps: [{read: battery}]}]\n"
            + "expect: [{within: 9 s, state: {connected: false}}]\n",
        "late.yaml": board + client.replacing("disconnect", with: "{wait: 1 h}")
            + "deadline: 20 s\n",
        "unnamed.yaml": board + "clients: [{steps: [{wait: 1 h}]}]\ndeadline: 20 s\n",
        "nothing.yaml": board,
        "wrong.yaml": board + "bords: 1\n",
        "recording.yaml": board.replacing("S}", with: "S, motion: [recording: none.csv]}"),
        "garbled.yaml": board.replacing("S}", with: "S, motion: [recording: garbled.csv]}"),
        "twins.yaml": "version: 1\nboards:\n"
            + "  - {name: a, model: MetaMotion R, address: C0:00:00:00:00:01}\n"
            + "  - {name: b, model: MetaMotion R, address: C0:00:00:00:00:01}\n",
        "garbled.csv": "elapsed (s),x-axis (g),y-axis (g),z-axis (g)\n0,0,0,1\n0.1,0,?,1\n",
        "stream.yaml": board
            + "clients: [{name: phone, steps: [connect, {stream: {signals: [acceleration], for: 3 s}}]}]\n"
            + "expect: [{within: 9 s, received: {signal: acceleration, at-least: 250}}]\n",
    ]

    @Test func `a hostile world is in the report, and one that fits no board is refused`() {
        let run = Session(["run", "good.yaml", "--world", "low-battery", "--world", "old-log"])
        #expect(run.out.contains("run with --world low-battery: the battery is at 5 %"))
        #expect(run.out.contains("run with --world old-log"))
        let text = "version: 1\nboards: [{name: wrist, model: Triki}]\n"
        let cap = Session(["run", "f.yaml", "--world", "left-lamp"], files: ["f.yaml": text])
        #expect(cap.status == .usage)
        #expect(
            cap.err.contains("--world left-lamp: the scenario has no board that can be so"))
    }

    @Test func `the hostile worlds are listed with their lines`() throws {
        let list = Session("worlds")
        #expect(list.status == .success)
        #expect(
            list.out.contains(
                "worn: a body is in the way of 60 % of the packets\n    board: {worn: 60 %}"))
        let json = try JSONValue(reading: Session("worlds --json").out.utf8)
        guard case .array(let worlds) = json else {
            Issue.record("\(json.line)")
            return
        }
        #expect(worlds.first?["lines"]?["board"]?["before"] != nil)
    }

    @Test(arguments: [
        ("run good.yaml", 0, "1 of 1 expectation held\n", ""),
        ("run bad.yaml", 1, "1 of 1 expectation failed\n", ""),
        (
            "run step.yaml", 1,
            "a step failed: phone: read: the client has not connected to a board yet\n", ""
        ),
        ("run late.yaml", 42, "the deadline passed: client phone\n", ""),
        ("run unnamed.yaml", 42, "the deadline passed: client\n", ""),
        ("run late.yaml --for 10s", 0, "the scenario has no expectations\n", ""),
        ("run nothing.yaml", 0, "the scenario has no expectations\n", ""),
        (
            "run bad.yaml --no-clients", 0, "the scenario has no expectations\n",
            ""
        ),
        (
            "run nothing.yaml --for 2min", 0,
            "the scenario has no expectations\n", ""
        ),
        ("run none.yaml", 2, "", "none.yaml: error: the file cannot be read: No such file"),
        (
            "run wrong.yaml", 2, "",
            "wrong.yaml:3:1: error: unknown key `bords` in scenario; did you"
        ),
        ("run recording.yaml", 2, "", "recording.yaml:2:"),
        ("run garbled.yaml", 2, "", "garbled.csv:3:"),
        ("run good.yaml --speed 0", 2, "", "boardsim run: --speed is `0`; write `max` or a number"),
        (
            "run good.yaml --speed -1", 2, "",
            "boardsim run: --speed is `-1`; write `max` or a number"
        ),
        ("run good.yaml --speed abc", 2, "", "boardsim run: --speed is `abc`; write `max` or a"),
        ("run good.yaml --speed nan", 2, "", "boardsim run: --speed is `nan`; write `max` or a"),
        ("run good.yaml --speed inf", 2, "", "boardsim run: --speed is `inf`; write `max` or a"),
        ("run good.yaml --speed 1e300", 0, "1 of 1 expectation held\n", ""),
        ("run good.yaml --speed 400", 0, "1 of 1 expectation held\n", ""),
        ("run good.yaml --world worn", 0, "1 of 1 expectation held\n", ""),
        (
            "run good.yaml --world worm", 2, "",
            "boardsim run: `--world` cannot be `worm`; did you mean `worn`? the choices are: left-stream"
        ),
        ("run good.yaml --seed x", 2, "", "boardsim run: --seed is `x`; write a whole number"),
        (
            "run good.yaml --seed 18446744073709551616", 2, "",
            "write a whole number from 0 to 18446744073709551615"
        ),
        ("run good.yaml --seed -1", 2, "", "boardsim run: --seed is `-1`; write a whole number"),
        ("run good.yaml --seed 18446744073709551615", 0, "1 of 1 expectation held\n", ""),
        (
            "run good.yaml --for 0s", 2, "",
            "boardsim run: --for is `0s`; write a time such as `90 s`"
        ),
        (
            "run good.yaml --for 10", 2, "",
            "boardsim run: --for is `10`; write a time such as `90 s`"
        ),
        (
            "run good.yaml --for 99999999d", 2, "",
            "boardsim run: --for is `99999999d`; write a time"
        ),
        (
            "run good.yaml --report xml", 2, "",
            "boardsim run: `--report` cannot be `xml`; the choices"
        ),
        (
            "run good.yaml --report mcap", 2, "",
            "boardsim run: --report mcap is a file; add `--out DIR`"
        ),
        ("run good.yaml --trace /nowhere/at/all", 3, "", "--trace /nowhere/at/all: No such file"),
        (
            "run good.yaml --trace /dev/full", 3, "",
            "--trace /dev/full: the trace could not be written"
        ),
        ("run good.yaml --out /dev/null/x", 3, "", "/dev/null/x"),
        ("run good.yaml --state /dev/null/x", 3, "", "good.yaml:2:"),
    ])
    func `a run ends with its status, and says why`(
        line: String, status: Int32, out: String, err: String
    ) {
        let session = Session(line)
        #expect(session.status.rawValue == status, "\(session.out)\(session.err)")
        if status == 2 || status == 3 {
            #expect(session.err.contains(err), "\(session.err)")
        } else {
            #expect(session.out.replacing("\n", with: " ").hasSuffix(out.dropLast() + " "))
        }
        if status == 2 { #expect(session.out.isEmpty) }
    }

    @Test func `reports on standard output are the same twice, to the byte`() throws {
        let first = Session("run stream.yaml --report json")
        #expect(first.status == .success)
        #expect(first.out == Session("run stream.yaml --report json").out)
        #expect(first.out != Session("run stream.yaml --report json --seed 9").out)
        let read = try #require(
            try JSONSerialization.jsonObject(with: Data(first.out.utf8)) as? [String: Any])
        #expect(read["passed"] as? Bool == true)
        #expect(read["seed"] as? Int == 1)
        #expect(read["traceHash"] == nil && read["timings"] == nil)
        let other = Session("run stream.yaml --report junit --seed 9 --timings")
        #expect(other.out.contains("<property name=\"seed\" value=\"9\"/>"))
        let twice = Session("run stream.yaml --report json --report json")
        #expect(twice.out == first.out)
        let both = Session("run good.yaml --report text --report junit")
        #expect(both.out.contains("1 of 1 expectation held\n<?xml"))
    }

    /// A folder of its own, taken away afterwards.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "boardsim-run-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try body(folder)
    }

    @Test func `files of a run are the same twice, to the byte`() throws {
        try inFolder { folder in
            var found: [[String: Data]] = []
            for run in ["a", "b"] {
                let out = "\(folder)/\(run)"
                let session = Session([
                    "run", "stream.yaml", "--out", out, "--report", "json", "--report", "junit",
                    "--report", "json",
                    "--trace", "\(folder)/trace-\(run)",
                ])
                #expect(session.status == .success)
                #expect(session.out.isEmpty && session.err.hasPrefix("wrote \(out)/"))
                var files: [String: Data] = [:]
                for name in try FileManager.default.contentsOfDirectory(atPath: out) {
                    files[name] = FileManager.default.contents(atPath: "\(out)/\(name)")
                }
                files["trace"] = FileManager.default.contents(atPath: "\(folder)/trace-\(run)")
                found.append(files)
            }
            #expect(found[0] == found[1])
            #expect(
                Set(found[0].keys).isSuperset(of: ["report.json", "junit.xml", "plot.svg", "trace"])
            )
            #expect(found[0].keys.contains { $0.hasSuffix(".csv") })
            let trace = String(decoding: try #require(found[0]["trace"]), as: UTF8.self)
            #expect(trace.hasSuffix("\n") && trace.contains(" phone  step: connect\n"))
            let report = String(decoding: try #require(found[0]["report.json"]), as: UTF8.self)
            #expect(report.contains("\"traceHash\""))
        }
    }

    @Test func `flash that is kept is there in the next run`() throws {
        try inFolder { folder in
            func run(_ steps: String, _ expect: String) -> Session {
                Session(
                    ["run", "f", "--state", folder],
                    files: [
                        "f": Self.board + "clients: [{steps: [connect, \(steps), disconnect]}]\n"
                            + "expect: [{within: 60 s, \(expect)}]\n"
                    ])
            }
            let log = "{log: {acceleration: 100 Hz}}, {wait: 5 s}, stop-log"
            let first = run(log, "log-entries: {at-least: 900}")
            #expect(first.status == .success, "\(first.out)\(first.err)")
            let second = run("{read: log-length}", "log-entries: {at-least: 900}")
            #expect(second.status == .success, "\(second.out)\(second.err)")
            let third = run("clear-log", "log-entries: {exactly: 0}")
            #expect(third.status == .success, "\(third.out)\(third.err)")
            #expect(run("{read: log-length}", "log-entries: {at-most: 0}").status == .success)

            // A folder that the scenario names stands beside it.
            let path = "\(folder)/scenario.yaml"
            let named =
                Self.board.replacing("S}", with: "S, state: kept}")
                + "clients: [{steps: [connect, \(log), disconnect]}]\n"
            #expect(Session(["run", path], files: [path: named]).status == .success)
            #expect(FileManager.default.fileExists(atPath: "\(folder)/kept/flash.journal"))
            // A flash of another kind of board is nobody's to overwrite.
            let other = named.replacing("MetaMotion S", with: "MetaMotion R")
            let refused = Session(["run", path], files: [path: other])
            #expect(refused.status == .environment)
            #expect(refused.err.hasPrefix("\(path):2:") && refused.err.contains("MetaMotion S"))
        }
    }

    #if os(Linux)
        @Test func `a file whose name is no UTF-8 is found, and so is its neighbour`() throws {
            try inFolder { folder in
                let place = PathText.bytes(folder) + [0x2F, 0xE4]
                let inside = PathText.text(place)
                let name = inside + "/\u{10FEFC}.yaml"
                let recording = "time (s),x (g),y (g),z (g)\n0,0,0,1\n1,0,0,1\n"
                let scenario = Self.board.replacing(
                    "S}", with: "S, state: kept, motion: [recording: a.csv]}")
                #expect((place + [0]).withUnsafeBytes { mkdir($0.baseAddress!, 0o755) } == 0)
                let system = Console.system
                try system.save(Array(scenario.utf8), name)
                try system.save(Array(recording.utf8), inside + "/a.csv")
                var out = "", err = ""
                let console = Console(
                    write: { out += $0 }, complain: { err += $0 }, read: system.read,
                    save: system.save)
                func run(_ more: String...) -> CommandLineProgram.ExitStatus {
                    Tool.run(["run", name] + more, console)
                }
                #expect(run("--trace", inside + "/trace") == .success, "\(err)")
                #expect(out.contains("/\u{FFFD}.yaml, hash"))
                _ = try system.read(inside + "/trace")
                #expect(try !system.read(inside + "/kept/flash.journal").isEmpty)
                #expect(run("--out", inside + "/out") == .environment)
                #expect(err.contains("this name is not UTF-8"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count <= 1)
            }
        }
    #endif

    @Test func `boards are listed, for people and for programs`() throws {
        let text = Session("boards")
        #expect(text.status == .success)
        for name in [
            "MetaMotion R ", "MetaMotion S ", "MetaWear RPro ", "MetaTracker ", "silent-reset",
        ] {
            #expect(text.out.contains(name))
        }
        // What is there in part is not taken for whole: of the settings, not the bonds.
        let lines = text.out.split(separator: "\n")
        let settings = lines.filter { $0.hasPrefix("  11  settings ") }
        #expect(settings.contains { $0.hasSuffix("registers modelled)") })
        #expect(lines.filter { $0.hasPrefix("  01  ") }.allSatisfy { !$0.hasSuffix(")") })
        let read = try #require(
            try JSONSerialization.jsonObject(with: Data(Session("boards --json").out.utf8))
                as? [String: [[String: Any]]])
        let boards = try #require(read["boards"])
        #expect(boards.count == BoardProfile.all.count)
        for board in boards {
            #expect(
                Set(board.keys) == [
                    "name", "model", "firmware", "hardware", "modules", "otherFirmware",
                ])
            let modules = try #require(board["modules"] as? [[String: Any]])
            #expect(modules.count >= 15)
            let fusion = modules.first { $0["id"] as? Int == 0x19 }
            #expect((fusion?["registersModelled"] as? Int) == fusion?["registers"] as? Int)
        }
        #expect(read["quirks"]?.allSatisfy { Set($0.keys) == ["name", "about"] } == true)
    }

    @Test func `check and run read the same language`() {
        for name in ["good.yaml", "nothing.yaml"] {
            #expect(Session("check \(name)").status == .success)
        }
        // What the run would not begin with: recordings are opened, moves tried out.
        for (name, place) in [
            ("recording", "recording.yaml:2:"), ("garbled", "garbled.csv:3:7: error: "),
            ("twins", "twins.yaml:4:5: error: b has the same address as a, C0:00:00:00:00:01;"),
        ] {
            let check = Session("check \(name).yaml")
            #expect(check.status == .usage)
            #expect(check.out.hasPrefix(place) && check.out.hasSuffix("1 problem in 1 file\n"))
            #expect(
                Session("run \(name).yaml").err == check.out.split(separator: "\n")[0] + "\n")
        }
        let rows = Session("check garbled.yaml --format json").out
        #expect(rows.contains("\"file\" : \"garbled.csv\"") && rows.contains("\"line\" : 3"))
        let wrong = Session("check wrong.yaml")
        #expect(wrong.status == .usage)
        #expect(Session("run wrong.yaml").err == wrong.out.split(separator: "\n")[0] + "\n")
    }
}
