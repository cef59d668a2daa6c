import ScriptedClient
import Simulation

/// The samples of a series that its plot needs, for runs of any length.
///
/// Up to a limit it keeps all. Beyond that, time is divided into intervals finer than a column of
/// pixels. Of each interval it keeps the first sample, the last, and those with the lowest or the
/// highest measurement, truth or error of an axis: a plot that is thinned to columns looks the same.
/// When there are too many intervals, pairs of them are merged.
package final class PlotSummary: SampleSink {
    private let series: Series
    private let most: Int
    private let mostStretches: Int
    /// All of them, while they are few.
    private var samples: [Series.Sample] = []
    private var summary: Summary?

    /// - Parameters:
    ///   - most: samples that are kept as they are.
    ///   - mostStretches: more than twice the columns of a plot.
    package init(_ series: Series, most: Int = 8192, mostStretches: Int = 2048) {
        self.series = series
        self.most = most
        self.mostStretches = mostStretches
    }

    package func take(_ sample: Series.Sample) {
        if summary != nil { return summary?.take(sample) ?? () }
        samples.append(sample)
        guard samples.count > most else { return }
        var known = series
        known.samples = samples
        var new = Summary(known, mostStretches)
        for sample in samples { new.take(sample) }
        summary = new
        samples = []
    }

    /// Puts the samples into the series of a result.
    package func complete(_ series: inout Series) {
        series.samples = summary?.samples ?? samples
        series.gaps = summary?.gaps
    }
}

/// The extremes of each stretch of time.
private struct Summary {
    private let series: Series
    private let mostStretches: Int
    private let distances: SampleGaps
    private let origin: Int64
    /// Of a stretch, in nanoseconds.
    private var width: Int64
    /// In the order of time.
    private var stretches: [Stretch] = []
    private var last: Instant?
    private(set) var gaps: [ClosedRange<Instant>] = []
    private static let mostGaps = 4096

    /// - Parameter series: with some samples, at least one.
    init(_ series: Series, _ mostStretches: Int) {
        self.series = series
        self.mostStretches = mostStretches
        distances = SampleGaps(series)
        let times = series.samples.map(\.time.nanoseconds)
        origin = times.min() ?? 0
        let length = (times.max() ?? 0).subtractingReportingOverflow(origin)
        width = max(1, (length.overflow ? .max : length.partialValue) / Int64(mostStretches))
    }

    mutating func take(_ sample: Series.Sample) {
        if let last {
            if distances.isGap(from: last, to: sample.time) { add(last...sample.time) }
        }
        last = sample.time
        let index = index(of: sample.time)
        if stretches.last.map({ $0.index < index }) ?? true {
            stretches.append(Stretch(index, sample, series))
        } else {
            let place = place(of: index)
            if stretches[place].index == index {
                stretches[place].take(sample, series)
            } else {
                stretches.insert(Stretch(index, sample, series), at: place)
            }
        }
        while stretches.count > mostStretches { halve() }
    }

    private func index(of time: Instant) -> Int64 {
        let distance = time.nanoseconds.subtractingReportingOverflow(origin)
        let nanoseconds = distance.overflow ? Int64.max : distance.partialValue
        let whole = nanoseconds.quotientAndRemainder(dividingBy: width)
        return whole.remainder < 0 ? whole.quotient - 1 : whole.quotient
    }

    /// Of the first stretch that is not before an index.
    private func place(of index: Int64) -> Int {
        var low = 0
        var high = stretches.count
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].index < index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Halves the resolution.
    private mutating func halve() {
        width = width > .max / 2 ? .max : width * 2
        var merged: [Stretch] = []
        merged.reserveCapacity(stretches.count / 2 + 1)
        for var stretch in stretches {
            stretch.index >>= 1
            if let before = merged.last, before.index == stretch.index {
                for sample in stretch.samples { merged[merged.count - 1].take(sample, series) }
            } else {
                merged.append(stretch)
            }
        }
        stretches = merged
    }

    /// Merges gaps that are close to each other when there are too many.
    private mutating func add(_ gap: ClosedRange<Instant>) {
        gaps.append(gap)
        var distance = width
        while gaps.count > Self.mostGaps {
            var merged: [ClosedRange<Instant>] = []
            for gap in gaps {
                if let before = merged.last,
                    gap.lowerBound.nanoseconds &- before.upperBound.nanoseconds < distance
                {
                    merged[merged.count - 1] =
                        before.lowerBound...max(before.upperBound, gap.upperBound)
                } else {
                    merged.append(gap)
                }
            }
            gaps = merged
            distance = distance > .max / 2 ? .max : distance * 2
        }
    }

    /// The kept samples, in the order of time.
    var samples: [Series.Sample] {
        stretches.flatMap(\.samples)
    }
}

/// The samples of one stretch of time that a plot may need.
private struct Stretch {
    var index: Int64
    private var first: Series.Sample
    private var last: Series.Sample
    /// Of each curve, the lowest and the highest, with what it is.
    private var extremes:
        [(low: Double, lowest: Series.Sample, high: Double, highest: Series.Sample)?]

    init(_ index: Int64, _ sample: Series.Sample, _ series: Series) {
        self.index = index
        first = sample
        last = sample
        extremes = Array(repeating: nil, count: 2 * series.axes.count + series.errorCount)
        take(sample, series)
    }

    mutating func take(_ sample: Series.Sample, _ series: Series) {
        last = sample
        let axes = series.axes.count
        for axis in 0..<axes {
            if axis < sample.values.count { take(sample.values[axis], sample, curve: axis) }
            if axis < sample.truth.count { take(sample.truth[axis], sample, curve: axes + axis) }
        }
        for axis in 0..<series.errorCount {
            guard let error = series.error(sample, axis: axis) else { break }
            take(error, sample, curve: 2 * axes + axis)
        }
    }

    private mutating func take(_ value: Double, _ sample: Series.Sample, curve: Int) {
        guard value.magnitude < PlotPanel.largestValue else { return }
        guard let known = extremes[curve] else {
            extremes[curve] = (value, sample, value, sample)
            return
        }
        if value < known.low {
            extremes[curve]?.low = value
            extremes[curve]?.lowest = sample
        }
        if value > known.high {
            extremes[curve]?.high = value
            extremes[curve]?.highest = sample
        }
    }

    /// In the order of time, each once.
    var samples: [Series.Sample] {
        var all = [first, last]
        for case let extreme? in extremes { all += [extreme.lowest, extreme.highest] }
        all.sort { ($0.time, $0.arrival) < ($1.time, $1.arrival) }
        var distinct: [Series.Sample] = []
        for sample in all {
            if let last = distinct.last, last.time == sample.time, last.arrival == sample.arrival,
                last.values == sample.values
            {
                continue
            }
            distinct.append(sample)
        }
        return distinct
    }
}
