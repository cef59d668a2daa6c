import ScriptedClient
import Simulation

/// Where samples of a series are missing.
struct SampleGaps {
    /// In virtual nanoseconds; nil if the samples do not determine it.
    let period: Int64?

    /// The configured rate, or the median distance of samples for a signal without one.
    init(_ series: Series) {
        if series.rate.isFinite, series.rate > 1e-6, series.rate < 1e9 {
            period = Int64(1e9 / series.rate)
            return
        }
        let samples = series.samples
        guard samples.count > 2 else {
            period = nil
            return
        }
        // A few thousand distances give the median as well as a million.
        let stride = max(1, samples.count / 4096)
        var distances: [Int64] = []
        for i in Swift.stride(from: 1, to: samples.count, by: stride) {
            distances.append(samples[i].time.nanoseconds &- samples[i - 1].time.nanoseconds)
        }
        distances.sort()
        period = distances[distances.count / 2]
    }

    /// Whether one sample or more are missing between two neighbours.
    func isGap(from earlier: Instant, to later: Instant) -> Bool {
        guard let period, period > 0 else { return false }
        return later.nanoseconds &- earlier.nanoseconds > period + period / 2
    }
}
