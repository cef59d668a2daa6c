import Checkout
import Declaration
import ScriptedClient
import Simulation
import Testing

@testable import Report

/// A plot of a long series is drawn from few of its samples and looks the same.
@Suite struct PlotSummaryTests {
    private static func summary(_ series: Series, most: Int, stretches: Int) -> Series {
        var empty = series
        empty.samples = []
        let summary = PlotSummary(empty, most: most, mostStretches: stretches)
        for sample in series.samples { summary.take(sample) }
        summary.complete(&empty)
        return empty
    }

    @Test func `a short series keeps every sample`() {
        let series = SampleResults.swing(rate: 100, duration: 5)
        let summary = Self.summary(series, most: 500, stretches: 64)
        #expect(summary.samples.count == series.samples.count && summary.gaps == nil)
    }

    /// Lowest and highest of every column, of measurement, truth and error.
    private static func columns(_ series: Series, width: Int64) -> [[Int64: ClosedRange<Double>]] {
        var columns = Array(repeating: [Int64: ClosedRange<Double>](), count: 9)
        let start = series.samples[0].time
        for sample in series.samples {
            let column = (sample.time - start).count / width
            for axis in 0..<3 {
                let error = series.error(sample, axis: axis) ?? 0
                for (i, value) in [sample.values[axis], sample.truth[axis], error].enumerated() {
                    var range = columns[3 * axis + i][column]
                    range.include(value)
                    columns[3 * axis + i][column] = range
                }
            }
        }
        return columns
    }

    @Test(.slow) func `of a long one the extremes of every stretch are kept`() throws {
        var series = SampleResults.swing(rate: 100, duration: 400)
        var random = RandomStream(seed: 3, purpose: "plot")
        for i in series.samples.indices {
            for axis in 0..<3 { series.samples[i].values[axis] += random.uniform() }
        }
        let summary = Self.summary(series, most: 1000, stretches: 256)
        #expect(summary.samples.count < 256 * 20 && summary.samples.count > 128 * 6)
        #expect(zip(summary.samples, summary.samples.dropFirst()).allSatisfy { $0.time <= $1.time })
        // The first ten seconds were 256 stretches, whose length doubled until they reached to the end.
        var width = Int64(10_000_000_000 / 256)
        while width * 256 < 400_000_000_000 { width *= 2 }
        #expect(Self.columns(series, width: width) == Self.columns(summary, width: width))
    }

    @Test func `gaps stay gaps, and what is whole has none`() throws {
        let whole = Self.summary(
            SampleResults.swing(rate: 100, duration: 100), most: 500, stretches: 64)
        #expect(whole.gaps == [])
        let series = SampleResults.swing(rate: 100, duration: 100, hole: 20...30)
        let summary = Self.summary(series, most: 500, stretches: 64)
        let gap = try #require(summary.gaps?.first)
        #expect(summary.gaps?.count == 1)
        #expect(abs(gap.lowerBound.seconds - 20) < 0.1 && abs(gap.upperBound.seconds - 30) < 0.1)
        func bands(_ series: Series) throws -> [[String: String]] {
            let text = SVGPlot(title: "hole", series: [series]).text()
            return try #require(XMLReader.elements(text))
                .filter { $0.name == "rect" && $0.attributes["class"] == "gap" }
                .map(\.attributes)
        }
        #expect(try bands(series) == bands(summary))
        #expect(try bands(summary).count == 3)
    }

    @Test func `many gaps become fewer`() throws {
        var series = SampleResults.swing(rate: 100, duration: 300)
        series.samples = series.samples.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        let summary = Self.summary(series, most: 100, stretches: 64)
        let gaps = try #require(summary.gaps)
        #expect(gaps.count <= 4096 && gaps.count > 0)
        let last = try #require(gaps.last).upperBound.seconds
        #expect(abs(last - 300) < 1)
    }

    @Test func `a series whose samples come in no order is summed up too`() throws {
        var series = SampleResults.swing(rate: 100, duration: 100)
        series.samples = Array(series.samples[5000...] + series.samples[..<5000])
        let summary = Self.summary(series, most: 500, stretches: 64)
        let times = summary.samples.map(\.time)
        #expect(times == times.sorted() && summary.samples.count > 64)
    }

    @Test func `lines that are written one by one are the file`() {
        let series = SampleResults.swing(rate: 50, duration: 2)
        var lines = MetaBaseCSV.Lines(of: series, in: MetaBaseCSV())
        var bytes: [UInt8] = []
        for sample in series.samples {
            lines.append(sample)
            bytes += lines.bytes
            lines.bytes = []
        }
        #expect(bytes == MetaBaseCSV().bytes(series))
    }
}
