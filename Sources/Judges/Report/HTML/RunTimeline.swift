import Bluetooth
import ScenarioRun
import ScriptedClient
import Simulation

/// A run on one axis of virtual time: for each client and host its links, steps and received
/// samples; faults are lines through all rows.
struct RunTimeline {
    /// An interval, or a moment if both ends are equal.
    private struct Bar {
        var from: Instant
        var to: Instant
        /// The class of the element: its kind and outcome.
        var style: String
        var title: String
        /// Text inside, if there is room.
        var words = ""
    }

    private struct Row {
        var label: String
        var bars: [Bar]
        /// Text after the row.
        var remark = ""
        var isBad = false
        /// Whether words that are longer than their bars stand below them.
        var hasLabels = false
    }

    /// A row with its place in the picture.
    private struct PlacedRow {
        var row: Row
        var top: Double
        /// Of the bars; labels are below them.
        var barHeight: Double
        var label: [String]
        var remark: [String]
        var labels: BarLabels

        var height: Double { barHeight + Double(labels.rows) * BarLabels.rowHeight }
    }

    private static let width = 1040.0
    /// Where virtual time begins and ends on the horizontal axis.
    static let left = 220.0
    static let right = 890.0
    private static let rowHeight = 22.0
    private static let lineHeight = 13.0
    private static let size = 11.0
    /// More rows would be unreadable; the tables have them all.
    private static let mostRows = 60
    private static let mostBars = 500

    private let report: RunReport
    private var result: RunResult { report.result }
    private var end: Instant { .zero + result.duration }

    /// SVG for a page; empty if nothing happened in the run.
    static func plot(_ report: RunReport) -> String { RunTimeline(report: report).text }

    private var text: String {
        let all = rows
        let faults = (report.events ?? []).filter(\.isFault)
        guard !all.isEmpty || !faults.isEmpty else { return "" }
        let rows = all.prefix(Self.mostRows)
        let scale = PlotScale(
            showing: 0...max(result.duration.exactSeconds, 1e-9), air: 0, from: Self.left,
            to: Self.right)
        let marks = EventMarks(faults, scale: scale, left: Self.left, right: Self.right)
        let top = 8 + Double(marks.rows) * EventMarks.rowHeight
        var bottom = top
        var placed: [PlacedRow] = []
        for row in rows {
            placed.append(place(row, top: bottom, scale))
            bottom += placed[placed.count - 1].height
        }
        let height = bottom + 36
        var svg = SVGText()
        svg.beginChart("what happened when", Self.width, height, "chart timeline")
        svg.rectangle(Self.left, top, Self.right - Self.left, bottom - top, "frame")
        for mark in marks.marks { svg.line(mark.x, top, mark.x, bottom, "fault") }
        for row in placed { draw(row, scale, into: &svg) }
        for mark in marks.marks {
            guard let x = mark.textX else { continue }
            let y = Double(mark.row) * EventMarks.rowHeight + 12
            svg.line(mark.x, y + 2, mark.x, top, "fault")
            svg.words(mark.words, x, y, "halo")
        }
        drawAxis(scale, bottom: bottom, into: &svg)
        if rows.count < all.count {
            svg.words("\(all.count - rows.count) more rows are not drawn", 4, height - 4, "")
        }
        svg.raw("</svg>")
        return svg.text
    }

    private func drawAxis(_ scale: PlotScale, bottom: Double, into svg: inout SVGText) {
        let axis = TimeAxis(range: scale.highest - scale.lowest)
        svg.ticks(axis.scale(scale), 8, bottom + 15)
        svg.words(axis.title, Self.right, bottom + 31, "", anchor: "end")
    }

