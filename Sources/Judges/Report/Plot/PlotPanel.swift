import ScriptedClient
import Simulation

/// One series: its heading, truth and measurement, and the error below on its own scale.
struct PlotPanel {
    static let headHeight = 40.0
    static let errorGap = 6.0
    static let footHeight = 30.0

    let series: Series
    /// Where samples are missing, in the order of time.
    private let gaps: [ClosedRange<Instant>]
    /// Whether samples are missing before the one with the same index.
    private let isBroken: [Bool]
    private let hasTruth: Bool
    /// More than a quaternion's four could not be distinguished.
    let axes: Range<Int>
    /// A plot treats larger values as infinite.
    static let largestValue = 1e15

    init(_ unsorted: Series) {
        var series = unsorted
        // A log may arrive page by page, the newest page first.
        let samples = series.samples
        if zip(samples, samples.dropFirst()).contains(where: { $0.time > $1.time }) {
            series.samples.sort { $0.time < $1.time }
        }
        self.series = series
        gaps = series.gaps ?? Self.gaps(in: series)
        isBroken = Self.breaks(in: series.samples, gaps)
        axes = 0..<min(4, series.axes.count)
        hasTruth = series.samples.contains {
            $0.truth.count == $0.values.count && !$0.truth.isEmpty
        }
    }

    private static func gaps(in series: Series) -> [ClosedRange<Instant>] {
        let distances = SampleGaps(series)
        return zip(series.samples, series.samples.dropFirst()).compactMap {
            distances.isGap(from: $0.time, to: $1.time) ? $0.time...$1.time : nil
        }
    }

    /// A summary need not contain the samples beside a gap.
    private static func breaks(
        in samples: [Series.Sample], _ gaps: [ClosedRange<Instant>]
    ) -> [Bool] {
        var next = 0
        return samples.map { sample in
            var isBroken = false
            while next < gaps.count, gaps[next].upperBound <= sample.time {
                isBroken = true
                next += 1
            }
            return isBroken
        }
    }

    var height: Double { Self.headHeight + bodyHeight + Self.footHeight }

    /// From the top of the field to the bottom of the errors.
    var bodyHeight: Double { fieldHeight + (hasTruth ? Self.errorGap + errorHeight : 0) }

    private var fieldHeight: Double { series.samples.isEmpty ? 56 : 190 }

    /// One lane per axis, because overlapping noise is unreadable.
    private var laneHeight: Double { lanes.count == 1 ? 48 : 27 }
    private var errorHeight: Double { Double(lanes.count) * laneHeight }
    private var lanes: Range<Int> { 0..<min(axes.count, series.errorCount) }

    /// First and last sample; nil without samples.
    var times: ClosedRange<Double>? {
        var range: ClosedRange<Double>?
        for sample in series.samples { range.include(sample.time.exactSeconds) }
        return range
    }

    /// Everything but the heading, which is drawn above the marks of events.
    ///
    /// - Parameters:
    ///   - top: of the heading.
    ///   - column: pixels a thinned column is wide.
    func drawBody(
        top: Double, time: PlotScale, timeAxis: TimeAxis, column: Double, into svg: inout SVGText
    ) {
        let fieldTop = top + Self.headHeight
        let fieldBottom = fieldTop + fieldHeight
        let values = PlotScale(showing: valueRange, air: 0.06, from: fieldBottom, to: fieldTop)
        drawField(values, time, timeAxis, into: &svg)
        drawGaps(from: fieldTop, to: fieldBottom, time, into: &svg)
        drawMeasurement(values, time, column, into: &svg)
        svg.rectangle(time.start, fieldTop, time.end - time.start, fieldHeight, "frame")
        if hasTruth {
            for axis in axes {
                let path = line(column) { point($0, time, values) { $0.truth.at(axis) } }
                add(path, "truth", PlotPalette.axis(axis).truth, &svg)
            }
            drawErrors(top: fieldBottom + Self.errorGap, time, timeAxis, column, into: &svg)
        }
        svg.ticks(timeAxis.scale(time), 10, fieldTop + bodyHeight + 15, "tick")
    }

    private func drawMeasurement(
        _ values: PlotScale, _ time: PlotScale, _ column: Double, into svg: inout SVGText
    ) {
        let spacing = spacing(time)
        for axis in axes {
            let colour = PlotPalette.axis(axis).measurement
            let measured = { (i: Int) -> PlotCurve.Point in
                point(i, time, values) { $0.values.at(axis) }
            }
            if spacing >= 4 {
                let path = PlotCurve.dots(count: series.samples.count, point: measured)
                add(path, spacing >= 12 ? "large dots" : "dots", colour, &svg)
            } else {
                add(line(column, measured), "thin", colour, &svg)
            }
        }
    }

