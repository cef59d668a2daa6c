/// The Allan deviation of a sensor at rest, which separates noise density and bias instability
/// (IEEE 952, annex C).
package struct AllanDeviation: Sendable {
    /// One point of the curve.
    package struct Point: Equatable, Sendable {
        /// Averaging time in seconds.
        package let tau: Double
        /// The deviation in units.
        package let deviation: Double
        /// The approximate number of independent differences behind it.
        package let weight: Double
    }

    /// Points with rising averaging times.
    package let points: [Point]

    /// The overlapping estimate from samples at `rate` Hz, at averaging times in steps of
    /// `ratio` up to a `share` of the record.
    package init(_ samples: [Double], rate: Double, ratio: Double = 1.5, share: Double = 0.1) {
        var sums = [0.0]
        sums.reserveCapacity(samples.count + 1)
        for sample in samples { sums.append(sums[sums.count - 1] + sample) }
        var points: [Point] = []
        var size = 1.0
        while size <= Double(samples.count) * share {
            let m = Int(size)
            let count = samples.count - 2 * m + 1
            // Neighbouring averages overlap almost entirely: sixteen starts an average are as good
            // as all.
            let step = max(1, m / 16)
            var (sum, taken) = (0.0, 0.0)
            for i in stride(from: 0, to: count, by: step) {
                let difference = sums[i + 2 * m] - 2 * sums[i + m] + sums[i]
                sum += difference * difference
                taken += 1
            }
            if taken > 0 {
                points.append(
                    Point(
                        tau: Double(m) / rate,
                        deviation: (sum / (2 * taken)).squareRoot() / Double(m),
                        weight: Double(samples.count) / Double(m)))
            }
            size = max(size + 1, (size * ratio).rounded())
        }
        self.points = points
    }

    /// The mean curve of several records of one length, such as the three axes.
    package init(mean curves: [AllanDeviation]) {
        var points: [Point] = []
        for (index, point) in (curves.first?.points ?? []).enumerated() {
            let same = curves.compactMap { index < $0.points.count ? $0.points[index] : nil }
            let variance =
                same.reduce(0) { $0 + $1.deviation * $1.deviation } / Double(same.count)
            points.append(
                Point(
                    tau: point.tau, deviation: variance.squareRoot(),
                    weight: same.reduce(0) { $0 + $1.weight }))
        }
        self.points = points
    }

    /// The white noise in unit/√Hz (one-sided) and the bias instability in units whose sum N²/τ +
    /// (0.664 B)² is nearest to the curve between two averaging times.
    ///
    /// Least squares on relative errors of the variance, weighted by the points' weights.
    package func fit(
        from shortest: Double = 0, to longest: Double = .infinity
    ) -> (noiseDensity: Double, biasInstability: Double) {
        var (aa, ab, bb, ay, by) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for point in points where point.tau >= shortest && point.tau <= longest {
            let variance = point.deviation * point.deviation
            guard variance > 0 else { continue }
            let (a, b) = (1 / (point.tau * variance), 1 / variance)
            aa += point.weight * a * a
            ab += point.weight * a * b
            bb += point.weight * b * b
            ay += point.weight * a
            by += point.weight * b
        }
        let determinant = aa * bb - ab * ab
        guard determinant > 0 else { return (0, 0) }
        let white = max(0, (ay * bb - by * ab) / determinant)
        let floor = max(0, (by * aa - ay * ab) / determinant)
        return (
            (2 * white).squareRoot(),
            (floor / (2 * Elementary.logarithm(2) / .pi)).squareRoot()
        )
    }
}
