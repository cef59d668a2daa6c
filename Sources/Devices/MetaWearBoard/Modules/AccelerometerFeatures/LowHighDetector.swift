import Motion
internal import Simulation
import Wire

/// Free fall and impact (BST-BMI160-DS000, 2.6.7 and 2.6.8; BST-BMA255-DS004, 4.7.9 and 4.7.10).
struct LowHighDetector {
    /// Bits 0 to 2 high-g on x, y, z; bit 3 low-g (protocol, sensors 5.3).
    var mask: UInt8 = 0
    var config: Config
    /// A step of both durations: 2.5 ms on the BMI160, 2 ms on the BMA255.
    let durationStep: Nanoseconds

    private var low = Held()
    private var high = Held()
    private var highCause = AxisHit(axis: 0, isNegative: false)

    init(_ config: Config, durationStep: Nanoseconds) {
        self.config = config
        self.durationStep = durationStep
    }

    var isWanted: Bool { mask & 0x0F != 0 }

    mutating func reset() {
        low = Held()
        high = Held()
    }

    /// The notification for one sample in g, if any (protocol, sensors 5.3.1).
    mutating func next(_ a: Vector3, range: Double, at time: Instant) -> UInt8? {
        if mask & 8 != 0 {
            let threshold = Double(config.lowThreshold) * 0.00781
            let hysteresis = Double(config.lowHysteresis) * 0.125
            let size = a.magnitudes
            let value =
                config.isSum ? size.x + size.y + size.z : max(size.x, size.y, size.z)
            let delay = durationStep * (Int64(config.lowDuration) + 1)
            if low.next(
                value < threshold, isOver: value > threshold + hysteresis, delay, time)
            {
                return 2
            }
        }
        if mask & 7 != 0 {
            // 7.81 mg and 125 mg a step at 2 g, and in proportion to the range.
            let scale = range / 2
            let threshold = Double(config.highThreshold) * 0.00781 * scale
            let hysteresis = Double(config.highHysteresis) * 0.125 * scale
            let hit = a.hit(above: threshold, mask: mask)
            if let hit, !high.isPending { highCause = hit }
            let isOver = a.hit(above: threshold - hysteresis, mask: mask) == nil
            let delay = durationStep * (Int64(config.highDuration) + 1)
            if high.next(hit != nil, isOver: isOver, delay, time) {
                return 1 | highCause.bits(first: 2, sign: 5)
            }
        }
        return nil
    }

    /// A condition that must hold for a time, and must end before it counts again.
    private struct Held {
        private var since: Instant?
        private var isAsserted = false
        var isPending: Bool { since != nil || isAsserted }

        mutating func next(
            _ holds: Bool, isOver: Bool, _ delay: Nanoseconds, _ time: Instant
        ) -> Bool {
            if isAsserted {
                if isOver { isAsserted = false }
                return false
            }
            guard holds else {
                since = nil
                return false
            }
            let start = since ?? time
            since = start
            guard time - start >= delay else { return false }
            isAsserted = true
            since = nil
            return true
        }
    }

    /// INT_LOWHIGH (protocol, sensors 5.3.1).
    struct Config: Layout {
        var lowDuration: UInt8 = 0x07
        var lowThreshold: UInt8 = 0x30
        var lowHysteresis: UInt8 = 1
        var isSum = false
        var unused: UInt8 = 0
        var highHysteresis: UInt8 = 2
        var highDuration: UInt8 = 0x0B
        var highThreshold: UInt8 = 0xC0

        mutating func layout(_ c: inout some Coder) {
            c(&lowDuration, "low duration")
            c(&lowThreshold, "low threshold")
            c(&lowHysteresis, bits: 2, "low hysteresis")
            c(&isSum, "sum of axes")
            c(&unused, bits: 3, "unused")
            c(&highHysteresis, bits: 2, "high hysteresis")
            c(&highDuration, "high duration")
            c(&highThreshold, "high threshold")
        }
    }
}
