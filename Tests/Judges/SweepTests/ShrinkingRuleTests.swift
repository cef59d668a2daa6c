import Declaration
import ScenarioRun
import Simulation
import Testing
import YAML

@testable import ScriptedClient
@testable import Sweep

/// What shrinking must not do, each with a flaw that is made for it.
@Suite struct ShrinkingRuleTests {
    /// The run of a world: its only expectation, and the step that failed.
    private static func run(
        _ verdict: ExpectationResult.Verdict, step: String? = nil
    ) -> RunResult {
        var result = RunResult(
            scenario: "", file: "", scenarioHash: "", seed: 1, duration: .zero, ending: .finished)
        result.expectations = [
            ExpectationResult(
                title: "", line: 1, verdict: verdict, decided: .zero, deadline: .zero, detail: "")
        ]
        if let step {
            result.clients = [
                ClientResult(
                    name: "", steps: [StepResult(title: step, line: 1, outcome: .failed("no"))])
            ]
        }
        return result
    }

    private static let text = """
        version: 1
        faults: [{at: 1 s, reset: {}}, {at: 20076 ms, link-loss: 8 s}, {at: 30 s, power: off}]
        clients: [{steps: [connect, rest, read]}]
        expect: [{title: x}]
        """

    /// The smallest scenario.
    ///
    /// - Parameters:
    ///   - judge: of the tree as text and of the seed: 1 fails, 2 passes.
    ///   - hasPassing: whether a passing world is given.
    ///   - passing: it, if it is another one.
    private static func least(
        _ text: String = Self.text, vary: [String] = [], hasPassing: Bool = true,
        passing: String? = nil, _ judge: @escaping (String, UInt64) -> RunResult?
    ) throws -> String {
        let root = try Node(parsing: text)
        let other = try passing.map { try Node(parsing: $0) } ?? root
        let shrinking = Shrinking(
            failing: 1, passing: 2, variations: try vary.map { try Variation($0) }
        ) { tree, seed in judge(tree.yaml, seed) }
        return try #require(
            shrinking.shrink(root, passing: hasPassing ? other : nil, expectation: 0)
        ).yaml
    }

    @Test func `a varied value stays in its range, also after items before it have gone`() throws {
        let least = try Self.least(vary: ["faults[1].at=20075 ms..21075 ms"]) { text, seed in
            guard text.contains("link-loss"), text.contains("at:") else { return nil }
            return Self.run(seed == 1 ? .failed : .held)
        }
        #expect(least.contains("at: 20076 ms") && !least.contains("reset"), "\(least)")
    }

    @Test func `the passing world keeps its own value of a varied key`() throws {
        func text(_ distance: String) -> String {
            "version: 1\nworld: {distance: \(distance)}\nexpect: [{title: x}]\n"
        }
        let least = try Self.least(
            text("37 m"), vary: ["world.distance=2 m..40 m"], passing: text("2 m")
        ) { text, seed in
            guard text.contains("distance") else { return nil }
            if seed == 1 { return Self.run(.failed) }
            return Self.run(text.contains("distance: 2 m") ? .held : .failed)
        }
        #expect(!least.contains("37 m"), "\(least)")
    }

    @Test func `the expectation stays, whatever fails`() throws {
        let least = try Self.least { _, seed in Self.run(seed == 1 ? .failed : .held) }
        #expect(least.contains("expect") && least.contains("version"), "\(least)")
    }

    @Test(arguments: [
        ("1 min", ["6 s", "30 s"]), ("1 h", ["6 min", "30 min"]), ("1 d", ["2 h", "12 h"]),
        ("1 s", ["100 ms", "500 ms"]), ("1 km", ["100 m", "500 m"]), ("1 m", ["10 cm", "50 cm"]),
        ("1 g", ["100 mg", "500 mg"]), ("1 ms", []),
    ])
    func `what is one of a unit becomes a part of it in a smaller one`(
        text: String, simpler: [String]
    ) {
        #expect(Shrinking.simpler(text) == simpler)
    }

    @Test func `what takes the place of a varied item is not varied`() throws {
        let least = try Self.least(vary: ["faults[1].at=20075 ms..21075 ms"]) { text, seed in
            guard text.contains("power"), text.contains("at:") else { return nil }
            return Self.run(seed == 1 ? .failed : .held)
        }
        #expect(!least.contains("link-loss") && !least.contains("30 s"), "\(least)")
    }

    @Test func `a world that fails in another step is another failure`() throws {
        let least = try Self.least { text, seed in
            guard seed == 1 else { return Self.run(.held) }
            return Self.run(.failed, step: text.contains("connect") ? "read battery" : "scan")
        }
        #expect(least.contains("connect") && !least.contains("rest"), "\(least)")
    }

    @Test func `a passing world goes on passing, without a failed step`() throws {
        let held = try Self.least { text, seed in
            Self.run(seed == 1 || !text.contains("rest") ? .failed : .held)
        }
        #expect(held.contains("rest") && !held.contains("connect"), "\(held)")
        let step = try Self.least { text, seed in
            seed == 1
                ? Self.run(.failed) : Self.run(.held, step: text.contains("rest") ? nil : "read")
        }
        #expect(step.contains("rest") && !step.contains("connect"), "\(step)")
    }

    @Test func `what is undecided has not failed`() throws {
        let least = try Self.least { text, seed in
            Self.run(seed == 2 ? .held : text.contains("rest") ? .failed : .undecided)
        }
        #expect(least.contains("rest") && !least.contains("connect"), "\(least)")
    }

    @Test func `a world that is said to pass and does not is left out`() throws {
        let least = try Self.least { text, _ in Self.run(.failed) }
        #expect(!least.contains("rest"), "\(least)")
    }

    @Test func `the small scenario has its expectation and the seed of the failing world`() throws {
        let root = try Node(
            parsing: """
                version: 1
                name: much
                expect: [{title: x, within: 9 s}, {title: y, within: 9 s}]
                """)
        var calls = 0
        let counted = Shrinking(failing: 7, passing: 9, variations: []) { tree, seed in
            calls += 1
            let result = Self.run(seed == 7 ? .failed : .held)
            let text = tree.yaml
            // The seed matters, wherever it stands.
            guard seed == 9 || !text.contains("seed:") || text.contains("seed: 7") else {
                return nil
            }
            return text.contains("y") ? result : nil
        }
        let least = try #require(counted.shrink(root, passing: root, expectation: 1))
        #expect(least[path: try #require(NodePath("seed"))]?.flow == "7")
        #expect(least[path: try #require(NodePath("expect"))]?.flow.contains("y") == true)
        #expect(!least.yaml.contains("title: x") && !least.yaml.contains("name"))
        #expect(counted.runs == calls)
    }

    @Test func `a shrinking that is stopped ends at once`() throws {
        let root = try Node(parsing: Self.text)
        var calls = 0
        let shrinking = Shrinking(failing: 1, passing: 2, variations: []) { _, _ in
            calls += 1
            return calls > 3 ? nil : Self.run(.failed)
        }
        shrinking.isStopped = { calls >= 6 }
        #expect(shrinking.shrink(root, passing: nil, expectation: 0) != nil)
        #expect(calls == 6)
    }
}
