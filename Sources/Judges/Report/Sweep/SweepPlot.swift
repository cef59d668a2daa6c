import Sweep

/// The pictures of a sweep: the heat map as a table, so that every cell can be read out, and a
/// histogram for each figure.
enum SweepPlot {
    /// The map, and what chooses its axes and whose failures it shows.
    static func map(_ map: SweepSummary.Map, _ summary: SweepSummary) -> String {
        "<h2>Where worlds fail</h2>\n" + SweepChoices.html(summary)
            + "<div id=\"map\">\n\(table(map))</div>\n" + SweepChoices.script(summary)
    }

    private static func table(_ map: SweepSummary.Map) -> String {
        let isFlat = map.y.labels == [""]
        let axes =
            isFlat
            ? HTMLPage.escaped(map.x.name)
            : "\(HTMLPage.escaped(map.y.name)) ↓ \(HTMLPage.escaped(map.x.name)) →"
        var html = "<table class=\"heat\"><thead><tr><th>\(axes)</th>"
        html += map.x.labels.map { "<th scope=\"col\">\(HTMLPage.escaped($0))</th>" }.joined()
        html += "</tr></thead>\n<tbody>\n"
        for (label, cells) in zip(map.y.labels, map.cells) {
            let name = isFlat ? "failed of run" : label
            html += "<tr><th scope=\"row\">\(HTMLPage.escaped(name))</th>"
            html += cells.map(cell).joined() + "</tr>\n"
        }
        return html + "</tbody></table>\n"
    }

    private static func cell(_ rate: FailureRate) -> String {
        guard rate.total > 0 else { return "<td class=\"none\">–</td>" }
        let percent = Digits.fixed(rate.share * 100, 0)
        return "<td style=\"--rate:\(percent)\"\(rate.share > 0.6 ? " class=\"dark\"" : "")"
            + " title=\"\(percent) % failed\">\(rate.failed)/\(rate.total)</td>"
    }

    private static let width = 320.0
    private static let height = 96.0

    /// The number of worlds by value.
    static func distribution(_ figure: SweepSummary.Figure) -> String {
        let (low, high) = (figure.quantile(0), figure.quantile(1))
        let counts = figure.histogram(parts: SweepReport.parts)
        let most = Double(counts.max() ?? 1)
        let (bottom, step) = (height - 20, width / Double(counts.count))
        var svg = SVGText()
        let words = SweepReport.quantiles.map {
            "\($0.name) \(Digits.significant(figure.quantile($0.share)))"
        }.joined(separator: ", ")
        svg.beginChart("\(figure.name): \(words)", width, height, "chart small")
        for (i, count) in counts.enumerated() where count > 0 {
            let tall = max(1, (bottom - 4) * Double(count) / most)
            svg.rectangle(Double(i) * step, bottom - tall, step - 1, tall, "bar")
        }
        svg.line(0, bottom, width, bottom, "frame")
        svg.words(Digits.significant(low), 0, height - 5, "")
        svg.words(Digits.significant(high), width, height - 5, "", anchor: "end")
        svg.words(
            "median \(Digits.significant(figure.quantile(0.5)))", width / 2, height - 5, "",
            anchor: "middle")
        svg.raw("</svg>")
        return "<figure><figcaption>\(HTMLPage.escaped(figure.name))</figcaption>\n\(svg.text)"
            + "</figure>\n"
    }
}
