/// How often something failed, with its uncertainty.
package struct FailureRate: Sendable, Equatable {
    package var failed: Int
    package var total: Int

    package init(_ failed: Int, of total: Int) {
        self.failed = failed
        self.total = total
    }

    /// 0 to 1; 0 if nothing was run.
    package var share: Double { total == 0 ? 0 : Double(failed) / Double(total) }

    /// Contains the true rate in 95 of 100 sweeps (Wilson 1927, score interval).
    package var interval: ClosedRange<Double> {
        guard total > 0 else { return 0...1 }
        let (z, n) = (1.959_963_984_540_054, Double(total))
        let middle = share + z * z / (2 * n)
        let width = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        let scale = 1 + z * z / n
        // Rounding must not exclude what was seen.
        let low = failed == 0 ? 0 : max(0, min(share, (middle - width) / scale))
        let high = failed == total ? 1 : min(1, max(share, (middle + width) / scale))
        return low...high
    }
}
