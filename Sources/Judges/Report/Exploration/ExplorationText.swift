import Exploration
import Simulation

/// An exploration for a terminal.
enum ExplorationText {
    static func text(_ report: ExplorationReport, colour: Colour) -> String {
        var lines = [
            colour.paint(PrintableText.clean(report.file), .heading),
            line("run", "\(Digits.fixed(report.duration.seconds, 3)) s without a fault"),
        ]
        if let part = report.part { lines.append(line("part", part)) }
        lines += [
            line("points", report.pointsInWords), line("worlds", report.worldsInWords),
        ]
        if report.inferred > 0 { lines.append(line("inferred", report.inferredInWords)) }
        if !report.brokenAnyway.isEmpty {
            lines += ["", "Rules that are broken without a fault, too, and not counted"]
            lines += report.brokenAnyway.map { "  \(PrintableText.clean($0))" }
        }
        if let broken = report.broken {
            lines += ["", "Without a fault", "  \(PrintableText.clean(broken))"]
        }
        if !report.known.isEmpty {
            lines += ["", colour.paint("Known failures", .heading)]
            for known in report.known {
                lines.append(
                    "  \(known.state.isGood ? "✓" : "✗")  \(known.name): "
                        + PrintableText.clean(known.state.words))
            }
        }
        for (index, entry) in report.entries.enumerated() {
            lines += [""] + self.lines(of: entry, index + 1, report, colour)
        }
        if report.problems.count > 3 {
            lines += ["", "\(Digits.grouped(report.problems.count)) worlds were not run, such as:"]
        }
        for problem in report.problems.prefix(3) {
            lines += [
                "", "not run: \(PrintableText.clean(problem.world.words))",
                "  \(PrintableText.clean(problem.why))",
            ]
        }
        lines += ["", colour.paint(report.verdict, report.passed ? .good : .bad)]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(
        of entry: ExplorationReport.Entry, _ number: Int, _ report: ExplorationReport,
        _ colour: Colour
    ) -> [String] {
        var facts = entry.facts(report.meanings)
        if let name = entry.name { facts.append(("replay", report.replay(name))) }
        let what = PrintableText.clean(entry.group.failure.what)
        return [colour.paint("\(number). \(what)", .bad)] + facts.map(line)
    }

    private static func line(_ name: String, _ words: String) -> String {
        let pad = String(repeating: " ", count: max(1, 10 - name.utf8.count))
        return "  \(name)\(pad)\(PrintableText.clean(words))"
    }
}
