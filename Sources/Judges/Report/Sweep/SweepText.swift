import Sweep

/// A sweep for a terminal.
enum SweepText {
    private static let width = 110

    static func text(_ summary: SweepSummary, colour: Colour) -> String {
        let header = summary.header
        var lines = [colour.paint(PrintableText.clean(header.scenario), .heading)]
        lines.append("  scenario  \(PrintableText.clean(header.file)), hash \(header.hash)")
        lines.append("  seeds     \(header.seeds)")
        for text in header.variations { lines.append("  vary      \(PrintableText.clean(text))") }
        for text in header.options { lines.append("  with      \(PrintableText.clean(text))") }
        lines.append(
            "  worlds    \(Digits.grouped(header.worlds))"
                + (header.samples == nil ? ", every combination" : ", drawn at random"))
        if !summary.expectations.isEmpty {
            lines += ["", colour.paint("Expectations", .heading)]
            lines += expectations(summary).lines(width: width, colour: colour)
        }
        if let map = summary.map {
            lines += ["", colour.paint("Where worlds fail", .heading)]
            lines += table(map.narrow(12)).lines(width: width, colour: colour)
        }
        if !summary.figures.isEmpty {
            lines += ["", colour.paint("Figures", .heading)]
            lines += figures(summary).lines(width: width, colour: colour)
        }
        if let worst = summary.worst {
            lines += ["", colour.paint("Worst world", .heading)]
            lines.append("  \(PrintableText.clean(SweepReport.world(worst, header)))")
            lines.append("  \(PrintableText.clean(worst.why))")
            lines.append("  \(PrintableText.clean(header.commandLine(of: worst)))")
        }
        for row in summary.rows.filter({ $0.outcome == .invalid || $0.outcome == .crashed }).prefix(
            3)
        {
            lines += ["", "world \(row.world) (\(SweepReport.world(row, header))): \(row.why)"]
        }
        let verdict = SweepReport.verdict(summary)
        lines += ["", colour.paint(verdict, summary.isGreen ? .good : .bad)]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func expectations(_ summary: SweepSummary) -> TextTable {
        var table = TextTable([
            .mark, .text("", narrowest: 20), .number("failed"), .number("of"),
            .number("rate, with 95 % interval"), .number("first world"),
        ])
        for expectation in summary.expectations {
            let isBad = expectation.rate.failed > 0 || expectation.isUnreached
            table.add(
                .init(isBad ? "✗" : "✓", isBad ? .bad : .good), .init(expectation.title),
                .init(Digits.grouped(expectation.rate.failed)),
                .init(Digits.grouped(expectation.rate.total)),
                .init(SweepReport.percent(expectation.rate)),
                .init(expectation.first.map { "\($0)" } ?? ""))
        }
        return table
    }

    private static func table(_ map: SweepSummary.Map) -> TextTable {
        let isFlat = map.y.labels == [""]
        // One key as rows, two with the second one downwards.
        if isFlat {
            var table = TextTable([.text(map.x.name), .number("failed"), .number("of")])
            for (label, rate) in zip(map.x.labels, map.cells[0]) {
                table.add(
                    .init(label), .init("\(rate.failed)", rate.failed > 0 ? .bad : .plain),
                    .init("\(rate.total)"))
            }
            return table
        }
        var table = TextTable(
            [.text("\(map.y.name) ↓ \(map.x.name) →", narrowest: 12)]
                + map.x.labels.map { .number($0) })
        for (label, cells) in zip(map.y.labels, map.cells) {
            table.rows.append(
                .cells(
                    [TextTable.Cell(label)]
                        + cells.map {
                            TextTable.Cell(
                                $0.total == 0 ? "–" : "\($0.failed)/\($0.total)",
                                $0.failed > 0 ? .bad : .plain)
                        }))
        }
        return table
    }

    private static func figures(_ summary: SweepSummary) -> TextTable {
        var table = TextTable(
            [.text("", narrowest: 24)] + SweepReport.quantiles.map { .number($0.name) })
        for figure in summary.figures where figure.values.first != figure.values.last {
            table.rows.append(
                .cells(
                    [TextTable.Cell(figure.name)]
                        + SweepReport.quantiles.map {
                            TextTable.Cell(Digits.significant(figure.quantile($0.share)))
                        }))
        }
        let same = summary.figures.count { $0.values.first == $0.values.last }
        if same > 0 { table.addLine(.init("\(same) more are the same in every world", .faint)) }
        return table
    }
}
