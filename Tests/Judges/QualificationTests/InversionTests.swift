import Checkout
import ScenarioFile
import Testing

@testable import Qualification

/// A board that does the opposite of what ours does in one row is found out.
@Suite struct InversionTests {
    @Test(.slow, arguments: Inversion.all)
    func `each inverted row is found`(inversion: Inversion) throws {
        let workshop = try Workshop(inversion.model, quirks: inversion.quirks, inversion.twist())
        let report = try workshop.report(on: inversion.row)
        let row = try #require(report.rows.first { $0.row == inversion.row })
        #expect(row.verdict == inversion.becomes, "\(row.saw)")
    }

    @Test func `each row has one inversion`() {
        let rows = Set(Inversion.all.map(\.row))
        #expect(rows.count == Inversion.all.count)
        #expect(rows == Set(SheetRow.all.map(\.number)))
    }
}
