/// Resamples given times to a uniform grid.
struct UniformGrid {
    /// Hz.
    let rate: Double
    /// The times to resample from, or nil if they are practically uniform.
    private let times: [Double]?

    init(rate: Double) {
        self.rate = rate
        times = nil
    }

    /// `lines` are the lines of the times, for the message.
    ///
    /// Times that stay within 0.6 of an interval, or the millisecond that files round to, of a
    /// straight line are clock jitter, and the samples are used unchanged; others are interpolated.
    init(times: [Double], lines: [Int]) throws(RecordingError) {
        for i in 1..<times.count where times[i] < times[i - 1] {
            throw RecordingError(
                line: lines[i], column: 1,
                problem: "the time goes back by \(times[i - 1] - times[i]) s: sort the rows")
        }
        let first = times[0]
        let span = times[times.count - 1] - first
        guard span > 0 else {
            throw RecordingError(
                line: lines[0], column: 1,
                problem: "all rows have the same time: check the time column, or give the rate")
        }
        let mean = span / Double(times.count - 1)
        let isUniform = times.indices.allSatisfy {
            (times[$0] - first - Double($0) * mean).magnitude
                < max(0.6 * mean, 0.0011)
        }
        if isUniform {
            rate = 1 / mean
            self.times = nil
            return
        }
        let steps: [Double] = zip(times.dropFirst(), times).map { $0 - $1 }
        let gaps = steps.filter { $0 > 0 }.sorted()
        let median = gaps[gaps.count / 2]
        // Bridged gaps must neither make up most of the recording nor fill the memory.
        guard span / median < 20 * Double(times.count) else {
            throw RecordingError(
                line: lines[0], column: 1,
                problem: "gaps of very different size: cut the recording where it was interrupted")
        }
        rate = 1 / median
        self.times = times
    }

    /// The samples on the grid: a cubic between them whose slopes never overshoot (Fritsch and
    /// Butland, 1984), so that a gap is bridged without an oscillation.
    func resample(_ samples: [Vector3]) -> [Vector3] {
        guard let times, !samples.isEmpty else { return samples }
        var result: [Vector3] = []
        let count = Int(((times[times.count - 1] - times[0]) * rate + 1e-6).rounded(.down)) + 1
        result.reserveCapacity(count)
        var i = 0
        for k in 0..<count {
            let t = times[0] + Double(k) / rate
            while i + 2 < times.count, times[i + 1] <= t { i += 1 }
            let width = times[i + 1] - times[i]
            guard width > 0 else {
                result.append(samples[i])
                continue
            }
            let u = max(0, min(1, (t - times[i]) / width))
            result.append(
                Vector3.hermite(
                    samples[i], samples[i + 1], slope(samples, times, i) * width,
                    slope(samples, times, i + 1) * width, u))
        }
        return result
    }

    /// The harmonic mean of the slopes on both sides, zero at an extreme.
    private func slope(_ samples: [Vector3], _ times: [Double], _ i: Int) -> Vector3 {
        guard i > 0, i + 1 < times.count else { return .zero }
        let before = max(times[i] - times[i - 1], 1e-9)
        let after = max(times[i + 1] - times[i], 1e-9)
        let a = (samples[i] - samples[i - 1]) * (1 / before)
        let b = (samples[i + 1] - samples[i]) * (1 / after)
        func mean(_ a: Double, _ b: Double) -> Double {
            a * b > 0
                ? 3 * (before + after) / ((2 * after + before) / a + (after + 2 * before) / b) : 0
        }
        return Vector3(mean(a.x, b.x), mean(a.y, b.y), mean(a.z, b.z))
    }
}

extension Vector3 {
    /// A cubic from `a` to `b` with the slopes `p` and `q` there.
    static func hermite(_ a: Self, _ b: Self, _ p: Self, _ q: Self, _ u: Double) -> Self {
        let d = b - a
        return a + (p + (d * 3 - p * 2 - q + (p + q - d * 2) * u) * u) * u
    }

    /// x, y or z by number.
    subscript(axis: Int) -> Double {
        get { axis == 0 ? x : axis == 1 ? y : z }
        set {
            switch axis {
            case 0: x = newValue
            case 1: y = newValue
            default: z = newValue
            }
        }
    }
}