    private func place(_ row: Row, top: Double, _ scale: PlotScale) -> PlacedRow {
        func lines(_ words: String, to room: Double) -> [String] {
            SVGText.lines(words, size: Self.size, to: room, most: 3)
        }
        let label = lines(row.label, to: Self.left - 14)
        // Bold words are wider than the estimate.
        let remark = lines(row.remark, to: Self.width - Self.right - (row.isBad ? 30 : 12))
        let bars = row.hasLabels ? row.bars.prefix(Self.mostBars) : []
        let labels = BarLabels(
            bars.map { bar in
                let x = position(bar.from, scale)
                return (x, max(1, position(bar.to, scale) - x), bar.words)
            }, left: Self.left, right: Self.right)
        let count = max(label.count, remark.count)
        return PlacedRow(
            row: row, top: top, barHeight: max(Self.rowHeight, Double(count) * Self.lineHeight + 6),
            label: label, remark: remark, labels: labels)
    }

    private func draw(_ placed: PlacedRow, _ scale: PlotScale, into svg: inout SVGText) {
        let (row, top) = (placed.row, placed.top)
        let middle = top + placed.barHeight / 2
        func words(_ lines: [String], _ x: Double, _ style: String, anchor: String) {
            for (i, line) in lines.enumerated() {
                let y = middle + 4 + (Double(i) - Double(lines.count - 1) / 2) * Self.lineHeight
                svg.words(line, x, y, style, anchor: anchor)
            }
        }
        words(placed.label, Self.left - 8, "", anchor: "end")
        words(placed.remark, Self.right + 8, row.isBad ? "wrong" : "", anchor: "start")
        for label in placed.labels.labels {
            let y = top + placed.barHeight + Double(label.row) * BarLabels.rowHeight
            svg.line(label.barX, middle + Self.rowHeight / 2 - 4, label.barX, y + 2, "leader")
            svg.words(label.words, label.x, y + 9, "halo small")
        }
        svg.line(Self.left, top, Self.right, top, "frame")
        let n = SVGText.number
        for bar in row.bars.prefix(Self.mostBars) {
            let x = position(bar.from, scale)
            let title = "<title>\(XMLText.escaped(PrintableText.clean(bar.title)))</title>"
            guard bar.to > bar.from else {
                svg.raw(
                    "<circle cx=\"\(n(x))\" cy=\"\(n(middle))\" r=\"4\" class=\"\(bar.style)\">\(title)"
                        + "</circle>")
                continue
            }
            let width = max(1, position(bar.to, scale) - x)
            svg.raw(
                "<rect x=\"\(n(x))\" y=\"\(n(middle - Self.rowHeight / 2 + 4))\" width=\"\(n(width))\""
                    + " height=\"\(n(Self.rowHeight - 8))\" class=\"\(bar.style)\">\(title)</rect>")
            guard !bar.words.isEmpty else { continue }
            if BarLabels.fits(bar.words, width) {
                svg.words(bar.words, x + 3, middle + 4, "inside")
            } else if !row.hasLabels, width > 24 {
                let words = SVGText.shortened(bar.words, size: Self.size, to: width - 6)
                if words.count > 2 { svg.words(words, x + 3, middle + 4, "inside") }
            }
        }
    }

    private func position(_ time: Instant, _ scale: PlotScale) -> Double {
        max(Self.left, min(Self.right, scale.position(time.exactSeconds)))
    }
}

extension RunTimeline {
    private var rows: [Row] {
        var rows: [Row] = []
        for client in result.clients {
            rows += [links(client), steps(client)].compactMap(\.self)
            rows += client.series.map { series($0, client) }
        }
        for host in result.hosts { rows.append(links(host)) }
        if !result.expectations.isEmpty { rows.append(expectations) }
        return rows
    }

    /// From each connection to its end; nil if unknown.
    private func links(_ client: ClientResult) -> Row? {
        let changes = (report.events ?? []).filter { $0.client == client.name }
        guard !changes.isEmpty else { return nil }
        var bars: [Bar] = []
        var up: [String: Instant] = [:]
        func add(_ board: String, from: Instant, to: Instant, _ what: String) {
            let title = "\(board), \(Digits.seconds(from)) to \(Digits.seconds(to)): \(what)"
            bars.append(Bar(from: from, to: to, style: "link", title: title, words: board))
        }
        for change in changes {
            switch change.kind {
            case .fault: break
            case .connected(let board): up[board] = change.time
            case .lost(let board):
                guard let from = up.removeValue(forKey: board) else { continue }
                add(board, from: from, to: change.time, "link lost")
                bars.append(
                    Bar(
                        from: change.time, to: change.time, style: "loss",
                        title: "\(Digits.seconds(change.time)): link to \(board) lost"))
            case .ended(let board):
                guard let from = up.removeValue(forKey: board) else { continue }
                add(board, from: from, to: change.time, "ended by the client")
            }
        }
        for (board, from) in up.sorted(by: { $0.key < $1.key }) {
            add(board, from: from, to: end, "up at the end")
        }
        return Row(label: "\(client.name): link", bars: bars, hasLabels: true)
    }

