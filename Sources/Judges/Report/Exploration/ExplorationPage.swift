import Exploration
import Simulation

/// An exploration as one page that needs no network: what broke, where in the run, and how it was found.
enum ExplorationPage {
    static func text(_ report: ExplorationReport) -> String {
        let failures = report.entries.enumerated().map { item($1, $0 + 1, report) }
        let known = report.known.map { known in
            HTMLPage.Item(
                kind: known.state.isGood ? "pass" : "fail",
                label: known.state.isGood ? "PASS" : "FAIL", title: known.name,
                remark: known.state.words, details: "")
        }
        let problems = report.problems.prefix(mostProblems).map { problem in
            HTMLPage.Item(
                kind: "skipped", label: "NOT RUN", title: problem.world.words, remark: problem.why,
                details: "")
        }
        let items = failures + known + problems
        return HTMLPage(
            title: "\(report.file): \(report.verdict)", mark: report.passed ? "pass" : "fail",
            head: "<style>\(style)</style>\n" + head(report),
            filters: [
                ("fail", "failures", items.count { $0.kind == "fail" }),
                ("pass", "known failures that hold", items.count { $0.kind == "pass" }),
                ("skipped", "not run", items.count { $0.kind == "skipped" }),
            ],
            items: items,
            foot: report.problems.count > mostProblems
                ? "<p class=\"hint\">\(Digits.grouped(report.problems.count - mostProblems)) more"
                    + " worlds were not run.</p>\n" : ""
        ).text
    }

    private static let mostProblems = 50

    private static func head(_ report: ExplorationReport) -> String {
        var facts = [
            ("scenario", report.file),
            ("without a fault", "\(Digits.fixed(report.duration.seconds, 3)) s of virtual time"),
            ("points", report.pointsInWords), ("worlds", report.worldsInWords),
        ]
        if let part = report.part { facts.append(("part", part)) }
        if report.inferred > 0 { facts.append(("inferred", report.inferredInWords)) }
        if let broken = report.broken { facts.append(("broken without a fault", broken)) }
        facts += report.brokenAnyway.map { ("not counted", "broken without a fault, too: \($0)") }
        return HTMLPage.facts(facts) + ExplorationPlot.curve(report)
    }

    private static func item(
        _ entry: ExplorationReport.Entry, _ number: Int, _ report: ExplorationReport
    ) -> HTMLPage.Item {
        let group = entry.group
        return HTMLPage.Item(
            kind: "fail", label: "FAIL", title: "\(number). \(group.failure.what)",
            remark: group.smallest.words,
            details: HTMLPage.facts(entry.facts(report.meanings))
                + ExplorationPlot.places(of: group, report)
                + (entry.name.map { HTMLPage.lines([report.replay($0)]) } ?? ""))
    }

    private static let style = """
        svg.chart.small{min-width:0;width:100%;max-width:36rem}
        .chart .bar{fill:var(--host)}
        .chart .tried{fill:var(--pass);fill-opacity:.55}
        .chart .failed{fill:var(--fail)}
        .chart .other{fill:var(--inconclusive)}
        .chart .found{fill:none;stroke:var(--fail);stroke-width:1.5}
        .chart .reached{fill:none;stroke:var(--host);stroke-width:1.5}
        figcaption{font-size:.85rem;color:var(--faint);overflow-wrap:anywhere}

        """
}
