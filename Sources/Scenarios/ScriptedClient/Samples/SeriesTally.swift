import Simulation

/// Receives the samples of one series as they arrive.
package protocol SampleSink: AnyObject {
    /// The next sample in the order of arrival.
    func take(_ sample: Series.Sample)
}

/// Receives every series as it begins, for files and plots of its samples.
package protocol SeriesObserver: AnyObject {
    /// - Parameters:
    ///   - series: what it is; nothing has come yet.
    ///   - number: `Series.number` of its result.
    ///   - client: who gets it.
    /// - Returns: the receiver of its samples; nil for none.
    func began(_ series: Series, number: Int, of client: String) -> (any SampleSink)?
    /// - Parameters:
    ///   - series: the columns of what perfect sensors on a board would measure.
    ///   - board: its place in the scenario.
    /// - Returns: the receiver of the rows; nil for none.
    func truth(_ series: Series, board: Int) -> (any SampleSink)?
}

extension SeriesObserver {
    package func truth(_ series: Series, board: Int) -> (any SampleSink)? { nil }
}

/// The figures of one series, added up as its samples come.
package final class SeriesTally {
    /// The series without samples and figures.
    package let series: Series
    private let sink: (any SampleSink)?
    @exclusivity(unchecked) private(set) var figures: ErrorTally
    @exclusivity(unchecked) private var delays: Int128 = 0
    @exclusivity(unchecked) private var delayed = 0
    @exclusivity(unchecked) private var largestDelay: Int64 = 0
    @exclusivity(unchecked) private var firstTime: Instant?
    /// What expectations ask about, each by its place in the scenario.
    @exclusivity(unchecked) private var bounds: [(expectation: Int, tally: ErrorTally)] = []
    @exclusivity(unchecked) private var kept: [Series.Sample]?

    /// - Parameters:
    ///   - bounds: expectations about its errors.
    ///   - keepsSamples: the result has every sample.
    package init(
        _ series: Series, sink: (any SampleSink)?,
        bounds: [(expectation: Int, samples: SampleSelection)], keepsSamples: Bool
    ) {
        self.series = series
        self.sink = sink
        figures = ErrorTally(series)
        self.bounds = bounds.map { ($0.expectation, ErrorTally(series, $0.samples)) }
        kept = keepsSamples ? [] : nil
    }

    var received: Int { figures.received }

    /// What an expectation asks about, by its place in the scenario.
    package func figures(for expectation: Int) -> ErrorTally? {
        bounds.first { $0.expectation == expectation }?.tally
    }

    /// - Parameters:
    ///   - made: when the board made the sample; nil if that is not known.
    ///   - stamp: when the client believes that it was made; nil: when it was received.
    package func take(
        time made: Instant?, arrival: Instant, stamp: Instant? = nil, _ values: [Double],
        _ truth: [Double]
    ) {
        if let made {
            let delay = (arrival - made).count
            delays += Int128(delay)
            delayed += 1
            largestDelay = max(largestDelay, delay)
        }
        let time = made ?? arrival
        firstTime = firstTime ?? time
        figures.take(time, values, truth)
        for i in bounds.indices { bounds[i].tally.take(time, values, truth) }
        guard sink != nil || kept != nil else { return }
        let sample = Series.Sample(
            time: time, arrival: arrival, stamp: stamp, values: values, truth: truth)
        sink?.take(sample)
        kept?.append(sample)
    }

    /// The series with its figures.
    package func result(made: Int, dropped: Int, unheard: Int = 0) -> Series {
        var result = series
        result.made = made
        result.dropped = dropped
        result.unheard = unheard
        result.firstTime = firstTime
        var known = Series.Figures()
        known.received = figures.received
        known.rootMeanSquareError = figures.rootMeanSquare
        known.largestError = figures.largest
        if delayed > 0 {
            known.meanLatency = Nanoseconds(Int64(delays / Int128(delayed)))
            known.largestLatency = Nanoseconds(largestDelay)
        }
        if series.measure == .rotation { known.errorUnit = "deg" }
        result.figures = known
        result.samples = kept ?? []
        return result
    }
}

/// Which samples of a series an expectation judges, and how.
package struct SampleSelection {
    /// Those that were made before do not count.
    package var from: Nanoseconds
    /// Whether a quaternion's first heading is taken as true.
    package var isHeadingFree: Bool

    package init(from: Nanoseconds, isHeadingFree: Bool) {
        self.from = from
        self.isHeadingFree = isHeadingFree
    }
}

/// How far samples are from the truth, added up.
package struct ErrorTally {
    private let measure: Series.ErrorMeasure
    private let errorCount: Int
    private let start: Instant?
    private let isHeadingFree: Bool
    /// By what the truth is turned, once the first sample has come.
    private var heading: [Double]?
    package private(set) var received = 0
    private var squares = 0.0
    private var count = 0
    /// nil without truth.
    package private(set) var largest: Double?

    /// - Parameter selection: which samples count, and whether north does; nil for all as they are.
    init(_ series: Series, _ selection: SampleSelection? = nil) {
        measure = series.measure
        errorCount = series.errorCount
        start = selection.flatMap { $0.from > .zero ? .zero + $0.from : nil }
        isHeadingFree = selection?.isHeadingFree ?? false
    }

    /// nil without truth.
    package var rootMeanSquare: Double? {
        count == 0 ? nil : (squares / Double(count)).squareRoot()
    }

    mutating func take(_ time: Instant, _ values: [Double], _ truth: [Double]) {
        if let start, time < start { return }
        if received == 0, isHeadingFree {
            heading = OrientationError.heading(of: values, over: truth)
        }
        received += 1
        guard truth.count == values.count, !truth.isEmpty else { return }
        let truth = heading.map { OrientationError.turned(truth, by: $0) } ?? truth
        for axis in 0..<min(errorCount, truth.count) {
            guard let error = measure.error(values, truth, axis: axis) else { continue }
            squares += error * error
            count += 1
            largest = max(largest ?? 0, abs(error))
        }
    }
}
