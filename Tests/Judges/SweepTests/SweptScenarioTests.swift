import Declaration
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

    @Test func `a wrong value is reported at its place in the file`() throws {
        #expect {
            _ = try Self.swept(sets: ["boards[0].model=MetaMotion X"]).scenario([])
        } throws: { error in
            "\(error)".contains("t.yaml:3:31: error:")
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
        #expect(refused.outcome == .invalid && refused.why.contains("t.yaml:4"))
        // Equal worlds give equal rows, whatever was run between.
        #expect(
            swept.row(.init(number: 4, seed: 7, values: ["15 s"]), options: RunOptions()) == held)
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

    // MARK: Shrinking

    private static let flawed = """
        version: 1
        name: flawed
        boards: [{name: a, model: MetaMotion S}, {name: b, model: MetaMotion R}]
        faults: [{at: 1 s, reset: {}}, {at: 20076 ms, link-loss: 8 s}, {at: 30 s, reset: {}}]
        clients: [{name: phone, steps: [connect, {wait: 3 s}, stop-log, {wait: 40 ms}, download]}]
        expect: [{title: x, within: 1 s}, {title: y, within: 80 s}]
        """

    /// Fails if the log is stopped and the link drops soon after; without a download it always fails.
    private static func judge(_ tree: Node) -> RunResult? {
        func text(_ path: String) -> String? { NodePath(path).flatMap { tree[path: $0]?.flow } }
        guard let steps = text("clients[phone].steps"), text("boards[a].model") != nil,
            let faults = text("faults"), steps.contains("connect")
        else { return nil }
        let drop = faults.split(separator: "at: ").first { $0.contains("link-loss") }
            .flatMap { Amount(String($0.prefix { $0 != "," })) }
        let isSoon = drop.map { $0.value < 20_100 } ?? false
        let isWrong = !steps.contains("download") || isSoon && steps.contains("stop-log")
        var result = RunResult(
            scenario: "", file: "", scenarioHash: "", seed: 1, duration: .zero, ending: .finished)
        guard case .sequence(let all)? = NodePath("expect").flatMap({ tree[path: $0] })?.content
        else { return nil }
        result.expectations = all.map { _ in
            ExpectationResult(
                title: "", line: 1, verdict: isWrong ? .failed : .held, decided: .zero,
                deadline: .zero, detail: "")
        }
        return result
    }

    @Test func `what the failure does not need goes, and what everything needs stays`() throws {
        let root = try Node(parsing: Self.flawed)
        let vary = try Variation("faults[1].at=20075 ms..21075 ms")
        let passing = try root.setting(vary.path, to: Node(parsing: "20900 ms"))
        let shrinking = Shrinking(failing: 1, passing: 1, variations: [vary]) { tree, _ in
            Self.judge(tree)
        }
        let least = try #require(shrinking.shrink(root, passing: passing, expectation: 1))
        #expect(
            least[path: try #require(NodePath("faults"))]?.flow
                == "[{at: 20076 ms, link-loss: 1 s}]")
        #expect(
            least[path: try #require(NodePath("clients[0].steps"))]?.flow
                == "[connect, stop-log, download]")
        #expect(least[path: try #require(NodePath("boards[1]"))] == nil)
        #expect(least.yaml.split(separator: "\n").count <= 10)
        #expect(shrinking.runs < 500)
    }

    @Test func `without a world that passes the failure alone is kept`() throws {
        let root = try Node(parsing: Self.flawed)
        let shrinking = Shrinking(failing: 1, passing: 1, variations: []) { tree, _ in
            Self.judge(tree)
        }
        let least = try #require(shrinking.shrink(root, passing: nil, expectation: 1))
        #expect(!least.yaml.contains("download"))
        #expect(
            shrinking.shrink(try Node(parsing: "version: 1"), passing: nil, expectation: 0) == nil)
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
