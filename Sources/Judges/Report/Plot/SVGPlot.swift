import ScenarioRun
import ScriptedClient

/// Received samples and truth in one picture: one panel per series, one below the other on one axis
/// of virtual time.
package struct SVGPlot: Sendable {
    /// The most series in one picture; `SVGPlot.pictures` makes several of more.
    package static let mostPanels = 6

    private static let width = 1040.0
    private static let left = 68.0
    private static let right = 1020.0

    /// The text above the panels.
    package var title: String
    /// One panel each, from top to bottom.
    package var series: [Series]
    /// Events to mark: links that began or ended, and faults.
    package var events: [RunEvent] = []
    /// The largest size in bytes; the picture is thinned to it.
    package var largestSize = 300_000

    /// All series of a run in as few pictures as possible; none without series.
    package static func pictures(
        _ result: RunResult, events: [RunEvent] = []
    ) -> [SVGPlot] {
        let all = result.clients.flatMap(\.series)
        return stride(from: 0, to: all.count, by: mostPanels).map { start in
            SVGPlot(
                title: result.scenario,
                series: Array(all[start..<min(start + mostPanels, all.count)]), events: events)
        }
    }

    /// `plot.svg`, `plot-2.svg` … with all series of a run.
    package static func files(
        _ result: RunResult, events: [RunEvent] = []
    ) -> [ReportFile] {
        pictures(result, events: events).enumerated().map { i, plot in
            ReportFile(name: i == 0 ? fileName : "plot-\(i + 1).svg", text: plot.text())
        }
    }

    /// The file of the first picture.
    package static let fileName = "plot.svg"

    package func text() -> String {
        var column = 1.0
        var text = draw(column: column)
        // Dots are not thinned, but there are at most one per four pixels.
        while text.utf8.count > largestSize, column < 64 {
            column *= 1.5
            text = draw(column: column)
        }
        return text
    }

    private func draw(column: Double) -> String {
        let panels = series.prefix(Self.mostPanels).map { PlotPanel($0) }
        var range: ClosedRange<Double>?
        for panel in panels {
            if let times = panel.times {
                range.include(times.lowerBound)
                range.include(times.upperBound)
            }
        }
        for event in events { range.include(event.time.exactSeconds) }
        let time = PlotScale(showing: range, air: 0.01, from: Self.left, to: Self.right)
        let axis = TimeAxis(range: time.highest - time.lowest)
        let marks = EventMarks(events, scale: time, left: Self.left, right: Self.right)
        let headHeight = 62.0
        let marksHeight = marks.rows == 0 ? 0 : Double(marks.rows) * EventMarks.rowHeight + 8
        let top = headHeight + marksHeight
        let height = panels.reduce(top) { $0 + $1.height } + 14

        var svg = SVGText()
        let n = SVGText.number
        svg.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        svg.raw(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(n(Self.width))\""
                + " height=\"\(n(height))\" viewBox=\"0 0 \(n(Self.width)) \(n(height))\""
                + " role=\"img\">")
        svg.raw("<title>\(XMLText.escaped(title)): truth against measurement</title>")
        svg.raw(PlotPalette.style)
        svg.rectangle(0, 0, Self.width, height, "paper")
        drawHead(&svg)
        var panelTop = top
        for panel in panels {
            panel.drawBody(top: panelTop, time: time, timeAxis: axis, column: column, into: &svg)
            let bodyTop = panelTop + PlotPanel.headHeight
            for mark in marks.marks {
                svg.line(mark.x, bodyTop, mark.x, bodyTop + panel.bodyHeight, mark.style)
            }
            panelTop += panel.height
        }
        svg.words(axis.title, Self.right, panelTop + 2, "small", anchor: "end")
        drawWords(marks, top: headHeight, bottom: top + PlotPanel.headHeight, into: &svg)
        panelTop = top
        for panel in panels {
            panel.drawHead(top: panelTop, time: time, into: &svg)
            panelTop += panel.height
        }
        svg.raw("</svg>")
        return svg.text
    }

    /// Lines first, so that labels stay readable.
    private func drawWords(
        _ marks: EventMarks, top: Double, bottom: Double, into svg: inout SVGText
    ) {
        let baseline = { (mark: EventMarks.Mark) in
            top + Double(mark.row) * EventMarks.rowHeight + 10
        }
        for mark in marks.marks where mark.textX != nil {
            svg.line(mark.x, baseline(mark) + 3, mark.x, bottom, mark.style)
        }
        for mark in marks.marks {
            if let x = mark.textX { svg.words(mark.words, x, baseline(mark), "halo small") }
        }
    }

    private func drawHead(_ svg: inout SVGText) {
        let room = Self.right - Self.left
        svg.words(SVGText.shortened(title, size: 20, to: room), Self.left, 28, "title")
        let ink = "#3b424c"
        svg.raw("<path d=\"M68,44h22\" class=\"truth\" stroke=\"\(ink)\"/>")
        svg.words("truth", 96, 48, "small")
        svg.raw("<path d=\"M140,44h22\" class=\"dots\" stroke=\"#b4bcc6\"/>")
        svg.words("received by the client", 168, 48, "small")
        svg.rectangle(290, 38, 22, 12, "gap")
        svg.words("samples missing", 318, 48, "small")
    }
}
