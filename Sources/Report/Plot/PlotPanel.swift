import Scenario
import Simulation

/// One series: its heading, truth against measurement, and the error below on a scale of its own.
struct PlotPanel {
    static let headHeight = 40.0
    static let fieldHeight = 190.0
    static let errorHeight = 64.0
    static let errorGap = 8.0
    static let footHeight = 38.0

    let series: Series
    private let gaps: SampleGaps
    private let hasTruth: Bool
    /// More than a quaternion's four could not be told apart.
    private let axes: Range<Int>
    /// Values beyond this are as good as infinite for a plot.
    private static let largestValue = 1e15

    init(_ series: Series) {
        self.series = series
        gaps = SampleGaps(series)
        axes = 0..<min(4, series.axes.count)
        hasTruth = series.samples.contains {
            $0.truth.count == $0.values.count && !$0.truth.isEmpty
        }
    }

    var height: Double {
        Self.headHeight + Self.fieldHeight + (hasTruth ? Self.errorGap + Self.errorHeight : 0)
            + Self.footHeight
    }

    /// First and last sample; nil without samples.
    var times: ClosedRange<Double>? {
        var range: ClosedRange<Double>?
        for sample in series.samples { range.include(sample.time.exactSeconds) }
        return range
    }

    /// - Parameters:
    ///   - top: of the heading.
    ///   - column: pixels a thinned column is wide.
    func draw(
        top: Double, time: PlotScale, timeAxis: TimeAxis, column: Double, into svg: inout SVGText
    ) {
        drawHead(top: top, time: time, into: &svg)
        let fieldTop = top + Self.headHeight
        let fieldBottom = fieldTop + Self.fieldHeight
        let values = PlotScale(
            showing: valueRange, air: 0.06, from: fieldBottom, to: fieldTop)
        drawField(values, title: series.unit, ticks: 5, time, timeAxis, into: &svg)
        var bottom = fieldBottom
        if series.samples.isEmpty {
            svg.words(
                "no samples", (time.start + time.end) / 2, (fieldTop + fieldBottom) / 2, "head",
                anchor: "middle", fill: "#8a929c")
        }
        drawGaps(from: fieldTop, to: fieldBottom, time, into: &svg)
        let isSparse = isSparse(time)
        for axis in axes {
            let colour = PlotPalette.axis(axis).measurement
            let measured = { (i: Int) -> PlotCurve.Point in
                point(i, time, values) { $0.values.at(axis) }
            }
            let path =
                isSparse
                ? PlotCurve.dots(count: series.samples.count, point: measured)
                : line(column, measured)
            add(path, isSparse ? "dots" : "thin", colour, &svg)
        }
        if hasTruth {
            for axis in axes {
                let path = line(column) { point($0, time, values) { $0.truth.at(axis) } }
                add(path, "truth", PlotPalette.axis(axis).truth, &svg)
            }
            bottom = drawErrors(top: fieldBottom + Self.errorGap, time, timeAxis, column, &svg)
        }
        svg.rectangle(time.start, fieldTop, time.end - time.start, Self.fieldHeight, "frame")
        let (ticks, decimals) = timeAxis.scale(time).ticks(10)
        for tick in ticks {
            let x = timeAxis.scale(time).position(tick)
            svg.words(Digits.fixed(tick, decimals), x, bottom + 15, "tick", anchor: "middle")
        }
        svg.words(timeAxis.title, time.end, bottom + 30, "small", anchor: "end")
    }

    private func drawHead(top: Double, time: PlotScale, into svg: inout SVGText) {
        let rate = series.rateInWords.map { ", \($0)" } ?? ""
        let name = "\(series.board) · \(series.signal), \(series.source.inWords)\(rate)"
        svg.words(
            SVGText.shortened(name, size: 14.5, to: time.end - time.start - 300), time.start,
            top + 14, "head")
        var facts = ["\(Digits.grouped(series.received)) of \(Digits.grouped(series.made)) samples"]
        if series.missing > 0 { facts.append("\(Digits.grouped(series.missing)) missing") }
        if let error = series.errorInWords { facts.append("error RMS / max \(error)") }
        if let latency = series.latency {
            facts.append("latency mean / max \(Digits.spans(latency.mean, latency.largest))")
        }
        svg.words(facts.joined(separator: "   ·   "), time.start, top + 31, "small")
        var x = time.end
        for (i, axis) in Array(zip(axes, series.axes)).reversed() {
            let palette = PlotPalette.axis(i)
            let words = SVGText.shortened(axis, size: 12, to: 80)
            svg.words(words, x, top + 14, "tick", anchor: "end")
            x -= SVGText.width(words, size: 12) + 6
            svg.raw(
                "<path d=\"M\(SVGText.number(x - 20)),\(SVGText.number(top + 10))h20\""
                    + " class=\"dots\" stroke=\"\(palette.measurement)\"/>")
            svg.raw(
                "<path d=\"M\(SVGText.number(x - 20)),\(SVGText.number(top + 10))h20\""
                    + " class=\"truth\" stroke=\"\(palette.truth)\"/>")
            x -= 36
        }
    }

