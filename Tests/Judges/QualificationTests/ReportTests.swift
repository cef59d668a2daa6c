import Conformance
import JSON
import Testing

@testable import Qualification

/// How a report reads, and what it counts.
@Suite struct ReportTests {
    private static func report(_ findings: [Finding], model: Finding? = nil) -> QualificationReport
    {
        var row = QualificationReport.row(25, findings, otherwise: "not run")
        row.model = model
        return QualificationReport(
            tool: "test", target: "model",
            board: BoardFacts(name: "S", model: "MetaMotion S", firmware: "1.7.2", hardware: "0.1"),
            consent: [.erase], withheld: [.restart], rows: [row],
            answers: [Answer(question: 12, text: "1.7.2")], seconds: 1)
    }

    @Test func `one contradiction decides, and what is open does not count beside a decision`() {
        let yes = Finding(row: 25, verdict: .confirmed, saw: "a")
        let no = Finding(row: 25, verdict: .contradicted, saw: "b")
        let open = Finding(row: 25, verdict: .open, saw: "c")
        #expect(
            Self.report([yes, no, open]).rows[0] == .init(row: 25, verdict: .contradicted, saw: "b")
        )
        #expect(Self.report([open, yes]).rows[0] == .init(row: 25, verdict: .confirmed, saw: "a"))
        #expect(Self.report([open]).rows[0] == .init(row: 25, verdict: .open, saw: "c"))
        #expect(Self.report([]).rows[0] == .init(row: 25, verdict: .open, saw: "not run"))
    }

    @Test func `text and JSON say the same`() {
        let report = Self.report(
            [Finding(row: 25, verdict: .contradicted, saw: "a header")],
            model: Finding(row: 25, verdict: .confirmed, saw: "silent"))
        #expect(report.rows[0].differs)
        #expect(
            report.text == """
                Qualification of MetaMotion S 1.7.2, model

                RB26-25   contradicted  free loggers and processors are silent: a header
                          the model: confirmed: silent

                The open questions
                12  Which firmware is it? 1.7.2

                1 row: 0 confirmed, 1 contradicted, 0 open; \(112 - SheetRow.all.count) of 112 rows are not for a host on a link
                other than the model: RB26-25
                not run without your consent: add `--yes restart`

                """)
        guard case .array(let rows)? = report.json["rows"] else {
            Issue.record("there are no rows")
            return
        }
        let row = rows.first
        #expect(row?["verdict"].map { $0.line } == "\"contradicted\"")
        #expect(row?["model"]?["saw"].map { $0.line } == "\"silent\"")
    }
}
