import Simulation

/// The samples of one signal that a client received, with the true values.
package struct Series: Sendable {
    /// How the samples came to the client.
    package enum Source: String, CaseIterable, Sendable { case stream, log }

    /// How a sample is compared with its truth.
    package enum ErrorMeasure: String, Sendable {
        /// Value less truth, axis by axis.
        case difference
        /// Axis by axis in degrees, modulo 360.
        case angles
        /// The angle in degrees between two orientations, given as quaternions.
        case rotation

        /// Of one axis, or the whole orientation; there are as many true values as measured ones.
        func error(_ values: [Double], _ truth: [Double], axis: Int) -> Double? {
            if self == .rotation { return OrientationError.degrees(values, truth) }
            let difference = values[axis] - truth[axis]
            guard self == .angles else { return difference }
            return difference - 360 * (difference / 360).rounded()
        }
    }

    package struct Sample: Sendable {
        /// When the sensor made it, by the board's truth; by the client's reckoning if nothing
        /// matched.
        package var time: Instant
        /// When the client received it.
        package var arrival: Instant
        /// When the client believes that it was made: by its tick, or else when it was received.
        package var stamp: Instant
        /// One value for each name in `axes`.
        package var values: [Double]
        /// The true values at `time`; empty where there is no truth to compare.
        package var truth: [Double]

        /// A sample with the truth beside it.
        ///
        /// - Parameter stamp: nil: when it was received.
        package init(
            time: Instant, arrival: Instant, stamp: Instant? = nil, values: [Double],
            truth: [Double]
        ) {
            self.time = time
            self.arrival = arrival
            self.stamp = stamp ?? arrival
            self.values = values
            self.truth = truth
        }
    }

    /// The figures of all samples, for a series that does not hold them all.
    package struct Figures: Sendable, Equatable {
        package var received = 0
        /// Root mean square of the errors; nil without truth.
        package var rootMeanSquareError: Double?
        /// The largest error; nil without truth.
        package var largestError: Double?
        /// Of the errors, if it is another than that of the values.
        package var errorUnit: String?
        /// Mean time from sample to client; nil without samples whose time is known.
        package var meanLatency: Nanoseconds?
        /// Largest time from sample to client; nil without samples whose time is known.
        package var largestLatency: Nanoseconds?

        /// The figures of no samples.
        package init() {}
    }

    /// The signal of a table that has what perfect sensors would measure.
    package static let truthSignal = "truth"

    /// The board's name in the scenario.
    package var board: String
    /// As scenarios name it: `acceleration`.
    package var signal: String
    /// Of values and truth; empty for a plain number.
    package var unit: String
    /// `x`, `y`, `z`; one name a value.
    package var axes: [String]
    /// How the samples came.
    package var source: Source
    /// Samples a second as configured; 0 for a signal without a rate.
    package var rate: Double
    /// Samples that the sensor made while the client had it switched on, and somebody could hear it.
    package var made: Int
    /// Samples of a stream that the sensor made beside them while nobody was connected.
    package var unheard = 0
    /// Samples that the board dropped because a buffer was full.
    package var dropped: Int
    /// In the order of their arrival: all of them, those that a plot needs, or none, depending on
    /// the options of the run.
    package var samples: [Sample]
    /// Where samples are missing, in the order of time; nil if `samples` has all that came.
    package var gaps: [ClosedRange<Instant>]?
    /// When the first sample that arrived was made; nil if none is known.
    package var firstTime: Instant?
    /// Counts the series of a run as they begin; nil of a series that comes from a report.
    package var number: Int?
    /// How samples are compared with the truth.
    package var measure = ErrorMeasure.difference
    /// What all samples come to; nil if they are all here.
    package var figures: Figures?
    /// The file that has the samples, without a folder; nil if there is none.
    package var file: String?

    /// A signal that a client receives.
    package init(
        board: String, signal: String, unit: String, axes: [String], source: Source, rate: Double,
        made: Int = 0, dropped: Int = 0, samples: [Sample] = []
    ) {
        self.board = board
        self.signal = signal
        self.unit = unit
        self.axes = axes
        self.source = source
        self.rate = rate
        self.made = made
        self.dropped = dropped
        self.samples = samples
    }

    package var received: Int { figures?.received ?? samples.count }

    /// Samples that the sensor made, that the board did not drop, and that the client never had:
    /// lost with a link that ended, or refused by a full log.
    ///
    /// made = received + dropped + missing.
    package var missing: Int { max(0, made - received - dropped) }

    /// Root mean square of measurement less truth over all axes, in units; nil without truth.
    package var rootMeanSquareError: Double? {
        if let figures { return figures.rootMeanSquareError }
        var sum = 0.0
        var count = 0
        forEachError {
            sum += $0 * $0; count += 1
        }
        return count == 0 ? nil : (sum / Double(count)).squareRoot()
    }

    /// The largest distance of one axis from its truth, in units; nil without truth.
    package var largestError: Double? {
        if let figures { return figures.largestError }
        var largest: Double?
        forEachError { largest = max(largest ?? 0, abs($0)) }
        return largest
    }

    /// Of the errors: degrees for orientations, else that of the values.
    package var errorUnit: String { figures?.errorUnit ?? (measure == .rotation ? "deg" : unit) }

    /// How many errors a sample has: one an axis, one for an orientation as a whole.
    package var errorCount: Int { measure == .rotation ? 1 : axes.count }

    /// Value less truth of one axis, or the angle between two orientations as the only one; nil
    /// without truth.
    package func error(_ sample: Sample, axis: Int) -> Double? {
        guard sample.truth.count == sample.values.count, axis < min(errorCount, sample.truth.count)
        else { return nil }
        return measure.error(sample.values, sample.truth, axis: axis)
    }

    private func forEachError(_ body: (Double) -> Void) {
        for sample in samples where !sample.truth.isEmpty {
            for i in 0..<errorCount { if let error = error(sample, axis: i) { body(error) } }
        }
    }

    /// Mean and largest time from sample to client; nil without samples.
    package var latency: (mean: Nanoseconds, largest: Nanoseconds)? {
        if let figures {
            return figures.meanLatency.flatMap { mean in
                figures.largestLatency.map { (mean, $0) }
            }
        }
        guard !samples.isEmpty else { return nil }
        // The delays of a million entries that were in flash for three hours overflow 64 bits.
        var sum: Int128 = 0
        var largest: Int64 = 0
        for sample in samples {
            let delay = (sample.arrival - sample.time).count
            sum += Int128(delay)
            largest = max(largest, delay)
        }
        return (Nanoseconds(Int64(sum / Int128(samples.count))), Nanoseconds(largest))
    }
}