    /// Paper, grid and the ticks of the vertical axis.
    private func drawField(
        _ values: PlotScale, title: String, ticks: Int, _ time: PlotScale, _ timeAxis: TimeAxis,
        into svg: inout SVGText
    ) {
        svg.rectangle(
            time.start, values.end, time.end - time.start, values.start - values.end, "field")
        let timeScale = timeAxis.scale(time)
        for tick in timeScale.ticks(10).values {
            let x = timeScale.position(tick)
            svg.line(x, values.end, x, values.start, "grid")
        }
        let (marks, decimals) = values.ticks(ticks)
        for tick in marks {
            let y = values.position(tick)
            svg.line(time.start, y, time.end, y, tick == 0 ? "zero" : "grid")
            svg.words(
                Digits.fixed(tick, decimals), time.start - 7, y + 4, "tick", anchor: "end")
        }
        let middle = (values.start + values.end) / 2
        svg.raw(
            "<text transform=\"translate(16 \(SVGText.number(middle))) rotate(-90)\""
                + " text-anchor=\"middle\" class=\"small\">"
                + XMLText.escaped(SVGText.shortened(title, size: 11, to: values.start - values.end))
                + "</text>")
    }

    private func drawErrors(
        top: Double, _ time: PlotScale, _ timeAxis: TimeAxis, _ column: Double,
        _ svg: inout SVGText
    ) -> Double {
        let bottom = top + Self.errorHeight
        let errors = PlotScale(showing: errorRange, air: 0.08, from: bottom, to: top)
        drawField(errors, title: "error", ticks: 3, time, timeAxis, into: &svg)
        drawGaps(from: top, to: bottom, time, into: &svg)
        for axis in axes {
            let path = line(column) { index in
                point(index, time, errors) { sample in
                    guard let value = sample.values.at(axis), let truth = sample.truth.at(axis)
                    else { return nil }
                    return value - truth
                }
            }
            add(path, "thin", PlotPalette.axis(axis).measurement, &svg)
        }
        svg.rectangle(time.start, top, time.end - time.start, Self.errorHeight, "frame")
        return bottom
    }

    /// A band wherever samples are missing; bands that touch are one.
    private func drawGaps(
        from top: Double, to bottom: Double, _ time: PlotScale, into svg: inout SVGText
    ) {
        var open: (start: Double, end: Double)?
        func close(_ svg: inout SVGText) {
            guard let band = open else { return }
            svg.rectangle(band.start, top, max(1, band.end - band.start), bottom - top, "gap")
        }
        for i in series.samples.indices.dropFirst() where isBroken(i) {
            let start = time.position(series.samples[i - 1].time.exactSeconds)
            let end = time.position(series.samples[i].time.exactSeconds)
            if let band = open, start - band.start < 1 || start - band.end < 1 {
                open = (band.start, max(band.end, end))
            } else {
                close(&svg)
                open = (start, end)
            }
        }
        close(&svg)
    }

    /// Far enough apart that each sample can be a dot.
    private func isSparse(_ time: PlotScale) -> Bool {
        guard let times, series.samples.count > 1 else { return true }
        let pixels = time.position(times.upperBound) - time.position(times.lowerBound)
        return pixels / Double(series.samples.count) >= 4
    }

    private func isBroken(_ index: Int) -> Bool {
        index > 0
            && gaps.isGap(from: series.samples[index - 1].time, to: series.samples[index].time)
    }

    private func line(_ column: Double, _ point: (Int) -> PlotCurve.Point) -> PlotPath {
        PlotCurve.line(
            count: series.samples.count, column: column, point: point, isBroken: isBroken)
    }

    private func point(
        _ index: Int, _ time: PlotScale, _ values: PlotScale,
        _ value: (Series.Sample) -> Double?
    ) -> PlotCurve.Point {
        let sample = series.samples[index]
        let x = time.position(sample.time.exactSeconds)
        guard let value = value(sample), value.magnitude < Self.largestValue else {
            return (x, .nan)
        }
        return (x, values.position(value))
    }

    private func add(_ path: PlotPath, _ style: String, _ colour: String, _ svg: inout SVGText) {
        guard !path.bytes.isEmpty else { return }
        svg.raw("<path class=\"\(style)\" stroke=\"\(colour)\" d=\"\(path.text)\"/>")
    }

    private var valueRange: ClosedRange<Double>? {
        var range: ClosedRange<Double>?
        for sample in series.samples {
            for value in sample.values where value.magnitude < Self.largestValue {
                range.include(value)
            }
            for value in sample.truth where value.magnitude < Self.largestValue {
                range.include(value)
            }
        }
        return range
    }

    private var errorRange: ClosedRange<Double>? {
        var largest = 0.0
        for sample in series.samples where sample.truth.count == sample.values.count {
            for (value, truth) in zip(sample.values, sample.truth) {
                let error = (value - truth).magnitude
                if error < Self.largestValue { largest = max(largest, error) }
            }
        }
        return largest > 0 ? -largest...largest : nil
    }
}

extension [Double] {
    /// Nil beyond the end: a sample may have fewer values than its series has axes.
    fileprivate func at(_ index: Int) -> Double? { index < count ? self[index] : nil }
}

extension ClosedRange<Double>? {
    mutating func include(_ value: Double) {
        self =
            self.map { Swift.min($0.lowerBound, value)...Swift.max($0.upperBound, value) }
            ?? value...value
    }
}