    private func links(_ host: HostResult) -> Row {
        let bars = host.links.flatMap { link in
            let board = link.board ?? link.peer.description
            let bar = Bar(
                from: link.began, to: link.ended ?? end, style: "link",
                title: "\(board), \(Digits.seconds(link.began)): \(link.reason)", words: board)
            guard link.isLost, let ended = link.ended else { return [bar] }
            return [bar, Bar(from: ended, to: ended, style: "loss", title: link.reason)]
        }
        return Row(label: "\(host.name): link", bars: bars, hasLabels: true)
    }

    private func steps(_ client: ClientResult) -> Row? {
        let bars = client.steps.compactMap { step -> Bar? in
            guard let started = step.started else { return nil }
            let (style, what) =
                switch step.outcome {
                case .done: ("done", step.detail)
                case .failed(let why): ("failed", why)
                case .running: ("running", "running when the run ended")
                case .notReached: ("running", "not reached")
                }
            let ended = step.ended ?? end
            let span = "\(Digits.seconds(started)) to \(Digits.seconds(ended))"
            return Bar(
                from: started, to: ended, style: "step \(style)",
                title: "\(step.title), \(span)" + (what.isEmpty ? "" : ": \(what)"),
                words: step.title)
        }
        guard !bars.isEmpty else { return nil }
        return Row(label: "\(client.name): steps", bars: bars, hasLabels: true)
    }

    private func series(_ series: Series, _ client: ClientResult) -> Row {
        var bars: [Bar] = []
        let source = series.source.inWords
        let samples = series.samples
        if let first = series.firstTime ?? samples.first?.time, let last = samples.last?.time {
            bars.append(
                Bar(
                    from: first, to: max(first, last), style: "stream",
                    title: "\(series.signal) of \(series.board), \(source)"
                        + (series.unheardInWords.map { "; \($0)" } ?? "")))
        }
        for gap in series.gaps ?? gaps(samples, SampleGaps(series)) {
            bars.append(
                Bar(
                    from: gap.lowerBound, to: gap.upperBound, style: "missing",
                    title: "samples missing, \(Digits.seconds(gap.lowerBound)) to "
                        + Digits.seconds(gap.upperBound)))
        }
        let lost = [(series.dropped, "dropped"), (series.missing, "missing")]
            .filter { $0.0 > 0 }.map { "\(Digits.grouped($0)) \($1)" }
        return Row(
            label: "\(client.name): \(series.signal), \(source)", bars: bars,
            remark: lost.isEmpty
                ? "\(Digits.grouped(series.received)) samples" : lost.joined(separator: ", "),
            isBad: !lost.isEmpty)
    }

    private func gaps(_ samples: [Series.Sample], _ gaps: SampleGaps) -> [ClosedRange<Instant>] {
        zip(samples, samples.dropFirst()).compactMap { earlier, later in
            guard later.time > earlier.time, gaps.isGap(from: earlier.time, to: later.time) else {
                return nil
            }
            return earlier.time...later.time
        }
    }

    /// A dot at the time of each decision.
    private var expectations: Row {
        let bars = result.expectations.map { expectation in
            let style =
                switch expectation.verdict {
                case .held: "held"
                case .failed: "missed"
                case .undecided, .unreached: "open"
                }
            return Bar(
                from: expectation.decided, to: expectation.decided, style: style,
                title: "\(expectation.title): \(expectation.detail)")
        }
        return Row(label: "expectations", bars: bars)
    }
}
