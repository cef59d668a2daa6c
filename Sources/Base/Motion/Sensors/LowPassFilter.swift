/// A second-order Butterworth low-pass for three axes, by the bilinear transform.
struct LowPassFilter {
    private let b0: Double
    private let a1: Double
    private let a2: Double
    private var state1 = Vector3.zero
    private var state2 = Vector3.zero
    private var isPrimed = false

    /// -3 dB at `cutoff` Hz for samples at `rate` Hz; nil if the cutoff is at or above half the
    /// rate, because there is nothing to filter.
    init?(cutoff: Double, rate: Double) {
        guard cutoff > 0, cutoff < rate * 0.499 else { return nil }
        let k = Elementary.tangent(.pi * cutoff / rate)
        let norm = 1 / (1 + 2.squareRoot() * k + k * k)
        b0 = k * k * norm
        a1 = 2 * (k * k - 1) * norm
        a2 = (1 - 2.squareRoot() * k + k * k) * norm
    }

    /// The next filtered value; the filter starts in the steady state of its first input.
    @inline(__always) mutating func next(_ x: Vector3) -> Vector3 {
        if !isPrimed {
            isPrimed = true
            state2 = x * (b0 - a2)
            state1 = x * (2 * b0 - a1) + state2
        }
        let bx = x * b0
        let y = bx + state1
        state1 = bx * 2 - y * a1 + state2
        state2 = bx - y * a2
        return y
    }
}
