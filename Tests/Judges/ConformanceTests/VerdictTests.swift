import Conformance
import Testing

@Suite struct VerdictTests {
    @Test func verdictsHaveTheWordsOfTheField() {
        #expect(Verdict.allCases.map(\.rawValue) == ["PASS", "FAIL", "INCONC", "SKIP"])
    }
}
