import Declaration
import JSON
import ScenarioFile
import ScenarioRun
import Simulation
import Testing
import YAML

@testable import Sweep

/// One scenario in other worlds, its file of rows, and the smallest scenario that fails.
@Suite struct SweptScenarioTests {
    static let text = """
        version: 1
        name: A link
        boards: [{name: wrist, model: MetaMotion S}]
        faults: [{at: 1 s, link-loss: 8 s}]
        clients:
          - name: phone
            steps: [connect, {wait: 2 s}, {read: battery}]
        expect:
          - title: found
            within: 20 s
            connected: {exactly: 1}
          - title: still there
            within: 4 s
            state: {connected: true}
        duration: 20 s
        """

    private static func swept(
        _ text: String = text, sets: [String] = [], paths: [String] = []
    ) throws -> SweptScenario {
        try SweptScenario(
            Array(text.utf8), file: "t.yaml", sets: sets.map { try Replacement($0) },
            paths: paths.map { try #require(NodePath($0)) }, vocabulary: .firmware)
    }

    @Test func `a value is set by key, by place and by name, and a new key is added`() throws {
        let scenario = try Self.swept(
            sets: [
                "boards[wrist].model=MetaMotion R", "clients[0].steps[1].wait=5 s",
                "world.distance=3 m",
            ]
        ).scenario([])
        #expect(scenario.boards[0].model == .metaMotionR && scenario.world.distance.metres == 3)
    }

    @Test(arguments: [
        ("boards[3].model=MetaMotion R", "no `[3]`"), ("boards[ankle].model=x", "no `[ankle]`"),
        ("name.first=x", "has no key `first`"), ("world[0]=1", "it has no `[0]`"),
        ("boards[0].model=[", "is not a value"),
    ])
    func `a way that leads nowhere is explained`(set: String, words: String) {
        #expect {
            _ = try Self.swept(sets: [set]).scenario([])
        } throws: { error in
            "\(error)".contains(words)
        }
    }

    @Test(arguments: [
        (["boards[0].model=MetaMotion X"], "--set 'boards[0].model=MetaMotion X': "),
        (["boards[0]={name: wrist, model: X}"], "--set 'boards[0]={name: wrist, model: X}': "),
        (["boards[0].mode=X"], "--set 'boards[0].mode=X': unknown key `mode`"),
        (["name=x", "duration=soon"], "--set duration=soon: "),
        // What it breaks may be elsewhere.
        (["boards[0].name=ankle", "faults[0].board=wrist"], "--set 'faults[0].board=wrist': "),
        (
            ["clients[0].steps[2]={disconnect: {}, board: ankle}"],
            "--set 'clients[0].steps[2]={disconnect: {}, board: ankle}': "
        ),
    ])
    func `a wrong value is reported as that of its option`(sets: [String], words: String) throws {
        #expect {
            _ = try Self.swept(sets: sets).scenario([])
        } throws: { error in
            "\(error)".hasPrefix(words)
        }
    }

