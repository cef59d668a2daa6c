import Motion
import Wire

/// The BMI270's significant motion: a motion of the whole body, detected block by block.
///
/// The chip's algorithm is not published. This one follows what Bosch describes for later chips
/// (BST-BMI323: a block's peak-to-peak size and mean crossing rate between limits), with limits
/// that distinguish a walk from a nudge and from the vibration of a machine.
struct SignificantMotionFeature {
    /// Samples a block (protocol, sensors 5.5, bank 3).
    struct Bank: Layout {
        var blockSize: UInt16 = 250
        mutating func layout(_ c: inout some Coder) { c(&blockSize, "block size") }
    }

    var bank = Bank()
    private var samples = 0
    private var smooth: Double?
    private var mean = 0.0
    private var low = Double.infinity
    private var high = -Double.infinity
    private var crossings = 0
    private var isAbove = false
    private var wasSignificant = false

    /// Peak to peak, in g.
    private static let swings = 0.1...4.0
    /// Crossings of the mean per second: two for each step.
    private static let crossingRates = 1.5...8.0

    mutating func reset() {
        let kept = bank
        self = Self()
        bank = kept
    }

    /// Whether the sample ends the first block of a significant motion.
    mutating func next(_ a: Vector3, hertz: Double) -> Bool {
        let size = a.length
        let value = smooth.map { $0 + (size - $0) * 0.4 } ?? size
        if smooth == nil { mean = size }
        smooth = value
        mean += (value - mean) / hertz
        low = min(low, value)
        high = max(high, value)
        // A hundredth of g to either side, so that noise does not count as crossing.
        if value > mean + 0.01, !isAbove {
            isAbove = true
            crossings += 1
        } else if value < mean - 0.01, isAbove {
            isAbove = false
            crossings += 1
        }
        samples += 1
        guard samples >= max(1, Int(bank.blockSize)) else { return false }
        let rate = Double(crossings) * hertz / Double(samples)
        let isSignificant =
            Self.swings.contains(high - low) && Self.crossingRates.contains(rate)
        defer { wasSignificant = isSignificant }
        (samples, crossings, low, high) = (0, 0, .infinity, -.infinity)
        return isSignificant && !wasSignificant
    }
}
