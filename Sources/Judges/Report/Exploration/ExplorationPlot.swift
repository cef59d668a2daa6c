import Exploration
import Simulation

/// The pictures of an exploration: how many kinds of failure were known after so many worlds, and where along
/// the packets a fault fails.
enum ExplorationPlot {
    private static let width = 360.0
    private static let size = 11.0

    // MARK: The curve

    /// What was found and what was reached, over the worlds in their order; empty if nothing was tried.
    static func curve(_ report: ExplorationReport) -> String {
        guard report.tried > 0 else { return "" }
        let found = report.entries.map(\.group.firstFound).sorted()
        let reached = firsts(report.trials)
        let (top, bottom) = (8.0, 96.0)
        func x(_ number: Int) -> Double { width * Double(number) / Double(report.tried) }
        func path(_ steps: [Int], _ style: String) -> String {
            guard let most = steps.indices.last.map({ Double($0 + 1) }) else { return "" }
            func y(_ count: Int) -> Double { bottom - (bottom - top) * Double(count) / most }
            let n = SVGText.number
            var path = "M0,\(n(bottom))"
            for (index, step) in steps.enumerated() {
                path += "H\(n(x(step)))V\(n(y(index + 1)))"
            }
            return "<path d=\"\(path)H\(n(width))\" class=\"\(style)\"/>"
        }
        let words =
            "\(found.count) kind\(found.count == 1 ? "" : "s") of failure and"
            + " \(Digits.grouped(reached.count)) pairs of packet and fault in"
            + " \(Digits.grouped(report.tried)) worlds"
        var svg = SVGText()
        svg.beginChart(words, width, bottom + 20, "chart small")
        svg.line(0, bottom, width, bottom, "frame")
        svg.raw(path(reached, "reached"))
        svg.raw(path(found, "found"))
        svg.words("0", 0, bottom + 15, "")
        svg.words(
            "\(Digits.grouped(report.tried)) worlds", width, bottom + 15, "", anchor: "end")
        svg.raw("</svg>")
        return "<figure><figcaption>After so many worlds: kinds of failure (red,"
            + " \(found.count) at the end) and pairs of a kind of packet and a kind of fault (blue,"
            + " \(Digits.grouped(reached.count)) at the end).</figcaption>\n\(svg.text)</figure>\n"
    }

    /// When each pair of packet and fault was first tried.
    private static func firsts(_ trials: [Exploration.Trial]) -> [Int] {
        var seen: Set<String> = []
        return trials.filter { trial in
            seen.insert("\(trial.point.label ?? "")/\(trial.trouble.name)").inserted
        }.map(\.number)
    }

    // MARK: The places

    /// More kinds of fault than this are left out.
    private static let mostRows = 6
    /// More worlds than this share their marks.
    private static let mostMarks = 170

    /// Where the faults that fail so were tried, one row for each fault, in the order of the packets; empty
    /// if they are at no packet.
    static func places(of group: Exploration.Group, _ report: ExplorationReport) -> String {
        let key = group.failure.key
        var troubles: [Trouble] = []
        for trial in report.trials where trial.failure == key {
            if !troubles.contains(trial.trouble) { troubles.append(trial.trouble) }
        }
        troubles = Array(troubles.prefix(mostRows))
        let trials = report.trials.filter { troubles.contains($0.trouble) }
        let columns = columns(trials, report)
        guard let last = columns.values.max(), !troubles.isEmpty else { return "" }
        let step = width / Double(last + 1)
        var svg = SVGText()
        var y = 0.0
        svg.beginChart(
            "where these faults were tried, along the packets of the run", width,
            Double(troubles.count) * 34 + 16, "chart small")
        for trouble in troubles {
            svg.words(SVGText.shortened(trouble.title, size: size, to: width), 0, y + 12, "")
            svg.line(0, y + 30, width, y + 30, "frame")
            var marks: [Int: String] = [:]
            for trial in trials where trial.trouble == trouble {
                guard let column = columns[trial.point] else { continue }
                let style =
                    trial.failure == nil ? "tried" : trial.failure == key ? "failed" : "other"
                if marks[column] != "failed" { marks[column] = style }
            }
            for (column, style) in marks.sorted(by: { $0.key < $1.key }) {
                let height = style == "failed" ? 14.0 : 8
                svg.rectangle(
                    Double(column) * step, y + 30 - height, max(1, step * 0.8), height, style)
            }
            y += 34
        }
        svg.words(time(columns.min { $0.value < $1.value }?.key), 0, y + 11, "")
        svg.words(
            time(columns.max { $0.value < $1.value }?.key), width, y + 11, "", anchor: "end")
        svg.raw("</svg>")
        return
            "<figure><figcaption>Each mark is a world, in the order of the packets at which it went"
            + " wrong: red fails like this, amber in another way, green holds.</figcaption>\n"
            + "\(svg.text)</figure>\n"
    }

    /// The column of each point that was tried, evenly spaced in the order of the run.
    private static func columns(
        _ trials: [Exploration.Trial], _ report: ExplorationReport
    ) -> [Point: Int] {
        let tried = Set(trials.map(\.point))
        let line = report.line.filter(tried.contains)
        let share = max(1, (line.count + mostMarks - 1) / mostMarks)
        return line.enumerated().reduce(into: [:]) { $0[$1.element] = $1.offset / share }
    }

    private static func time(_ point: Point?) -> String {
        point.map { "\(Digits.fixed($0.time.seconds, 3)) s" } ?? ""
    }
}
