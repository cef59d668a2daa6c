import Motion
internal import Simulation
import Wire

/// Single and double taps (BST-BMI160-DS000, 2.6.4; BST-BMA255-DS004, 4.7.6): a slope above the
/// threshold begins a tap, which may ring for the shock time and must then be still for the quiet
/// time; a second one that begins within the window after it makes both a double tap.
struct TapDetector {
    /// Bit 0 double, bit 1 single (protocol, sensors 5.3).
    var mask: UInt8 = 0
    var config = Config()

    private enum Stage {
        case idle
        case shock(Instant)
        case quiet(Instant)
        case window(Instant)
        /// Not a tap: none is detected until a quiet time has passed.
        case noise(Instant)
    }

    private var stage = Stage.idle
    private var isSecond = false
    private var cause = AxisHit(axis: 0, isNegative: false)

    var isWanted: Bool { mask & 3 != 0 }

    mutating func reset() {
        stage = .idle
        isSecond = false
    }

    /// The notification for one slope in g, if any (protocol, sensors 5.3.3).
    mutating func next(_ slope: Vector3, range: Double, at time: Instant) -> UInt8? {
        let hit = slope.hit(above: Double(config.threshold) * range / 32, mask: 7)
        switch stage {
        case .idle:
            if let hit { begin(hit, isSecond: false, at: time) }
        case .shock(let end):
            guard time >= end else { break }
            if hit == nil { stage = .quiet(end + config.quietTime) } else { reject(at: time) }
        case .quiet(let end):
            if hit != nil {
                reject(at: time)
            } else if time >= end {
                return complete(at: time)
            }
        case .window(let end):
            if time > end {
                stage = .idle
                if let hit { begin(hit, isSecond: false, at: time) }
            } else if let hit {
                begin(hit, isSecond: true, at: time)
            }
        case .noise(let end):
            if hit != nil { reject(at: time) } else if time >= end { stage = .idle }
        }
        return nil
    }

    private mutating func reject(at time: Instant) {
        isSecond = false
        stage = .noise(time + config.quietTime)
    }

    private mutating func begin(_ hit: AxisHit, isSecond: Bool, at time: Instant) {
        // Axis and sign are those of the first tap.
        if !isSecond { cause = hit }
        self.isSecond = isSecond
        stage = .shock(time + config.shockTime)
    }

    private mutating func complete(at time: Instant) -> UInt8? {
        if isSecond {
            reset()
            return mask & 1 != 0 ? 1 | cause.bits(first: 2, sign: 5) : nil
        }
        stage = mask & 1 != 0 ? .window(time + config.window) : .idle
        return mask & 2 != 0 ? 2 | cause.bits(first: 2, sign: 5) : nil
    }

    /// INT_TAP (protocol, sensors 5.3.3).
    struct Config: Layout {
        var windowCode: UInt8 = 4
        var unused: UInt8 = 0
        /// 75 ms instead of 50.
        var isShockLong = false
        /// 20 ms instead of 30.
        var isQuietShort = false
        /// A 32nd of the range a step.
        var threshold: UInt8 = 0x0A
        var unusedHigh: UInt8 = 0
        /// Samples after a wake-up in the BMA255's low-power mode; kept.
        var samples: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&windowCode, bits: 3, "double-tap window")
            c(&unused, bits: 3, "unused")
            c(&isShockLong, "long shock")
            c(&isQuietShort, "short quiet")
            c(&threshold, bits: 5, "threshold")
            c(&unusedHigh, bits: 1, "unused")
            c(&samples, bits: 2, "samples")
        }

        private static let windows: [Int64] = [50, 100, 150, 200, 250, 375, 500, 700]
        var window: Nanoseconds { .milliseconds(Self.windows[Int(windowCode & 7)]) }
        var shockTime: Nanoseconds { .milliseconds(isShockLong ? 75 : 50) }
        var quietTime: Nanoseconds { .milliseconds(isQuietShort ? 20 : 30) }
    }
}
