import Checkout
import Declaration
import ScenarioRun
import ScriptedClient
import Simulation
import Testing

@testable import Report

@Suite struct SVGPlotTests {
    private func elements(_ plot: SVGPlot) throws -> [XMLReader.Element] {
        try #require(XMLReader.elements(plot.text()))
    }

    private func paths(_ elements: [XMLReader.Element], _ style: String) -> [XMLReader.Element] {
        elements.filter { $0.name == "path" && $0.attributes["class"] == style }
    }

    private func longestPath(_ elements: [XMLReader.Element], _ style: String) -> String? {
        paths(elements, style).compactMap { $0.attributes["d"] }.max { $0.count < $1.count }
    }

    @Test func `truth is a line, sparse measurement dots, an error lane an axis`() throws {
        let series = SampleResults.swing(rate: 10, duration: 8)
        let all = try elements(SVGPlot(title: "swing", series: [series]))
        let inPlot = { (style: String) in
            paths(all, style).filter { ($0.attributes["d"]?.utf8.count ?? 0) > 100 }
        }
        #expect(inPlot("truth").count == 3)
        #expect(inPlot("dots").count == 3)
        #expect(inPlot("thin").count == 3)
        let strokes = Set(inPlot("truth").compactMap { $0.attributes["stroke"] })
        #expect(strokes.count == 3)
        // One dot a sample.
        let dots = try #require(inPlot("dots").first?.attributes["d"])
        #expect(dots.split(separator: "h0").count == 80)
    }

    @Test func `an orientation has one error, its angle`() throws {
        var series = SampleResults.swing(rate: 100, duration: 8)
        series.measure = .rotation
        series.axes = ["w", "x", "y", "z"]
        // Turned by two degrees about z, all along.
        for i in series.samples.indices {
            series.samples[i].values = [0.99984770, 0, 0, 0.01745241]
            series.samples[i].truth = [1, 0, 0, 0]
        }
        #expect(abs(try #require(series.rootMeanSquareError) - 2) < 1e-4)
        #expect(series.errorCount == 1)
        #expect(SVGPlot(title: "turn", series: [series]).text().contains("error deg"))
    }

    @Test func `missing samples break the curves and leave a band`() throws {
        let series = SampleResults.swing(rate: 100, duration: 60, hole: 20...30)
        let all = try elements(SVGPlot(title: "hole", series: [series]))
        let bands = all.filter { $0.name == "rect" && $0.attributes["class"] == "gap" }
        // The legend's, the field's and that of the errors.
        #expect(bands.count == 3)
        for band in bands.dropFirst() {
            let x = try #require(Double(band.attributes["x"] ?? ""))
            let width = try #require(Double(band.attributes["width"] ?? ""))
            #expect(abs(width - 952 / 61.2 * 10) < 1)
            #expect(abs(x - (68 + 952 / 61.2 * 20.6)) < 1)
        }
        let truth = try #require(longestPath(all, "truth"))
        #expect(truth.count { $0 == "M" || $0 == "m" } == 2)
    }

    @Test func `without missing samples nothing is broken`() throws {
        let series = SampleResults.swing(rate: 100, duration: 60)
        let all = try elements(SVGPlot(title: "whole", series: [series]))
        #expect(all.count { $0.attributes["class"] == "gap" } == 1)
        let truth = try #require(longestPath(all, "truth"))
        #expect(truth.count { $0 == "M" || $0 == "m" } == 1)
    }

    @Test(arguments: [
        (100.0, 0.01, 0.0149, false), (100.0, 0.01, 0.0151, true), (0.0, 0.5, 0.74, false),
        (0.0, 0.5, 0.76, true), (.nan, 0.5, 0.76, true),
    ])
    func `a gap is more than one and a half periods, configured or usual`(
        rate: Double, usual: Double, distance: Double, isGap: Bool
    ) {
        var series = SampleResults.swing(rate: 1 / usual, duration: 20 * usual)
        series.rate = rate
        let end = SampleResults.seconds(10) + .seconds(distance)
        #expect(SampleGaps(series).isGap(from: SampleResults.seconds(10), to: end) == isGap)
    }

