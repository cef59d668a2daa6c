import Conformance

/// The report as people read it: a line for each row, then the questions.
extension QualificationReport {
    /// Rows of the sheet, those that no host can test included.
    private static let sheet = 112

    /// Ends in a line end.
    package var text: String {
        var lines = ["Qualification of \(board.model) \(board.firmware), \(target)", ""]
        for row in rows {
            let claim = SheetRow.all.first { $0.number == row.row }?.claim ?? ""
            lines.append(
                "\(SheetRow.id(row.row).padded(to: 10))\(row.verdict.rawValue.padded(to: 14))\(claim): \(row.saw)"
            )
            if row.differs, let model = row.model {
                lines.append(
                    "".padded(to: 10) + "the model: \(model.verdict.rawValue): \(model.saw)")
            }
        }
        if !answers.isEmpty { lines += ["", "The open questions"] }
        for answer in answers {
            let question = OpenQuestion.all.first { $0.number == answer.question }?.text ?? ""
            lines.append("\("\(answer.question)".padded(to: 4))\(question) \(answer.text)")
        }
        lines += ["", summary]
        let others = rows.filter(\.differs).map { SheetRow.id($0.row) }
        if !others.isEmpty {
            lines.append("other than the model: " + others.joined(separator: ", "))
        }
        if !withheld.isEmpty {
            let options = withheld.map { "`--yes \($0.rawValue)`" }.joined(separator: " and ")
            lines.append("not run without your consent: add \(options)")
        }
        if let failure { lines.append("ended early: \(failure)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private var summary: String {
        let counts = RowVerdict.allCases.map { "\(count($0)) \($0.rawValue)" }.joined(
            separator: ", ")
        let others = Self.sheet - SheetRow.all.count
        return
            "\(rows.count) row\(rows.count == 1 ? "" : "s"): \(counts); \(others) of \(Self.sheet) rows"
            + " are not for a host on a link"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - utf8.count))
    }
}
