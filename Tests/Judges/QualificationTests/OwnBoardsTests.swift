import Checkout
import ScenarioFile
import Testing

@testable import Qualification

/// Our own boards do what docs/protocol/real-boards-2026.md says of them.
@Suite struct OwnBoardsTests {
    /// Rows that are not confirmed: not adopted by the model, or not about this board.
    private static let others: [BoardModel: [Int: RowVerdict]] = [
        .metaMotionS: [
            // Not adopted, or a quirk.
            5: .contradicted, 24: .contradicted, 129: .contradicted, 131: .contradicted,
            162: .contradicted,
            // Its packed register feeds loggers that nobody subscribed.
            17: .contradicted,
            // It may be so, and is not on our boards.
            6: .open, 22: .open,
            // Our air carries them in several connection events.
            160: .open,
            // About other boards.
            91: .open, 124: .open,
        ],
        .metaMotionRL: [
            5: .contradicted, 24: .contradicted, 131: .contradicted, 162: .contradicted,
            91: .contradicted,
            30: .contradicted,
            6: .open, 22: .open, 129: .open,
            1: .open, 2: .open, 3: .open, 10: .open, 11: .open, 12: .open, 40: .open, 93: .open,
            160: .open,
            164: .open,
        ],
        .metaMotionR: [
            5: .contradicted, 24: .contradicted, 129: .contradicted, 131: .contradicted,
            162: .contradicted,
            30: .contradicted,
            6: .open, 13: .open, 20: .open, 21: .open, 22: .open, 25: .open, 91: .open,
            1: .open, 2: .open, 3: .open, 10: .open, 11: .open, 12: .open, 40: .open, 93: .open,
            160: .open,
            164: .open,
        ],
    ]

    @Test(.slow, arguments: [BoardModel.metaMotionS, .metaMotionRL, .metaMotionR])
    func `each row has the verdict of our table`(model: BoardModel) throws {
        let report = try Workshop(model).report()
        #expect(report.failure == nil)
        #expect(report.rows.map(\.row) == SheetRow.all.map(\.number))
        for row in report.rows {
            let wanted = Self.others[model]?[row.row] ?? .confirmed
            #expect(row.verdict == wanted, "\(SheetRow.id(row.row)) \(row.verdict): \(row.saw)")
        }
        #expect(
            report.rows.allSatisfy {
                !$0.saw.contains("ended early") && !$0.saw.contains("not run")
            })
        if model == .metaMotionS { #expect(report.rows.count { $0.verdict != .open } >= 40) }
    }

    @Test func `the questions are answered in words`() throws {
        let report = try Workshop(.metaMotionS).report(seesLight: false)
        #expect(report.answers.map(\.question) == Array(1...16))
        #expect(report.withheld.isEmpty)
        func answer(_ number: Int) -> String { report.answers[number - 1].text }
        #expect(answer(8) == "1 report for 4 pages, the end included")
        #expect(answer(12) == "1.7.2 on hardware 0.1")
        #expect(answer(4) == "a light cannot be read: somebody must look (--interactive)")
        #expect(answer(14).hasPrefix("21 of 21 were answered"))
        #expect(answer(15) == "the link stays")
        #expect(answer(16).hasSuffix(" Hz") && answer(16).hasPrefix("code 4 gives 2"))
    }
}
