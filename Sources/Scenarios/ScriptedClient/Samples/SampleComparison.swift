import MetaWearTables
import Simulation

/// How far samples that a program outside received are from the truth, and how late they are.
package struct SampleComparison {
    /// A sample as its receiver has it.
    package struct Sample {
        /// When it was made, by its receiver's reckoning, in seconds.
        package var time: Double
        package var values: [Double]

        package init(time: Double, values: [Double]) {
            self.time = time
            self.values = values
        }
    }

    /// Root mean square and largest of the errors, over all axes.
    package let rootMeanSquare: Double
    package let largest: Double
    package let unit: String
    /// How much later the samples' times are than those at which they fit the truth best, in
    /// seconds; nil if the truth hardly changes, so that any time fits.
    package let delay: Double?

    /// - Parameters:
    ///   - range: delays that are tried, in seconds.
    ///   - end: the present, after which there is no truth.
    package init(
        _ samples: [Sample], of kind: Measurand, with truth: Truth,
        delays range: ClosedRange<Double>, end: Instant
    ) {
        let search = DelaySearch(samples, kind.measure, truth, end)
        delay = search.delay(in: range)
        let series = search.series(kind, delay: delay ?? range.nearest(to: 0))
        rootMeanSquare = series.rootMeanSquareError ?? 0
        largest = series.largestError ?? 0
        unit = series.errorUnit
    }
}

/// Finds the delay at which samples fit the truth best.
private struct DelaySearch {
    private let samples: [SampleComparison.Sample]
    private let measure: Series.ErrorMeasure
    private let truth: Truth
    private let end: Double
    /// Some of them, for the first search.
    private let few: [SampleComparison.Sample]
    private let spacing: Double

    /// More products of candidates and samples are not compared.
    private static let most = 4_000_000

    init(
        _ samples: [SampleComparison.Sample], _ measure: Series.ErrorMeasure, _ truth: Truth,
        _ end: Instant
    ) {
        self.samples = samples
        self.measure = measure
        self.truth = truth
        self.end = end.seconds
        let step = max(1, samples.count / 400)
        few = stride(from: 0, to: samples.count, by: step).map { samples[$0] }
        let span = (samples.last?.time ?? 0) - (samples.first?.time ?? 0)
        spacing = samples.count > 1 ? min(max(span / Double(samples.count - 1), 0.001), 0.02) : 0.02
    }

    /// nil if all are equally good.
    func delay(in range: ClosedRange<Double>) -> Double? {
        let count = Int(((range.upperBound - range.lowerBound) / spacing).rounded(.up)) + 1
        guard count > 1 else { return nil }
        let step = (range.upperBound - range.lowerBound) / Double(count - 1)
        let candidates = (0..<count).map { range.lowerBound + Double($0) * step }
        let table = TruthTable(
            truth, from: few.map(\.time).min().map { $0 - range.upperBound } ?? 0,
            to: few.map(\.time).max().map { $0 - range.lowerBound } ?? 0, step: step, end: end)
        let thinned = max(1, few.count * count / Self.most)
        let used = stride(from: 0, to: few.count, by: thinned).map { few[$0] }
        let errors = candidates.map { delay in
            used.reduce(0.0) { $0 + square($1.values, table[$1.time - delay]) }
        }
        guard let least = errors.min(), let most = errors.max(), most > 1.2 * least,
            most > 1e-12 * Double(used.count)
        else { return nil }
        // Of a periodic motion several are as good; the nearest to none is meant.
        let good = candidates.indices.filter { i in
            errors[i] <= least + 0.02 * (most - least)
                && (i == 0 || errors[i] <= errors[i - 1])
                && (i == count - 1 || errors[i] <= errors[i + 1])
        }
        guard let best = good.min(by: { abs(candidates[$0]) < abs(candidates[$1]) }) else {
            return nil
        }
        return refined(candidates[best], within: step, in: range)
    }

    /// The golden section around a candidate.
    private func refined(
        _ middle: Double, within step: Double, in range: ClosedRange<Double>
    ) -> Double {
        var (low, high) = (
            max(range.lowerBound, middle - step), min(range.upperBound, middle + step)
        )
        let ratio = (5.0.squareRoot() - 1) / 2
        for _ in 0..<24 {
            let (a, b) = (high - ratio * (high - low), low + ratio * (high - low))
            if error(at: a) < error(at: b) { high = b } else { low = a }
        }
        return (low + high) / 2
    }

    private func error(at delay: Double) -> Double {
        var ideal: [Double] = []
        return few.reduce(0.0) { sum, sample in
            truth.read(at: moment(sample, delay), beside: sample.values, into: &ideal)
            return sum + square(sample.values, ideal)
        }
    }

    private func square(_ values: [Double], _ ideal: [Double]) -> Double {
        guard values.count == ideal.count else { return 0 }
        if measure == .rotation {
            let error = measure.error(values, ideal, axis: 0) ?? 180
            return error * error
        }
        var sum = 0.0
        for axis in values.indices {
            let error = measure.error(values, ideal, axis: axis) ?? 0
            sum += error * error
        }
        return sum
    }

    private func moment(_ sample: SampleComparison.Sample, _ delay: Double) -> Instant {
        let seconds = min(max(sample.time - delay, 0), end)
        return .zero + Nanoseconds(Int64((seconds * 1e9).rounded()))
    }

    /// All samples beside their truth.
    func series(_ kind: Measurand, delay: Double) -> Series {
        var ideal: [Double] = []
        var series = Series(
            board: "", signal: "", unit: kind.shown.unit,
            axes: (samples.first?.values ?? []).map { _ in "" }, source: .stream, rate: 0)
        series.measure = measure
        series.samples = samples.map { sample in
            let time = moment(sample, delay)
            truth.read(at: time, beside: sample.values, into: &ideal)
            return Series.Sample(time: time, arrival: time, values: sample.values, truth: ideal)
        }
        return series
    }
}

/// True values at even steps.
private struct TruthTable {
    private let start: Double
    private let step: Double
    private let values: [[Double]]

    init(_ truth: Truth, from start: Double, to last: Double, step: Double, end: Double) {
        self.start = start
        self.step = step
        values = (0...Int(((last - start) / step).rounded(.up))).map { place in
            let seconds = min(max(start + Double(place) * step, 0), end)
            return truth.values(at: .zero + Nanoseconds(Int64((seconds * 1e9).rounded())))
        }
    }

    /// Those nearest to a time.
    subscript(time: Double) -> [Double] {
        values[min(max(Int(((time - start) / step).rounded()), 0), values.count - 1)]
    }
}

extension ClosedRange<Double> {
    fileprivate func nearest(to value: Double) -> Double {
        Swift.min(Swift.max(value, lowerBound), upperBound)
    }
}
