import Motion
internal import Simulation
import Wire

/// Any, slow, no and significant motion: all use the slope, the difference of consecutive samples
/// (BST-BMI160-DS000, 2.6.2, 2.6.3 and 2.6.9; BST-BMA255-DS004, 4.7.5 and 4.7.11).
struct MotionDetector {
    /// Bits 0 to 2 any or significant motion on x, y, z; bits 3 to 5 slow or no motion; bit 6, on
    /// the BMA255, chooses no motion (protocol, sensors 5.3 and 5.3.2).
    var mask: UInt8 = 0
    var config = Config()

    private var any = Counted()
    private var slow = Counted()
    private var quietSince: Instant?
    private var isQuiet = false
    private var search = Search.first

    /// The progress of the search for a significant motion.
    private enum Search {
        /// Waits for a first movement.
        case first
        /// Sleeps until the skip time is over.
        case skip(Instant)
        /// Waits for a second movement, until the proof time is over.
        case proof(Instant)
    }

    var isWanted: Bool { mask & 0x3F != 0 }

    mutating func reset() {
        any = Counted()
        slow = Counted()
        quietSince = nil
        isQuiet = false
        search = .first
    }

    /// The notifications for one slope in g: none, one or two (protocol, sensors 5.3.2).
    mutating func next(
        _ slope: Vector3, range: Double, at time: Instant
    ) -> (first: UInt8?, second: UInt8?) {
        // 3.91 mg a step at 2 g, and in proportion to the range.
        let step = range / 512
        var found: (first: UInt8?, second: UInt8?)
        if mask & 7 != 0 {
            let limit = Double(config.anyThreshold) * step
            let cause = any.next(slope.hit(above: limit, mask: mask), Int(config.anyCount) + 1)
            if config.isSignificant {
                if isSignificant(any.isAsserted, at: time) { found.first = 1 }
            } else if let cause {
                found.first = 2 | cause.bits(first: 3, sign: 6)
            }
        }
        if mask >> 3 & 7 != 0 {
            let hit = slope.hit(above: Double(config.slowThreshold) * step, mask: mask >> 3)
            if mask & 0x40 != 0 || config.isNoMotion {
                if isNewlyQuiet(hit == nil, at: time) { found.second = 4 }
            } else if slow.next(hit, Int(config.slowCode & 3) + 1) != nil {
                found.second = 4
            }
        }
        return found
    }

    /// A movement, and another one after the skip time and within the proof time (2.6.3).
    private mutating func isSignificant(_ moves: Bool, at time: Instant) -> Bool {
        switch search {
        case .first:
            if moves { search = .skip(time + config.skipTime) }
        case .skip(let end):
            if time >= end { search = .proof(end + config.proofTime) }
        case .proof(let end):
            if moves {
                search = .first
                return true
            }
            if time > end { search = .first }
        }
        return false
    }

    private mutating func isNewlyQuiet(_ rests: Bool, at time: Instant) -> Bool {
        guard rests else {
            quietSince = nil
            isQuiet = false
            return false
        }
        let start = quietSince ?? time
        quietSince = start
        guard !isQuiet, time - start >= config.noMotionTime else { return false }
        isQuiet = true
        return true
    }

    /// A number of consecutive slopes above the threshold, and the same number below it to end.
    private struct Counted {
        private(set) var isAsserted = false
        private var run = 0

        /// The cause, when the interrupt begins.
        mutating func next(_ hit: AxisHit?, _ count: Int) -> AxisHit? {
            guard (hit != nil) != isAsserted else {
                run = 0
                return nil
            }
            run += 1
            guard run >= count else { return nil }
            run = 0
            isAsserted.toggle()
            return isAsserted ? hit : nil
        }
    }

    /// INT_MOTION as both chips have it, and the BMI160's selectors (protocol, sensors 5.3.2).
    struct Config {
        /// Slopes in a row, less one.
        var anyCount: UInt8 = 0
        /// Slow motion: slopes in a row, less one, in its low two bits; no motion: the duration.
        var slowCode: UInt8 = 0
        var anyThreshold: UInt8 = 0x14
        var slowThreshold: UInt8 = 0x14
        var isNoMotion = false
        var isSignificant = false
        var skip: UInt8 = 1
        var proof: UInt8 = 1
        /// The longer durations of the BMA255 count in seconds.
        var hasSeconds = false

        /// 1.5, 3, 6 or 12 s.
        var skipTime: Nanoseconds { .milliseconds(1_500 << Int64(skip & 3)) }
        /// 0.25, 0.5, 1 or 2 s.
        var proofTime: Nanoseconds { .milliseconds(250 << Int64(proof & 3)) }

        /// How long no slope may pass the threshold (BMI160 datasheet 2.11.26; BMA255 datasheet,
        /// register 27).
        var noMotionTime: Nanoseconds {
            let low = Int64(slowCode & 0x0F)
            let long = Int64(slowCode & 0x1F)
            switch (slowCode >> 4, hasSeconds) {
            case (0, false): return .milliseconds((low + 1) * 1_280)
            case (1, false): return .milliseconds((low + 5) * 5_120)
            case (_, false): return .milliseconds((long + 11) * 10_240)
            case (0, true): return .seconds(low + 1)
            case (1, true): return .seconds(low * 4 + 20)
            case (_, true): return .seconds(long * 8 + 88)
            }
        }
    }
}

extension MotionDetector {
    /// Three bytes: the BMA255's motion config.
    struct ShortConfig: Layout {
        var value = Config(hasSeconds: true)

        mutating func layout(_ c: inout some Coder) {
            c(&value.anyCount, bits: 2, "any-motion count less one")
            c(&value.slowCode, bits: 6, "slow-motion count less one, or no-motion duration")
            c(&value.anyThreshold, "any-motion threshold")
            c(&value.slowThreshold, "slow or no-motion threshold")
        }
    }

    /// Four bytes: the BMI160's motion config.
    struct LongConfig: Layout {
        var value = Config()
        private var unused: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&value.anyCount, bits: 2, "any-motion count less one")
            c(&value.slowCode, bits: 6, "slow-motion count less one, or no-motion duration")
            c(&value.anyThreshold, "any-motion threshold")
            c(&value.slowThreshold, "slow or no-motion threshold")
            c(&value.isNoMotion, "no motion in place of slow")
            c(&value.isSignificant, "significant motion in place of any")
            c(&value.skip, bits: 2, "skip time")
            c(&value.proof, bits: 2, "proof time")
            c(&unused, bits: 2, "unused")
        }
    }
}
