import Exploration
import Simulation

/// An exploration for a terminal.
enum ExplorationText {
    static func text(_ report: ExplorationReport, colour: Colour) -> String {
        var lines = [colour.paint(PrintableText.clean(report.file), .heading)]
        lines.append("  run       \(Digits.fixed(report.duration.seconds, 3)) s without a fault")
        lines.append("  points    \(Digits.grouped(report.points))")
        lines.append(
            "  worlds    \(Digits.grouped(report.tried)) tried of \(Digits.grouped(report.planned)),"
                + " and \(Digits.grouped(report.probes)) to explain them")
        if let broken = report.broken {
            lines += ["", "Without a fault", "  \(PrintableText.clean(broken))"]
        }
        if !report.known.isEmpty {
            lines += ["", colour.paint("Known failures", .heading)]
            for known in report.known {
                let words = known.failure.map { "still fails: \($0)" } ?? "holds now"
                lines.append(
                    "  \(known.failure == nil ? "✓" : "✗")  \(known.name): "
                        + PrintableText.clean(words))
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
        let group = entry.group
        let count = group.worlds.count
        var lines = [
            colour.paint("\(number). \(PrintableText.clean(group.failure.what))", .bad),
            "  found     in \(count) world\(count == 1 ? "" : "s"): "
                + kinds(of: group).joined(separator: "; "),
        ]
        if !group.failure.lastRight.isEmpty {
            lines.append("  after     \(PrintableText.clean(group.failure.lastRight))")
        }
        lines.append("  smallest  \(PrintableText.clean(group.smallest.words))")
        if let window = entry.window(report.meanings) {
            let isExact = group.window?.isExact == true
            lines.append("  opens     \(window.opens)" + (isExact ? "" : ", or earlier"))
            lines.append("  closes    \(window.closes)" + (isExact ? "" : ", or later"))
        }
        if let fails = group.failsWithOtherSeed {
            lines.append(
                fails
                    ? "  luck      fails with another seed, too"
                    : "  luck      does not fail with another seed")
        }
        if let name = entry.name {
            lines.append("  replay    \(report.replay(name))")
        }
        return lines
    }

    /// The kinds of fault and how often, the most frequent first.
    private static func kinds(of group: Exploration.Group) -> [String] {
        var counts: [String: Int] = [:]
        for world in group.worlds { counts[world.kinds, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }
    }
}
