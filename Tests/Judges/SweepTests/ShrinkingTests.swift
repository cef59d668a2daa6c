import Declaration
import ScenarioRun
import Simulation
import Testing
import YAML

@testable import Sweep

/// The smallest scenario in which an expectation still fails.
@Suite struct ShrinkingTests {
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
                == "[{at: 20076 ms, link-loss: 1 ms}]")
        #expect(
            least[path: try #require(NodePath("clients[0].steps"))]?.flow
                == "[connect, stop-log, download]")
        #expect(least[path: try #require(NodePath("boards[1]"))] == nil)
        #expect(least.yaml.split(separator: "\n").count <= 10)
        #expect(shrinking.runs < 500)
    }

    @Test func `steps that need each other go together`() throws {
        // Board a can go only when neither of the steps about it is left, and neither can go alone.
        let root = try Node(
            parsing: """
                version: 1
                boards: [{name: a}, {name: b}]
                clients: [{steps: [scan, to-a, read-a, to-b, read-b]}]
                expect: [{title: x}]
                """)
        let shrinking = Shrinking(failing: 1, passing: 1, variations: []) { tree, _ in
            guard let steps = NodePath("clients[0].steps").flatMap({ tree[path: $0]?.flow }),
                steps.contains("to-a") == steps.contains("read-a"),
                steps.contains("to-b, read-b"),
                !steps.contains("-a") || NodePath("boards[a]").flatMap({ tree[path: $0] }) != nil
            else { return nil }
            return Self.failed
        }
        let least = try #require(shrinking.shrink(root, passing: nil, expectation: 0))
        #expect(
            least[path: try #require(NodePath("clients[0].steps"))]?.flow == "[to-b, read-b]")
        #expect(!least.yaml.contains("name: a"))
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

    @Test(arguments: [
        ("10 s", ["1 s", "5 s"]), ("100 ms", ["10 ms", "50 ms"]), ("10", ["1", "5"]),
        ("1 s", ["100 ms", "500 ms"]), ("1 h", ["6 min", "30 min"]), ("1 m", ["10 cm", "50 cm"]),
        ("8 s", ["4 s"]), ("20076 ms", ["10000 ms", "20000 ms", "2000 ms"]),
        ("-10 dBm", ["-1 dBm", "-5 dBm"]), ("1 ms", []), ("1", []), ("0 s", []),
        ("MetaMotion S", []),
    ])
    func `a number becomes rounder or smaller`(text: String, simpler: [String]) {
        #expect(Shrinking.simpler(text) == simpler)
    }

    @Test(arguments: ["9999 s", "1 h", "400 d", "123456.789 ms", "0.1 s", "-1 km", "7.5 ms"])
    func `simpler numbers come to an end`(text: String) {
        var depths: [String: Int] = [:]
        var open: Set<String> = []
        // The longest way to a number that has no simpler one.
        func depth(_ text: String) -> Int {
            if let known = depths[text] { return known }
            guard open.insert(text).inserted else {
                Issue.record("\(text) leads to itself")
                return 0
            }
            defer { open.remove(text) }
            let result = 1 + (Shrinking.simpler(text).map(depth).max() ?? 0)
            depths[text] = result
            return result
        }
        #expect(depth(text) < 50)
    }

    @Test func `a wait shrinks to what the failure needs`() throws {
        let root = try Node(
            parsing: """
                version: 1
                clients: [{steps: [{wait: 10 s}]}]
                expect: [{title: x}]
                """)
        let shrinking = Shrinking(failing: 1, passing: 1, variations: []) { tree, _ in
            let wait = NodePath("clients[0].steps[0].wait").flatMap { tree[path: $0]?.flow }
            let seconds = ["ms": 1e-3, "s": 1]
            guard let amount = wait.flatMap({ Amount($0) }), let size = seconds[amount.unit],
                amount.value * size >= 0.04
            else { return nil }
            return Self.failed
        }
        let least = try #require(shrinking.shrink(root, passing: nil, expectation: 0))
        #expect(least.yaml.contains("{wait: 50 ms}"), "\(least.yaml)")
    }

    /// A run whose only expectation failed.
    private static var failed: RunResult {
        var result = RunResult(
            scenario: "", file: "", scenarioHash: "", seed: 1, duration: .zero, ending: .finished)
        result.expectations = [
            ExpectationResult(
                title: "", line: 1, verdict: .failed, decided: .zero, deadline: .zero, detail: "")
        ]
        return result
    }
}
