/// A chip's low-pass for three axes: a second-order Butterworth filter at the converter's rate, of
/// which one value in many is taken.
///
/// At the output's rate that is a filter with the same poles and one zero, found so that filtered
/// white noise has the same correlation from sample to sample: what the chip passes above half the
/// output rate folds down, so the noise is nearly flat up to there, as in recordings of boards (a
/// filter designed at the output's rate by the bilinear transform has nothing at half of it).
struct LowPassFilter {
    private let b0: Double
    private let b1: Double
    private let a1: Double
    private let a2: Double
    private var state1 = Vector3.zero
    private var state2 = Vector3.zero
    private var isPrimed = false

    /// -3 dB at `cutoff` Hz for samples at `rate` Hz; nil if the cutoff is at or above half the
    /// rate, because there is nothing to filter.
    init?(cutoff: Double, rate: Double) {
        guard cutoff > 0, cutoff < rate * 0.499 else { return nil }
        // Both parts of the poles, times the sampling interval.
        let pole = 2.squareRoot() * .pi * cutoff / rate
        func decay(_ n: Double) -> Double { Elementary.exponential(-pole * n) }
        func cosine(_ n: Double) -> Double { Elementary.cosine(pole * n) }
        func sine(_ n: Double) -> Double { Elementary.sine(pole * n) }
        a1 = -2 * decay(1) * cosine(1)
        a2 = decay(2)
        // The correlation of the chip's filtered noise after 0 and 1 samples, whose scale is
        // not needed, and what the poles leave of it.
        let r = (0...3).map { decay(Double($0)) * (cosine(Double($0)) + sine(Double($0))) }
        let a = [1, a1, a2]
        func left(_ lag: Int) -> Double {
            var sum = 0.0
            for i in 0...2 {
                for j in 0...2 { sum += a[i] * a[j] * r[Swift.abs(lag + i - j)] }
            }
            return sum
        }
        let together = max(0, left(0) + 2 * left(1)).squareRoot()
        let apart = max(0, left(0) - 2 * left(1)).squareRoot()
        // The larger one acts on the newest sample: the delay is then below a sample.
        let gain = (1 + a1 + a2) / together
        b0 = gain * (together + apart) / 2
        b1 = gain * (together - apart) / 2
    }

    /// The next filtered value; the filter starts in the steady state of its first input.
    @inline(__always) mutating func next(_ x: Vector3) -> Vector3 {
        if !isPrimed {
            isPrimed = true
            state2 = x * -a2
            state1 = x * (1 - b0)
        }
        let y = x * b0 + state1
        state1 = x * b1 - y * a1 + state2
        state2 = y * -a2
        return y
    }
}
