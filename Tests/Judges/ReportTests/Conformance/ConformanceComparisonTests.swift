import Conformance
import Testing

@testable import Report

@Suite struct ConformanceComparisonTests {
    private static let rows: [(old: Verdict?, new: Verdict?, ConformanceComparison.Kind?)] = [
        (.pass, .pass, nil), (.fail, .fail, nil), (.pass, .fail, .regression),
        (.pass, .inconclusive, .regression), (.pass, .skipped, .regression),
        (.skipped, .fail, .regression), (.skipped, .inconclusive, .regression),
        (.fail, .pass, .progression), (.inconclusive, .pass, .progression),
        (.skipped, .pass, .progression), (.fail, .inconclusive, .change),
        (.fail, .skipped, .change), (.inconclusive, .fail, .change), (nil, .fail, .new),
        (nil, .pass, .new), (.fail, nil, .gone),
        // In the same suite: it was there to be run.
        (.pass, nil, .regression),
    ]

    @Test(arguments: rows) func `what a changed verdict means`(
        old: Verdict?, new: Verdict?, kind: ConformanceComparison.Kind?
    ) {
        func report(_ verdict: Verdict?) -> ConformanceReport {
            SampleConformance.small { report in
                if let verdict {
                    report.results[1].verdict = verdict
                } else {
                    report.results.remove(at: 1)
                }
            }
        }
        let comparison = ConformanceComparison(report(old), report(new))
        #expect(comparison.entries.map(\.kind) == (kind.map { [$0] } ?? []))
        #expect(comparison.unchanged == (kind == nil ? 5 : 4))
    }

    @Test func `a later firmware is compared by case`() {
        func report(_ firmware: String, _ verdict: Verdict) -> ConformanceReport {
            SampleConformance.small { report in
                report.boards = [report.boards[0]]
                report.results = [SampleConformance.failure]
                report.boards[0].name = firmware
                report.results[0].board = firmware
                report.results[0].verdict = verdict
            }
        }
        let comparison = ConformanceComparison(report("1.7.2", .pass), report("1.7.3", .fail))
        #expect(comparison.count(.regression) == 1)
        #expect(comparison.notes == ["another boards: 1.7.2, now 1.7.3"])
    }

    @Test func `so are several products`() {
        let new = SampleConformance.small { report in
            report.boards[0].name = "MetaMotion S 1.7.4"
            for i in 0..<3 { report.results[i].board = "MetaMotion S 1.7.4" }
            report.results[0].verdict = .fail
        }
        let comparison = ConformanceComparison(SampleConformance.small(), new)
        #expect(comparison.entries.map(\.kind) == [.regression] && comparison.unchanged == 4)
    }

    @Test func `two boards of one product are distinguished`() {
        let two = SampleConformance.small { $0.boards[1].model = "MetaMotion S" }
        #expect(ConformanceComparison(two, two).unchanged == 5)
        let turned = SampleConformance.small { report in
            report.boards[1].model = "MetaMotion S"
            report.results[0].board = "Triki 1.2"
        }
        #expect(ConformanceComparison(two, turned).entries.map(\.kind) == [.new, .regression])
    }

    @Test func `of another suite, what is gone is no regression`() {
        let comparison = ConformanceComparison(
            SampleConformance.small(),
            SampleConformance.small {
                $0.results.removeFirst()
                $0.suiteHash = "x"
            })
        #expect(comparison.entries.map(\.kind) == [.gone])
    }

    @Test func `as a person reads it`() {
        let comparison = ConformanceComparison(
            SampleConformance.small { $0.results[1].verdict = .pass },
            SampleConformance.small {
                $0.results[4].verdict = .pass
                $0.seed = 8
            })
        #expect(
            comparison.text() == """
                Regressions
                  MW/ACC/DATA/BV-01-C  MetaMotion S 1.7.3  PASS → FAIL  z is 1.2 g, wanted 0.95 to 1.05

                Progressions
                  TRIKI/STREAM/DATA/BI-01-C  Triki 1.2  INCONC → PASS  no connection within 5 s

                another seed: 7, now 8

                1 regression, 1 progression, 3 alike

                """)
    }
}
