import Conformance
import Declaration
import ScenarioFile

/// A suite of one file in a test.
func suite(_ cases: String, head: String = "") throws -> ConformanceSuite {
    let text = "version: 1\nabout: a test\n\(head)cases:\n\(cases)"
    return try ConformanceSuite([("t", Array(text.utf8))])
}

/// What came of one case with these steps on a MetaMotion S.
func judge(
    _ steps: String, more: String = "", head: String = "", on model: BoardModel = .metaMotionS
) throws -> CaseResult {
    let suite = try suite(
        """
          - id: MW/TST/STEP/BV-01-C
            title: a test
            source: core 1 (spec)
        \(more)    steps:
        \(steps)
        """, head: head)
    let target = ModelTarget([model])
    let run = SuiteRun(SuitePlan(suite, boards: target.boards), on: target)
    guard let result = run.step() else { throw NoResult() }
    return result
}

struct NoResult: Error {}
