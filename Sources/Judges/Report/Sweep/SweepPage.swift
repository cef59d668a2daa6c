import Sweep

/// A sweep as one page that needs no network: heat map, failure rates, distributions, failing worlds.
enum SweepPage {
    /// Failing worlds beyond these are only counted.
    private static let mostItems = 500

    static func text(_ summary: SweepSummary) -> String {
        let header = summary.header
        let failing = summary.rows.filter { $0.outcome != .passed }
        let items = failing.prefix(mostItems).map { row in
            let isInvalid = row.outcome == .invalid
            return HTMLPage.Item(
                kind: isInvalid ? "skipped" : "fail", label: isInvalid ? "INVALID" : "FAIL",
                title: "world \(row.world): \(SweepReport.world(row, header))", remark: row.why,
                details: HTMLPage.lines([header.commandLine(of: row)]))
        }
        return HTMLPage(
            title: "\(header.scenario): \(SweepReport.verdict(summary))",
            mark: summary.isGreen ? "pass" : "fail",
            head: "<style>\(style)</style>\n" + head(summary),
            filters: [
                ("fail", "failing worlds", items.count { $0.kind == "fail" }),
                ("skipped", "not run", items.count { $0.kind == "skipped" }),
            ],
            items: items,
            foot: failing.count > mostItems
                ? "<p class=\"hint\">\(Digits.grouped(failing.count - mostItems)) more are in"
                    + " <code>worlds.jsonl</code>.</p>\n" : ""
        ).text
    }

    private static func head(_ summary: SweepSummary) -> String {
        let header = summary.header
        var facts = [("scenario", "\(header.file), hash \(header.hash)"), ("seeds", header.seeds)]
        facts += header.variations.map { ("varied", $0) } + header.options.map { ("with", $0) }
        let kind = header.samples == nil ? "every combination" : "drawn at random"
        facts.append(("worlds", "\(Digits.grouped(header.worlds)), \(kind)"))
        facts.append(("failure rate", "\(SweepReport.percent(summary.rate)) (95 % interval)"))
        var html = HTMLPage.facts(facts)
        if let map = summary.map { html += SweepPlot.map(map, summary) }
        if let worst = summary.worst {
            html +=
                "<h2>Worst world</h2>\n<p>\(HTMLPage.escaped(SweepReport.world(worst, header))):"
                + " \(HTMLPage.escaped(worst.why))</p>\n"
                + HTMLPage.lines([header.commandLine(of: worst)])
        }
        if !summary.expectations.isEmpty {
            html +=
                "<h2>Expectations</h2>\n"
                + HTMLPage.table(
                    ["", "failed", "of", "rate, with 95 % interval", "first world"], numbers: 1...4,
                    summary.expectations.map { expectation in
                        [
                            expectation.title, Digits.grouped(expectation.rate.failed),
                            Digits.grouped(expectation.rate.total),
                            SweepReport.percent(expectation.rate),
                            expectation.first.map { "\($0)" } ?? "",
                        ]
                    })
        }
        return html + figures(summary)
    }

    /// A figure that is the same in every world has no distribution.
    private static func figures(_ summary: SweepSummary) -> String {
        let moving = summary.figures.filter { $0.values.first != $0.values.last }
        let still = summary.figures.filter { $0.values.first == $0.values.last }
        guard !summary.figures.isEmpty else { return "" }
        var html = "<h2>Figures</h2>\n<div class=\"figures\">\n"
        for figure in moving { html += SweepPlot.distribution(figure) }
        html += "</div>\n"
        guard !still.isEmpty else { return html }
        return html
            + "<details><summary>\(still.count) figures are the same in every world</summary>"
            + HTMLPage.table(
                ["", "value"], numbers: 1...1,
                still.map { [$0.name, Digits.significant($0.values[0])] }) + "</details>\n"
    }

    private static let style = """
        .figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr));
        gap:1rem}
        .figures figure{margin:0;overflow:hidden}
        .figures figcaption{font-size:.85rem;color:var(--faint);overflow-wrap:anywhere}
        svg.chart.small{min-width:0;width:100%;max-width:100%}
        .chart .bar{fill:var(--host)}
        .heat{border-collapse:separate;border-spacing:2px}
        .heat td{min-width:4.2rem;text-align:center;border:0;border-radius:.2rem;
        background:color-mix(in srgb,var(--fail) calc(var(--rate)*1%),var(--card));
        font-variant-numeric:tabular-nums}
        .heat td.dark{color:#fff}
        .heat td.none{background:none;color:var(--faint)}
        .heat th{border:0;text-align:center}
        .heat tbody th{text-align:right;white-space:nowrap}
        .choices{display:flex;flex-wrap:wrap;gap:.5rem 1rem;margin:0 0 .5rem}
        .choices select{font:inherit;color:inherit;background:var(--card);max-width:100%;
        border:1px solid var(--rule);border-radius:.3rem;padding:.3rem .6rem;min-height:2.25rem}
        .choices label{max-width:100%}
        .choices :focus-visible{outline:2px solid var(--host);outline-offset:1px}
        @media print{.choices{display:none}}
        @media (prefers-color-scheme:dark){.heat td.dark{color:#14181d}}

        """
}