    @Test func `what a value breaks elsewhere has its place`() throws {
        let text = Self.text.replacing("connect, ", with: "connect: wrist, ")
        #expect {
            _ = try Self.swept(text, sets: ["boards[0].name=ankle"]).scenario([])
        } throws: { error in
            "\(error)".hasPrefix("--set 'boards[0].name=ankle': t.yaml:7:")
        }
    }

    @Test func `a row has the verdicts and figures of its world`() throws {
        let swept = try Self.swept(paths: ["faults[0].at"])
        let held = swept.row(.init(number: 4, seed: 7, values: ["15 s"]), options: RunOptions())
        #expect(held.outcome == .passed && held.expectations == "hh" && held.world == 4)
        #expect(held.figures["wrist: resets"] == 0)
        let failed = swept.row(.init(number: 5, seed: 7, values: ["1 s"]), options: RunOptions())
        #expect(failed.outcome == .failed && !failed.why.isEmpty)
        let refused = swept.row(.init(number: 6, seed: 7, values: ["1 m"]), options: RunOptions())
        #expect(refused.outcome == .invalid && refused.why.hasPrefix("--vary 'faults[0].at=1 m': "))
        // Equal worlds give equal rows, whatever was run between.
        #expect(
            swept.row(.init(number: 4, seed: 7, values: ["15 s"]), options: RunOptions()) == held)
    }

    @Test(arguments: [
        (
            ["boards[0].model", "boards[wrist].model"], [],
            "`boards[0].model` and `boards[wrist].model`"
        ),
        (["boards[0]", "boards[0].model"], [], "one of them is the other or a part of it"),
        (["faults[0].at", "faults"], [], "one of them is the other or a part of it"),
        (["boards[0].model"], ["boards[wrist].model=MetaMotion R"], "both set and varied"),
    ])
    func `one value has one key`(paths: [String], sets: [String], words: String) {
        #expect {
            _ = try Self.swept(sets: sets, paths: paths)
        } throws: { error in
            "\(error)".contains(words)
        }
    }

    @Test func `keys beside each other are varied, and parts of a set value`() throws {
        _ = try Self.swept(
            sets: ["boards[0]={name: wrist, model: MetaMotion R}"],
            paths: ["boards[0].model", "boards[0].address", "faults[0].at"])
    }

    // MARK: The file

    private static func file(_ worlds: [Int], seeds: String = "1..6") throws -> [UInt8] {
        let plan = try SweepPlan(
            seeds: SeedList(seeds), variations: [Variation("faults[0].at=1 s,15 s")], samples: nil)
        let swept = try swept(paths: ["faults[0].at"])
        let header = SweepHeader(
            tool: "1", file: "t.yaml", scenario: "A link", hash: "0", plan: plan, options: [],
            expectations: ["found", "still there"])
        var bytes = SweepFile.line(header) + [10]
        for world in worlds {
            bytes += SweepFile.line(swept.row(plan.world(world), options: RunOptions())) + [10]
        }
        return bytes
    }

    @Test func `merging does not depend on the order or the division`() throws {
        let whole = try SweepFile(reading: Self.file(Array(0..<12)), name: "whole")
        let parts = try [[1, 11, 3, 5, 7, 9], [8, 0, 2, 4, 6, 10]].map {
            ("part", try SweepFile(reading: Self.file($0), name: "part"))
        }
        let expected = try SweepFile.merged([("whole", whole)])
        for order in [parts, parts.reversed(), parts + [("whole", whole)]] {
            let merged = try SweepFile.merged(order)
            #expect(merged.header == expected.header && merged.rows == expected.rows)
        }
        let plan = try SweepPlan(
            seeds: SeedList("1..6"), variations: [Variation("faults[0].at=1 s,15 s")], samples: nil)
        let summary = SweepSummary(expected.header, expected.rows, plan: plan)
        #expect(summary.missing == 0 && summary.rate == FailureRate(6, of: 12))
        #expect(summary.worst?.world == 0 && !summary.isGreen)
        let map = try #require(summary.map)
        #expect(map.x.labels == ["1 s", "15 s"] && map.cells[0].map(\.failed) == [6, 0])
        let part = try SweepFile.merged([parts[0]])
        #expect(SweepSummary(part.header, part.rows, plan: plan).missing == 6)
    }

    /// A sweep of 60 worlds without their runs.
    private static func rows() throws -> (SweepHeader, SweepPlan, [SweepRow]) {
        let plan = try SweepPlan(
            seeds: SeedList("1..5"),
            variations: [Variation("a=1 m..40 m"), Variation("b=x,y,z")], samples: 60)
        let header = SweepHeader(
            tool: "1", file: "t.yaml", scenario: "A link", hash: "0", plan: plan, options: [],
            expectations: ["found"])
        let rows = (0..<60).map { number in
            let outcome: [SweepRow.Outcome] = [.passed, .failed, .passed, .invalid, .crashed]
            var row = SweepRow(plan.world(number), outcome[number % 5], why: "")
            row.expectations = row.outcome == .failed ? "f" : "h"
            row.figures = SweepFigures(["time": Double(number)])
            return row
        }
        return (header, plan, rows)
    }

    private static func file(_ header: SweepHeader, _ rows: some Sequence<SweepRow>) throws
        -> SweepFile
    {
        try SweepFile(
            reading: rows.reduce(SweepFile.line(header) + [10]) { $0 + SweepFile.line($1) + [10] },
            name: "part")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `any division in any order is merged to the same report`(seed: UInt64) throws {
        let (header, plan, rows) = try Self.rows()
        var random = RandomStream(seed: seed, purpose: "division")
        let count = 1 + Int(random.below(7))
        var parts = Array(repeating: [SweepRow](), count: count)
        for row in rows {
            // Some worlds are in several parts.
            for _ in 0...random.below(2) {
                let part = Int(random.below(UInt64(count)))
                let place = Int(random.below(UInt64(parts[part].count + 1)))
                parts[part].insert(row, at: place)
            }
        }
        let merged = try SweepFile.merged(try parts.map { ("part", try Self.file(header, $0)) })
        #expect(merged.header == header && merged.rows == rows)
        let summary = SweepSummary(header, merged.rows, plan: plan)
        #expect(summary.missingWords == nil && summary.rate == FailureRate(24, of: 48))
    }

    @Test func `parts that disagree about a world are not merged`() throws {
        let (header, _, rows) = try Self.rows()
        var other = rows[7]
        other.expectations = other.expectations == "f" ? "h" : "f"
        let parts = [try Self.file(header, rows), try Self.file(header, [other])]
        #expect {
            _ = try SweepFile.merged([("a", parts[0]), ("b", parts[1])])
        } throws: { "\($0)".contains("a and b disagree about world 7") }
    }

    @Test func `a value is one word for a shell`() {
        #expect(SweepHeader.quoted("a-b_c./=:9") == "a-b_c./=:9")
        #expect(SweepHeader.quoted("1 m") == "'1 m'")
        #expect(SweepHeader.quoted("it's") == #"'it'\''s'"#)
        #expect(SweepHeader.quoted("") == "''")
    }

    @Test func `what makes another sweep is said`() throws {
        let (header, _, _) = try Self.rows()
        func difference(_ change: (inout SweepHeader) -> Void) -> String? {
            var other = header
            change(&other)
            return other.difference(from: header)
        }
        #expect(difference { _ in } == nil)
        #expect(difference { $0.hash = "1" } == "the scenario was different")
        #expect(difference { $0.seeds = "1" } == "the seeds or samples were different")
        #expect(difference { $0.samples = 7 } == "the seeds or samples were different")
        #expect(difference { $0.variations = [] } == "the varied keys were different")
        #expect(difference { $0.options = ["--for 1s"] } == "the options were different")
        #expect(difference { $0.tool = "2" } == "the version of the program was different")
        #expect(
            difference { $0.file = "u.yaml" }
                == "the scenario's file was named `t.yaml` and `u.yaml`")
        #expect(
            difference { $0.files = ["m.csv": "1"] }
                == "`m.csv`, which the scenario reads, was different")
        #expect(
            difference { $0.expectations = [] }
                == "the scenario's name or its expectations were different")
    }

    @Test func `the passing world for shrinking is the one with most values in common`() throws {
        let (header, plan, rows) = try Self.rows()
        let summary = SweepSummary(header, rows, plan: plan)
        let worst = try #require(summary.worst)
        func distance(_ row: SweepRow) -> Int {
            zip(row.values, worst.values).count { $0 != $1 } * 2 + (row.seed == worst.seed ? 0 : 1)
        }
        let nearest = try #require(summary.passing(nearestTo: worst, expectation: 0))
        let passing = rows.filter { $0.outcome == .passed }
        #expect(nearest.outcome == .passed)
        #expect(distance(nearest) == passing.map(distance).min())
        #expect(
            nearest.world == passing.filter { distance($0) == distance(nearest) }.map(\.world).min()
        )
        #expect(summary.passing(nearestTo: worst, expectation: 1) == nil)
    }

    @Test func `the map has every world that was run, once`() throws {
        let (header, plan, rows) = try Self.rows()
        let summary = SweepSummary(header, rows, plan: plan)
        let cells = try #require(summary.map).cells.joined()
        #expect(cells.reduce(0) { $0 + $1.total } == summary.rate.total)
        #expect(cells.reduce(0) { $0 + $1.failed } == summary.rate.failed)
        #expect(summary.map?.x.labels.count == 12 && summary.map?.y.labels == ["x", "y", "z"])
        #expect(summary.figures[0].quantile(0) == 0 && summary.figures[0].quantile(1) == 59)
    }

    @Test func `which worlds are missing, and how they are run`() throws {
        let (header, plan, rows) = try Self.rows()
        func words(_ isThere: (Int) -> Bool) -> String? {
            SweepSummary(header, rows.filter { isThere($0.world) }, plan: plan).missingWords
        }
        #expect(words { _ in true } == nil)
        #expect(
            words { $0 != 7 }?.hasPrefix("world 7 is missing; name the file of every part") == true)
        #expect(
            words { $0 % 20 != 4 }
                == "3 worlds are missing: 4, 24, 44; run with --shard 5/20")
        #expect(
            words { $0 % 2 == 0 }?.hasSuffix("9, 11, 13, 15, …; run with --shard 2/2") == true)
        #expect(words { $0 < 58 }?.contains("--shard") == false)
        #expect(words { ![4, 24, 45].contains($0) }?.contains("--shard") == false)
    }

    @Test(arguments: [
        (#""world":3"#, #""world":99"#, "the sweep has 60 worlds and no world 99"),
        (#""world":3"#, #""world":-1"#, "no world -1"),
        (#""world":3"#, #""world":4"#, "world 4 of this sweep has another seed or other values"),
        (#""expectations":"h""#, #""expectations":"x""#, "`x` are not verdicts"),
        (#""outcome":"invalid""#, #""outcome":"maybe""#, "this is not a line of a sweep"),
    ])
    func `a damaged row is refused`(old: String, new: String, words: String) throws {
        let (header, _, rows) = try Self.rows()
        let line = String(decoding: SweepFile.line(rows[3]), as: UTF8.self)
        let damaged = line.replacing(old, with: new)
        #expect(damaged != line)
        let bytes = SweepFile.line(header) + [10] + Array(damaged.utf8) + [10]
        #expect {
            _ = try SweepFile(reading: bytes, name: "part")
        } throws: { error in
            "\(error)".hasPrefix("part:2: ") && "\(error)".contains(words)
        }
    }

    @Test func `a world with fewer values, or with two different rows, is refused`() throws {
        let (header, _, rows) = try Self.rows()
        var short = rows[3]
        short.values = []
        #expect(throws: SweepError.self) { try Self.file(header, [short]) }
        var other = rows[3]
        other.outcome = .passed
        #expect {
            _ = try Self.file(header, [rows[3], other])
        } throws: { error in
            "\(error)".contains("part:3: another row of world 3 is above, and differs")
        }
        var longer = header
        longer.worlds = 61
        #expect(throws: SweepError.self) { try Self.file(longer, rows) }
        var later = header
        later.version = 2
        #expect {
            _ = try Self.file(later, rows)
        } throws: { error in
            "\(error)".contains("part:1: this is version 2 of `boardsim sweep`")
        }
    }

    @Test func `a header that was cut off is a beginning, and another text is not`() throws {
        let (header, _, _) = try Self.rows()
        let line = SweepFile.line(header) + [10]
        #expect(
            [0, 1, 40, line.count].allSatisfy {
                JSONLines.isBeginning(Array(line.prefix($0)), of: SweepFile.line(header))
            })
        #expect(!JSONLines.isBeginning(Array("notes".utf8), of: SweepFile.line(header)))
    }

    @Test func `the command of a world has its own values last`() throws {
        let plan = try SweepPlan(
            seeds: SeedList("1..6"), variations: [Variation(" a.b = 1 s, 2 s")], samples: nil)
        var header = SweepHeader(
            tool: "1", file: "t.yaml", scenario: "", hash: "0", plan: plan,
            options: ["--set 'a={b: 9 s, c: 1}'", "--for 5s"], expectations: [])
        let row = SweepRow(plan.world(7), .failed, why: "")
        #expect(
            header.commandLine(of: row)
                == "boardsim run t.yaml --seed 2 --set 'a={b: 9 s, c: 1}' --for 5s --set 'a.b=2 s'")
        header.options = ["--client 'pytest -x'", "--radio bluez-bus"]
        #expect(
            header.commandLine(of: row)
                == "boardsim sweep t.yaml --seeds 2 --client 'pytest -x' --radio bluez-bus --set 'a.b=2 s'"
        )
    }

    @Test(arguments: [
        (["a.csv": "1", "b.csv": "2"], nil), (["a.csv": "1", "b.csv": "3"], "b.csv"),
        (["b.csv": "2"], "a.csv"), (["a.csv": "1", "b.csv": "2", "c.csv": "4"], "c.csv"),
        ([:], "a.csv"),
    ])
    func `a file that has changed is another sweep`(files: [String: String], name: String?) throws {
        let (_, plan, _) = try Self.rows()
        func header(_ files: [String: String]) -> SweepHeader {
            SweepHeader(
                tool: "1", file: "t.yaml", scenario: "", hash: "0", files: files, plan: plan,
                options: [], expectations: [])
        }
        let first = header(["a.csv": "1", "b.csv": "2"])
        #expect(
            header(files).difference(from: first)
                == name.map { "`\($0)`, which the scenario reads, was different" })
        let read = try Self.file(first, []).header
        #expect(read == first)
    }

    @Test(arguments: [([1, 2, 3, 4, 5], [1, 1, 1, 2]), ([5, 5], [2]), ([0, 10], [1, 0, 0, 1])])
    func `a histogram has every world once`(values: [Double], counts: [Int]) {
        let figure = SweepSummary.Figure(name: "", values: values)
        #expect(figure.histogram(parts: 4) == counts)
    }

    @Test func `parts of different sweeps are refused`() throws {
        let one = try SweepFile(reading: Self.file([0]), name: "one")
        let other = try SweepFile(reading: Self.file([0], seeds: "1..7"), name: "other")
        #expect(throws: SweepError.self) { try SweepFile.merged([("one", one), ("other", other)]) }
    }

    @Test func `a line that was cut off is left out, and a foreign line refused`() throws {
        let bytes = try Self.file([0, 1, 2])
        let cut = try SweepFile(reading: Array(bytes.dropLast(5)), name: "cut")
        #expect(cut.rows.keys.sorted() == [0, 1] && cut.length < bytes.count - 5)
        #expect(bytes[..<cut.length].last == 10)
        #expect(throws: SweepError.self) {
            try SweepFile(reading: bytes + Array("{}\n".utf8), name: "foreign")
        }
        #expect(throws: SweepError.self) { try SweepFile(reading: [], name: "empty") }
        #expect(throws: SweepError.self) { try SweepFile(reading: Array("x\n".utf8), name: "text") }
    }

    @Test func `a tree as text reads as the same tree`() throws {
        let text = """
            version: 1
            name: "a: b, c # d"
            list: [1, {a: "x, y", b: [true, '12']}, "", "- x"]
            plain: MetaMotion S
            """
        let node = try Node(parsing: text)
        let again = try Node(parsing: node.yaml)
        #expect(again.yaml == node.yaml && again.flow == node.flow)
        guard case .mapping(let entries) = again.content else { return }
        #expect(entries.map(\.name) == ["version", "name", "list", "plain"])
    }
}