    @Test func `thinning keeps every peak`() throws {
        var series = SampleResults.swing(rate: 100, duration: 600)
        series.samples[31_415].values[0] = 50
        let scale = PlotScale(showing: 0...600, air: 0, from: 0, to: 900)
        let path = PlotCurve.line(
            count: series.samples.count, column: 1,
            point: {
                (scale.position(series.samples[$0].time.seconds), -series.samples[$0].values[0])
            }, isBroken: { _ in false })
        var y = 0.0
        var highest = 0.0
        for step in path.text.matches(of: #/[Mml](-?[\d.]+),?(-?[\d.]+)/#) {
            y += try #require(Double(step.2))
            highest = max(highest, -y)
        }
        #expect(abs(highest - 50) < 0.2)
        #expect(path.text.utf8.count < 900 * 2 * 12)
    }

    @Test(.slow) func `six long series fit into the size`() {
        let series = (0..<6).map { _ in SampleResults.swing(rate: 50, duration: 300) }
        #expect(SVGPlot(title: "long", series: series).text().utf8.count <= 300_000)
    }

    @Test func `lost links, new ones and those that a client ended are marked apart`() throws {
        let events = [
            RunEvent(SampleResults.seconds(20), .lost(board: "wrist"), client: "phone"),
            RunEvent(SampleResults.seconds(30), .connected(board: "wrist"), client: "phone"),
            RunEvent(SampleResults.seconds(40), .ended(board: "wrist"), client: "phone"),
        ]
        let plot = SVGPlot(
            title: "", series: [SampleResults.swing(rate: 10, duration: 60)], events: events)
        let all = try elements(plot)
        #expect(paths(all, "bad").count == 2)
        #expect(paths(all, "good").count == 2)
        #expect(paths(all, "event").count == 2)
        let words = all.filter { $0.name == "text" }.map(\.text)
        for name in ["link lost", "connected", "link ended"] { #expect(words.contains(name)) }
    }

    @Test func `many moments do not pile up`() throws {
        let events = (0..<500).map {
            RunEvent(SampleResults.seconds(Double($0) / 10), .fault("event \($0)"))
        }
        let scale = PlotScale(showing: 0...60, air: 0, from: 68, to: 1020)
        let marks = EventMarks(events, scale: scale, left: 68, right: 1020)
        #expect(marks.marks.count == EventMarks.most)
        #expect(marks.rows == EventMarks.mostRows)
        for row in 0..<marks.rows {
            let places = marks.marks.filter { $0.textX != nil && $0.row == row }
            for (a, b) in zip(places, places.dropFirst()) {
                let end = try #require(a.textX) + SVGText.width(a.words, size: EventMarks.size)
                #expect(try #require(b.textX) > end)
            }
        }
    }

    @Test(arguments: [
        (0.0, 10.0, 5, ["0", "2", "4", "6", "8", "10"]),
        (-1.0, 1.0, 5, ["-1.0", "-0.5", "0.0", "0.5", "1.0"]),
        (0.0, 0.0, 5, ["-0.010", "-0.005", "0.000", "0.005", "0.010"]),
        (21.5, 21.75, 5, ["21.50", "21.55", "21.60", "21.65", "21.70", "21.75"]),
        (0.0, 3600.0, 4, ["0", "1000", "2000", "3000"]),
    ])
    func `ticks are round numbers`(low: Double, high: Double, count: Int, words: [String]) {
        let (values, decimals) = PlotScale(showing: low...high, air: 0, from: 0, to: 1)
            .ticks(count)
        #expect(values.map { Digits.fixed($0, decimals) } == words)
    }

    @Test(arguments: HostileResults.all) func `always well-formed and drawn within the paper`(
        hostile: HostileResults
    ) throws {
        let event = RunEvent(.zero, .fault("a\u{1}<b>"))
        for plot in SVGPlot.pictures(hostile.result, events: [event]) {
            let all = try elements(plot)
            #expect(all.contains { $0.name == "svg" })
            let text = plot.text()
            #expect(!text.contains("nan") || hostile.name.contains("number"))
            for path in all where path.name == "path" {
                let d = path.attributes["d"] ?? ""
                #expect(d.wholeMatch(of: #/([MmLlh][-\d.,]+)+/#) != nil, "\(d)")
            }
        }
    }

    @Test func `more series than a picture holds make more pictures`() {
        let result = SampleResults.small {
            $0.clients[0].series = Array(repeating: $0.clients[0].series[0], count: 14)
        }
        #expect(SVGPlot.pictures(result).map(\.series.count) == [6, 6, 2])
        #expect(SVGPlot.pictures(SampleResults.small { $0.clients = [] }).isEmpty)
    }
}