    /// Paper, grid and the ticks of the vertical axis.
    private func drawField(
        _ values: PlotScale, _ time: PlotScale, _ timeAxis: TimeAxis, into svg: inout SVGText
    ) {
        drawPaper(top: values.end, bottom: values.start, time, timeAxis, into: &svg)
        let middle = (values.start + values.end) / 2
        guard !series.samples.isEmpty else {
            svg.words(
                "no samples", (time.start + time.end) / 2, middle + 4, "tick", anchor: "middle")
            return
        }
        let (marks, decimals) = values.ticks(5)
        for tick in marks {
            let y = values.position(tick)
            svg.line(time.start, y, time.end, y, tick == 0 ? "zero" : "grid")
            svg.words(Digits.fixed(tick, decimals), time.start - 7, y + 4, "tick", anchor: "end")
        }
        let title = series.unit.isEmpty ? series.signal : "\(series.signal) (\(series.unit))"
        let room = values.start - values.end
        svg.raw(
            "<text transform=\"translate(16 \(SVGText.number(middle))) rotate(-90)\""
                + " text-anchor=\"middle\" class=\"small\">"
                + XMLText.escaped(SVGText.shortened(title, size: 11, to: room)) + "</text>")
    }

    private func drawPaper(
        top: Double, bottom: Double, _ time: PlotScale, _ timeAxis: TimeAxis,
        into svg: inout SVGText
    ) {
        svg.rectangle(time.start, top, time.end - time.start, bottom - top, "field")
        let timeScale = timeAxis.scale(time)
        for tick in timeScale.ticks(10).values {
            svg.line(timeScale.position(tick), top, timeScale.position(tick), bottom, "grid")
        }
    }

    /// Measurement minus truth, all lanes on one scale.
    private func drawErrors(
        top: Double, _ time: PlotScale, _ timeAxis: TimeAxis, _ column: Double,
        into svg: inout SVGText
    ) {
        drawPaper(top: top, bottom: top + errorHeight, time, timeAxis, into: &svg)
        drawGaps(from: top, to: top + errorHeight, time, into: &svg)
        let range = errorRange
        for axis in lanes {
            let laneTop = top + Double(axis) * laneHeight
            let middle = laneTop + laneHeight / 2
            if axis > 0 { svg.line(time.start, laneTop, time.end, laneTop, "frame") }
            svg.line(time.start, middle, time.end, middle, "zero")
            let errors = PlotScale(
                showing: range ?? -1...1, air: 0.06, from: laneTop + laneHeight, to: laneTop)
            let path = line(column) { index in
                point(index, time, errors) { sample in
                    series.error(sample, axis: axis)
                }
            }
            let palette = PlotPalette.axis(axis)
            add(path, "thin", palette.measurement, &svg)
            let name = SVGText.shortened(
                lanes.count == 1
                    ? (series.measure == .rotation ? "error \(series.errorUnit)" : "error")
                    : "error \(series.axes[axis])", size: 11, to: 50)
            svg.words(
                name, time.start - 7, middle + 4, "tick", anchor: "end", fill: palette.truth)
        }
        svg.rectangle(time.start, top, time.end - time.start, errorHeight, "frame")
    }

    /// A band wherever samples are missing; adjacent bands are merged.
    private func drawGaps(
        from top: Double, to bottom: Double, _ time: PlotScale, into svg: inout SVGText
    ) {
        var open: (start: Double, end: Double)?
        func close(_ svg: inout SVGText) {
            guard let band = open else { return }
            svg.rectangle(band.start, top, max(1, band.end - band.start), bottom - top, "gap")
        }
        for gap in gaps {
            let start = time.position(gap.lowerBound.exactSeconds)
            let end = time.position(gap.upperBound.exactSeconds)
            if let band = open, start - band.start < 1 || start - band.end < 1 {
                open = (band.start, max(band.end, end))
            } else {
                close(&svg)
                open = (start, end)
            }
        }
        close(&svg)
    }

    /// Mean distance of samples in pixels; dots are drawn where it is large.
    private func spacing(_ time: PlotScale) -> Double {
        guard let times, series.samples.count > 1 else { return .infinity }
        let pixels = time.position(times.upperBound) - time.position(times.lowerBound)
        return pixels / Double(series.samples.count)
    }

    private func line(_ column: Double, _ point: (Int) -> PlotCurve.Point) -> PlotPath {
        PlotCurve.line(
            count: series.samples.count, column: column, point: point,
            isBroken: { isBroken[$0] })
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
}

extension [Double] {
    /// Nil beyond the end: a sample may have fewer values than its series has axes.
    fileprivate func at(_ index: Int) -> Double? { index < count ? self[index] : nil }
}
