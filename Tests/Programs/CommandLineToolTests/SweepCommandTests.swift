import Checkout
import CommandLineProgram
import Declaration
import Foundation
import LiveRun
import ScenarioRun
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

    @Test func `a hostile world is that of all worlds, and of the command that runs one`() {
        let session = Session(["sweep", "t.yaml", "--world", "worn"] + Self.vary)
        #expect(session.out.contains("--world worn"), "\(session.out)")
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
        (["sweep", "t.yaml", "--samples", "5"], "there is only one world"),
        (["sweep", "t.yaml", "--seeds", "9..1"], "--seeds is `9..1`"),
        (
            ["sweep", "t.yaml", "--vary", "boards[0].modle=MetaMotion R,MetaMotion S"],
            "unknown key `modle`"
        ),
        (["sweep", "t.yaml", "--vary", "boards[2].model=MetaMotion R,MetaMotion S"], "no `[2]`"),
        (
            ["sweep", "none.yaml", "--seeds", "1..2"],
            "none.yaml: error: the file cannot be read"
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
        (["sweep", "merge", "none", "--seeds", "1..2"], "merging does not use --seeds"),
        (["sweep", "merge", "none", "--jobs", "2"], "merging does not use --jobs"),
        (["sweep", "merge", "none", "--set", "a=b"], "merging does not use --set"),
        (
            ["sweep", "merge", "none", "--shrink"],
            "merge with `--out DIR`, and then give the sweep's command with `--shrink --out DIR`"
        ),
        (
            ["sweep", "t.yaml", "--seeds", "1..2", "--shard", "1/2", "--shrink"],
            "`boardsim sweep merge PART/worlds.jsonl… --out DIR`, and then give this command with"
                + " `--out DIR`"
        ),
        (
            ["sweep", "t.yaml", "--vary", "faults[0].at=1 s,banana,2 s"],
            "--vary 'faults[0].at=banana': `banana` is not a duration"
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
        (
            ["run", "t.yaml", "--set", "world.rnage=1 m"],
            "boardsim run: --set 'world.rnage=1 m': unknown key `rnage`"
        ),
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

    @Test func `merged parts are a sweep that can be continued and shrunk`() throws {
        let root = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: root) }
        // There is one link in every world.
        let words =
            ["sweep", "t.yaml", "--seeds", "1..2", "--set", "expect[0].connected.exactly=2"]
            + Self.vary
        for part in 1...2 {
            _ = Session(words + ["--shard", "\(part)/2", "--out", "\(root)/\(part)"])
        }
        _ = Session(words + ["--out", "\(root)/one"])
        let merge = ["sweep", "merge", "\(root)/1/worlds.jsonl", "\(root)/2/worlds.jsonl", "--out"]
        // The second time it finds its own file.
        for _ in 1...2 { #expect(Session(merge + ["\(root)/all"]).status == .failed) }
        func contents(_ name: String) -> Data? {
            FileManager.default.contents(atPath: "\(root)/\(name)/worlds.jsonl")
        }
        #expect(contents("all") == contents("one") && contents("all") != nil)
        let shrunk = Session(words + ["--shrink", "--out", "\(root)/all"])
        #expect(shrunk.err.contains("resuming: 4 of 4 worlds are done"))
        #expect(FileManager.default.fileExists(atPath: "\(root)/all/smallest.yaml"))
        // Nothing is lost in a folder that has another sweep.
        let other = ["sweep", "t.yaml", "--seeds", "1..3", "--out", "\(root)/other"] + Self.vary
        _ = Session(other)
        let before = contents("other")
        let refused = Session(merge + ["\(root)/other"])
        #expect(refused.status == .usage && refused.err.contains("belongs to another sweep"))
        #expect(contents("other") == before)
    }

    @Test func `a recording that has changed is reported`() throws {
        let root = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: root) }
        try FileManager.default.createDirectory(
            atPath: root, withIntermediateDirectories: true)
        func record(_ rate: String) throws {
            let header =
                "time (s),acc x (g),acc y (g),acc z (g),"
                + "gyro x (rad/s),gyro y (rad/s),gyro z (rad/s)\n"
            let rows = (0..<50).map { "\(Double($0) / 50),0,0,1,0,0,\(rate)\n" }
            try Data((header + rows.joined()).utf8).write(to: URL(filePath: "\(root)/walk.csv"))
        }
        let scenario = """
            version: 1
            boards: [{name: wrist, model: MetaMotion S, motion: [{recording: walk.csv}]}]
            duration: 2 s
            """
        try Data(scenario.utf8).write(to: URL(filePath: "\(root)/walk.yaml"))
        try record("0.1")
        let words = ["sweep", "\(root)/walk.yaml", "--seeds", "1..2", "--jobs", "1", "--out"]
        _ = Session(words + ["\(root)/1"])
        #expect(Session(words + ["\(root)/1"]).err.contains("resuming: 2 of 2"))
        try record("0.2")
        let again = Session(words + ["\(root)/1"])
        let changed = "walk.csv`, which the scenario reads, was different"
        #expect(again.status == .usage && again.err.contains(changed), "\(again.err)")
        _ = Session(words + ["\(root)/2"])
        let merged = Session(
            ["sweep", "merge", "\(root)/1/worlds.jsonl", "\(root)/2/worlds.jsonl"])
        #expect(merged.status == .usage && merged.err.contains(changed), "\(merged.err)")
    }

    @Test func `the JSON report has the map and the distributions, and each field is documented`()
        throws
    {
        let session = Session(
            ["sweep", "t.yaml", "--seeds", "1..3", "--report", "json"] + Self.vary
                + ["--vary", "world.distance=1 m,2 m"])
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(session.out.utf8)) as? [String: Any])
        let map = try #require(report["map"] as? [String: Any])
        #expect((map["x"] as? [String: Any])?["key"] as? String == "faults[0].at")
        #expect((map["y"] as? [String: Any])?["values"] as? [String] == ["1 m", "2 m"])
        let cells = try #require(map["cells"] as? [[[String: Int]]])
        #expect(cells.map { $0.map { $0["failed"] } } == [[3, 0], [3, 0]])
        #expect(cells.joined().allSatisfy { $0["of"] == 3 })
        let figures = try #require(report["figures"] as? [[String: Any]])
        #expect(!figures.isEmpty)
        for figure in figures {
            let counts = try #require(figure["histogram"] as? [Int])
            #expect(counts.reduce(0, +) == figure["count"] as? Int)
            #expect([1, 32].contains(counts.count))
        }
        let page = try Repository.text("docs/report-format.md")
        let section = try #require(page.components(separatedBy: "## report.json of a sweep").last)
        for match in session.out.matches(of: #/"(\w+)" :/#) {
            #expect(section.contains("`\(match.1)`"), "\(match.1) is not explained")
        }
    }

    /// Keys with values in backquotes.
    private static func examples(_ text: String) -> [String] {
        text.matches(of: /`([^`= ]+=[^`]+)`/).map { String($0.1) }
    }

    @Test func `every example of --vary and --set fits the first scenario`() throws {
        let text = try Repository.bytes("Scenarios/wrist.yaml")
        let vary = try #require(SweepSettings.options.first { $0.name == "vary" })
        let examples = Self.examples(vary.about)
        #expect(examples.count == 3)
        for example in examples {
            let variation = try Variation(example)
            let plan = try SweepPlan(seeds: SeedList("1"), variations: [variation], samples: nil)
            let swept = try SweptScenario(
                text, file: "wrist.yaml", paths: [variation.path], vocabulary: .firmware)
            for number in [0, plan.count - 1] {
                _ = try swept.scenario(plan.world(number).values)
            }
        }
        let sets = Self.examples(CommandLineProgram.Option.set.about)
        #expect(sets.count == 2)
        for set in sets {
            _ = try SweptScenario(
                text, file: "wrist.yaml", sets: [Replacement(set)], vocabulary: .firmware
            ).scenario([])
        }
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
