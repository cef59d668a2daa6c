/// Resamples given times to a uniform grid.
struct UniformGrid {
    /// When the samples were taken.
    let spacing: SampleSpacing

    /// The samples on the grid: a cubic between them whose slopes never overshoot (Fritsch and
    /// Butland, 1984), so that a gap is bridged without an oscillation.
    func resample(_ samples: [Vector3]) -> [Vector3] {
        guard let places = spacing.places, !samples.isEmpty else { return samples }
        var result: [Vector3] = []
        let count = Int((places[places.count - 1] + 1e-6).rounded(.down)) + 1
        result.reserveCapacity(count)
        var i = 0
        for k in 0..<count {
            let place = Double(k)
            while i + 2 < places.count, places[i + 1] <= place { i += 1 }
            let width = places[i + 1] - places[i]
            guard width > 0 else {
                result.append(samples[i])
                continue
            }
            let u = max(0, min(1, (place - places[i]) / width))
            result.append(
                Vector3.hermite(
                    samples[i], samples[i + 1], slope(samples, places, i) * width,
                    slope(samples, places, i + 1) * width, u))
        }
        return result
    }

    /// The harmonic mean of the slopes on both sides, zero at an extreme.
    private func slope(_ samples: [Vector3], _ places: [Double], _ i: Int) -> Vector3 {
        guard i > 0, i + 1 < places.count else { return .zero }
        let before = max(places[i] - places[i - 1], 1e-9)
        let after = max(places[i + 1] - places[i], 1e-9)
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
