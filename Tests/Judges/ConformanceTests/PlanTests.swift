import Conformance
import Declaration
import ScenarioFile
import Testing

@Suite struct PlanTests {
    static let cases = """
          - {id: MW/HAP/A1/BV-01-C, title: a, source: s 1 (x), needs: {modules: [haptic]}, steps: [{wait: 1 s}]}
          - {id: MW/HUM/A1/BV-01-C, title: b, source: s 1 (x), needs: {modules: [humidity]}, steps: [{wait: 1 s}]}
          - {id: MW/HUM/A2/BI-01-C, title: c, source: s 1 (x), needs: {absent: [humidity]}, steps: [{wait: 1 s}]}
        """

    private func plan(
        _ models: [BoardModel], filters: [String] = [], shard: Shard? = nil
    ) throws -> [String] {
        let plan = SuitePlan(
            try suite(Self.cases), boards: models.map(BoardFacts.init), filters: filters,
            shard: shard)
        return plan.items.map { "\($0.place) \($0.entry.item.title) \($0.board.model)" }
    }

    @Test func `a case runs on every board that it applies to`() throws {
        #expect(
            try plan([.metaMotionS, .metaEnvironment]) == [
                "0 a MetaMotion S", "1 a MetaEnvironment", "2 b MetaEnvironment",
                "3 c MetaMotion S",
            ])
    }

    @Test func `a case that applies to no board appears once, with the reason`() throws {
        let plan = SuitePlan(try suite(Self.cases), boards: [BoardFacts(.metaMotionS)])
        #expect(plan.items.map(\.lack) == [nil, "no humidity module", nil])
    }

    @Test(arguments: [
        ("implementation: 1", ["MetaMotion R"]),
        ("implementations: [1, 3]", ["MetaMotion R", "MetaEnvironment"]),
        ("implementations: [0, 4]", ["MetaMotion S", "MetaWear R"]),
        ("implementations: [0, 3], revision: 2", []),
        ("implementations: []", ["MetaMotion R", "MetaEnvironment", "MetaMotion S", "MetaWear R"]),
    ])
    func `a module may be of one of several kinds`(_ need: String, _ models: [String]) throws {
        let text = """
              - id: MW/ACC/A1/BV-01-C
                title: a
                source: s 1 (x)
                needs: {modules: [{module: accelerometer, \(need)}]}
                steps: [{wait: 1 s}]
            """
        let boards: [BoardModel] = [.metaMotionR, .metaEnvironment, .metaMotionS, .metaWearR]
        let plan = SuitePlan(try suite(text), boards: boards.map(BoardFacts.init))
        #expect(plan.items.filter { $0.lack == nil }.map(\.board.model) == models)
    }

    @Test func `a cap has no part in the cases of boards`() throws {
        #expect(try plan([.triki]) == [])
    }

    @Test func `parts of a plan are the whole`() throws {
        let whole = try plan([.metaMotionS, .metaEnvironment])
        let parts = try (1...3).flatMap {
            try plan([.metaMotionS, .metaEnvironment], shard: try Shard($0, of: 3))
        }
        #expect(parts.sorted() == whole)
    }

    @Test(arguments: [
        ("MW/HUM", "MW/HUM/A1/BV-01-C", true), ("MW/HU", "MW/HUM/A1/BV-01-C", false),
        ("MW/HUM/", "MW/HUM/A1/BV-01-C", true), ("MW/HU/", "MW/HUM/A1/BV-01-C", false),
        ("*/BV-*", "MW/HUM/A1/BV-01-C", true), ("*/BI-*", "MW/HUM/A1/BV-01-C", false),
        ("MW/*/A1/*", "MW/HUM/A1/BV-01-C", true), ("*", "MW/HUM/A1/BV-01-C", true),
        ("*-C", "MW/HUM/A1/BV-01-C", true), ("MW/HUM/A1/BV-01-C", "MW/HUM/A1/BV-01-C", true),
    ])
    func `a filter is a pattern of ids`(_ pattern: String, _ id: String, _ fits: Bool) {
        #expect(Glob.matches(pattern, id) == fits)
    }
}
