import Conformance

/// The text at the end of a conformance run; at most 100 columns wide.
package struct ConformanceText {
    /// The most lines of a packet log; other formats have all of them.
    private static let mostLogLines = 40
    /// The most failures that are shown with their packets.
    private static let mostFailures = 50

    private let report: ConformanceReport
    private let groups: ConformanceGroups
    private var page: TextPage

    /// Text that ends in a line end.
    package static func text(_ report: ConformanceReport, colour: Colour = .never) -> String {
        var text = ConformanceText(
            report: report, groups: ConformanceGroups(report), page: TextPage(colour: colour))
        text.write()
        return text.page.text
    }

    private mutating func write() {
        writeHeader()
        writeCounts()
        writeFailures()
        writeAnswers()
        writeSkips()
        let meaning: Colour.Meaning =
            report.isGreen ? .good : report.results.isEmpty ? .doubtful : .bad
        page.append("")
        page.append(ConformanceWords.verdict(report), meaning)
    }

    private mutating func writeHeader() {
        page.heading("Conformance, \(report.target)")
        var table = TextTable([.text("", narrowest: 9), .text("", narrowest: 20)])
        table.add(
            Cell("suite", .faint),
            "\(Digits.grouped(report.planned)) results, hash \(report.suiteHash)")
        if !report.selection.isEmpty {
            table.add(Cell("chosen", .faint), Cell(report.selection.joined(separator: " ")))
        }
        if let part = ConformanceWords.part(report) {
            table.add(Cell("part", .faint), Cell(part))
        }
        table.add(Cell("seed", .faint), "\(report.seed)")
        for (i, board) in report.boards.enumerated() {
            table.add(
                Cell(i == 0 ? "boards" : "", .faint), Cell(ConformanceWords.board(board)))
        }
        page.append(table)
    }

    private mutating func writeCounts() {
        guard !groups.rows.isEmpty else { return }
        page.heading("Cases")
        let verdicts = Verdict.allCases
        var table = TextTable([.text("")] + verdicts.map { .number($0.rawValue) })
        func add(_ name: String, _ counts: [Int]) {
            let cells = zip(verdicts, counts).map { verdict, count in
                Cell(
                    Digits.grouped(count),
                    count == 0 ? .faint : verdict == .pass ? .plain : verdict.meaning)
            }
            table.rows.append(.cells([Cell(name)] + cells))
        }
        for row in groups.rows { add(row.name, row.counts) }
        add("all", verdicts.map { report.count($0) })
        page.append(table)
    }

    private mutating func writeFailures() {
        guard !groups.open.isEmpty else { return }
        page.heading("What did not pass")
        for result in groups.open.prefix(Self.mostFailures) {
            var table = TextTable([.mark, .text("", narrowest: 20)])
            let mark = result.verdict == .fail ? "✗" : "?"
            table.add(
                Cell(mark, result.verdict.meaning),
                Cell("\(result.id) on \(result.board): \(result.title)"))
            let place = "\(ConformanceWords.place(result)); \(result.source)"
            table.addLine(Cell(place, .faint), indent: 3)
            table.addLine(Cell(result.reason, result.verdict.meaning), indent: 3)
            for check in result.checks.filter({ !$0.held }).prefix(Self.mostLogLines) {
                table.addLine(Cell(ConformanceWords.check(check), .bad), indent: 3)
            }
            page.append(table)
            let log = ConformanceWords.lines(result.log)
            for line in log.suffix(Self.mostLogLines) { page.appendLine(line, indent: 4) }
            if log.count > Self.mostLogLines {
                let more = Digits.grouped(log.count - Self.mostLogLines)
                page.append("     the last ones; \(more) earlier ones are not shown", .faint)
            }
        }
        let more = groups.open.count - Self.mostFailures
        if more > 0 { page.append("  \(Digits.grouped(more)) more", .faint) }
    }

    private mutating func writeAnswers() {
        guard !groups.answers.isEmpty else { return }
        page.heading("Where sources differ, the board")
        var table = TextTable([
            .text("", narrowest: 20), .text("", narrowest: 20), .text("", narrowest: 16),
        ])
        for answer in groups.answers {
            table.add(
                Cell(answer.question), Cell(answer.answer),
                Cell(ConformanceWords.boards(answer.boards, of: report), .faint))
        }
        page.append(table)
    }

    private mutating func writeSkips() {
        guard !groups.skips.isEmpty else { return }
        page.heading("Skipped")
        var table = TextTable([.number(""), .text("", narrowest: 20), .text("", narrowest: 20)])
        for skip in groups.skips {
            let more = skip.ids.count > 3 ? ", …" : ""
            table.add(
                Cell(Digits.grouped(skip.count)), Cell(skip.reason),
                Cell(skip.ids.prefix(3).joined(separator: ", ") + more, .faint))
        }
        page.append(table)
    }

    private typealias Cell = TextTable.Cell
}

extension Verdict {
    var meaning: Colour.Meaning {
        switch self {
        case .pass: .good
        case .fail: .bad
        case .inconclusive: .doubtful
        case .skipped: .faint
        }
    }
}
