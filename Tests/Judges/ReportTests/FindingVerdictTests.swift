import ClientJudge
import Testing

@testable import Report

/// What a report says of a client that breaks rules, some of them with leave.
@Suite struct FindingVerdictTests {
    private static func finding(_ rule: String, on board: String, count: Int = 1) throws -> Finding
    {
        var finding = Finding.blank(try #require(RuleTable.rule(rule)))
        finding.board = board
        finding.count = count
        return finding
    }

    /// An error on board a that is waived and one on board b that is not, a warning and a note.
    private static func report(waiving board: String? = "a", since json: String? = nil) throws
        -> ClientReport
    {
        let findings = try [
            finding("MW-SENS-01", on: "a"), finding("MW-SENS-01", on: "b", count: 3),
            finding("MW-SUB-04", on: "b"), finding("MW-SENS-03", on: "b"),
        ]
        let assessment = Assessment(
            findings,
            waivers: [
                Waiver(rule: "MW-SENS-01", board: board, reason: "next release", expires: .last)
            ])
        return ClientReport(
            assessment, scoreCards: [], file: "f.yaml", places: [],
            comparison: try json.map {
                FindingComparison(assessment, since: try FindingBaseline(reading: Array($0.utf8)))
            })
    }

    @Test func `what is waived is counted apart`() throws {
        #expect(
            try Self.report().verdict
                == "The client violates the protocol: 1 error, 1 warning, 1 note, 1 waived.")
        let all = try Self.report(waiving: nil)
        #expect(all.verdict == "The client may fail on a real board: 1 warning, 1 note, 2 waived.")
        #expect(all.passed)
        #expect(try !Self.report().passed)
        let none = ClientReport(Assessment([]), scoreCards: [], file: "f.yaml", places: [])
        #expect(none.verdict == "The client follows the rules: 0 warnings, 0 notes.")
    }

    @Test func `a strict report fails by a warning`() throws {
        var all = try Self.report(waiving: nil)
        all.isStrict = true
        #expect(!all.passed)
        #expect(all.outcome(try #require(RuleTable.rule("MW-SUB-04"))) == .broken)
        #expect(all.outcome(try #require(RuleTable.rule("MW-SENS-03"))) == .remarked)
        var none = ClientReport(Assessment([]), scoreCards: [], file: "f.yaml", places: [])
        none.isStrict = true
        #expect(none.passed)
    }

    @Test func `a rule is waived when all that breaks it is`() throws {
        let error = try #require(RuleTable.rule("MW-SENS-01"))
        #expect(try Self.report().outcome(error) == .broken)
        #expect(try Self.report(waiving: nil).outcome(error) == .waived("waived: next release"))
        let warning = try #require(RuleTable.rule("MW-SUB-04"))
        #expect(try Self.report().outcome(warning) == .remarked)
        #expect(try Self.report().outcome(try #require(RuleTable.rule("MW-LED-01"))) == .kept)
    }

    @Test func `what was waived before and is open now is new`() throws {
        let json = """
            {"format": "boardsim report", "client": {"findings": [
              {"key": "MW-SUB-04 b - -"}, {"key": "MW-LED-01 b - -"},
              {"key": "MW-SENS-01 b - -", "waiver": {}}]}}
            """
        let comparison = try #require(try Self.report(since: json).comparison)
        #expect(comparison.regressions == ["MW-SENS-01 b - -", "MW-SENS-03 b - -"])
        #expect(comparison.progressions == ["MW-LED-01 b - -"])
    }

    @Test func `a finding that came again says how often`() throws {
        let text = FindingsText.text(try Self.report())
        #expect(text.contains("b, 0.000 s and 2 more times until 0.000 s"), "\(text)")
        #expect(text.contains("waived until 9999-12-31: next release"))
    }
}
