import Conformance
import Testing

@Suite struct ConformanceReportTests {
    private static let verdicts: [([Verdict], Bool)] = [
        ([], false), ([.skipped], false), ([.pass], true), ([.pass, .skipped], true),
        ([.pass, .fail], false), ([.pass, .inconclusive], false),
    ]

    @Test(arguments: verdicts) func `green is what passed something and failed nothing`(
        verdicts: [Verdict], isGreen: Bool
    ) {
        let results = verdicts.enumerated().map { place, verdict in
            CaseResult(
                place: place, id: "MW/ACC/DATA/BV-01-C", title: "", source: "", file: "", line: 1,
                board: "", verdict: verdict)
        }
        let report = ConformanceReport(
            tool: "1", seed: 1, target: "model", suiteHash: "", results: results)
        #expect(report.isGreen == isGreen)
        #expect(report.planned == verdicts.count)
    }

    @Test(arguments: [1, 2, 3, 7, 23, 40]) func `a part knows how many results it is to have`(
        count: Int
    ) throws {
        var sum = 0
        for index in 1...count {
            let shard = try Shard(index, of: count)
            let report = ConformanceReport(
                tool: "1", seed: 1, target: "model", suiteHash: "", planned: 23, shard: shard)
            #expect(report.expected == (0..<23).count { shard.contains(place: $0) })
            #expect(report.isComplete == (report.expected == 0))
            // A part without a case is as it should be.
            #expect(report.isGreen == report.isComplete)
            sum += report.expected
        }
        #expect(sum == 23)
    }

    @Test(arguments: [
        (Int.max, 1, 2, Int.max / 2 + 1), (.max, 1, 1, .max),
        (.max, 1_000_000, 1_000_000, .max / 1_000_000),
        (.min, 1, 2, 0), (0, 1, 1, 0),
    ])
    func `a part of whatever a file plans for is reckoned`(
        planned: Int, index: Int, count: Int, wanted: Int
    ) throws {
        let report = ConformanceReport(
            tool: "1", seed: 1, target: "model", suiteHash: "", planned: planned,
            shard: try Shard(index, of: count))
        #expect(report.expected == wanted)
    }

    @Test func `a run that was cut short is not green`() {
        let result = CaseResult(
            place: 0, id: "a", title: "", source: "", file: "", line: 1, board: "", verdict: .pass)
        let report = ConformanceReport(
            tool: "1", seed: 1, target: "model", suiteHash: "", planned: 2, results: [result])
        #expect(!report.isComplete && !report.isGreen)
    }

    @Test(arguments: [
        ("MW/ACC/DATA/BV-01-C", "MW/ACC"), ("TRIKI/STREAM/BI-02-C", "TRIKI/STREAM"),
        ("MW/X", "MW/X"), ("", ""),
    ])
    func `a case belongs to what its id begins with`(id: String, group: String) {
        let result = CaseResult(
            place: 0, id: id, title: "", source: "", file: "", line: 1, board: "", verdict: .pass)
        #expect(result.group == group)
    }

    @Test func `a number is in its band or not`() {
        let rows: [(Double, Double?, Double?, Bool)] = [
            (1, nil, nil, true), (1, 1, 1, true), (1, 1.5, nil, false), (1, nil, 0.5, false),
            (.nan, nil, nil, false), (.infinity, 0, nil, true), (.infinity, nil, 9, false),
        ]
        for (value, low, high, held) in rows {
            let check = NumericCheck(name: "", seconds: 0, value: value, low: low, high: high)
            #expect(check.held == held, "\(value)")
        }
    }
}
