import Motion
import Simulation

/// Tells steps in the size of the acceleration.
///
/// The chips' own algorithms are closed; this one follows N. Zhao, "Full-Featured Pedometer Design
/// Realized with 3-Axis Digital Accelerometer", Analog Dialogue 44-06 (2010): a low-passed signal,
/// a threshold half-way between its recent extremes, a step where it falls through the threshold,
/// and a shortest time between two steps. The size of the acceleration instead of its strongest
/// axis makes the attitude irrelevant; what the low-pass takes away of it comes back by its strength.
struct StepDetector {
    /// From one step to the next at least.
    var shortest = Nanoseconds.milliseconds(200)
    /// From the lowest to the highest recent value at least, in g.
    var swing = 0.075

    private var fast = 0.0
    private var slow = 0.0
    private var isPrimed = false
    /// Extremes of the window under way and of the one before.
    private var now = Extremes()
    private var before = Extremes()
    private var windowEnd = Instant.zero
    private var isHigh = false
    private(set) var lastStep: Instant?
    /// Recent extremes, in g from one to the other.
    private(set) var recentSwing = 0.0

    private struct Extremes {
        var low = Double.infinity
        var high = -Double.infinity
        mutating func take(_ value: Double) {
            low = min(low, value)
            high = max(high, value)
        }
    }

    init() {}

    /// 3 dB of each of the two low-passes in a row, in Hz: above the cadence of a runner, below the
    /// ringing of a heel.
    private static let cutoff = 5.0
    /// How long extremes count at least, and twice as long at most: about a slow step.
    private static let window = Nanoseconds.milliseconds(800)

    /// Forgets everything but its settings.
    mutating func reset() {
        let kept = (shortest, swing)
        self = StepDetector()
        (shortest, swing) = kept
    }

    /// Whether the sample, in g at `hertz` a second, completes a step.
    mutating func next(_ a: Vector3, hertz: Double, at time: Instant) -> Bool {
        let size = a.length
        if !isPrimed {
            isPrimed = true
            (fast, slow) = (size, size)
        }
        // Two first-order sections, by the backward difference.
        let gain = 1 / (1 + hertz / (2 * .pi * Self.cutoff))
        fast += (size - fast) * gain
        // The knock of a heel is too short for the low-passes; its strength is not. Without it the
        // swing of an arm can cancel the bounce of a soft walk, and no step is left to see.
        let knock = (size - fast).magnitude
        slow += (fast + knock - slow) * gain
        if time >= windowEnd {
            before = now
            now = Extremes()
            windowEnd = time + Self.window
        }
        now.take(slow)
        let low = min(now.low, before.low)
        let high = max(now.high, before.high)
        recentSwing = high - low
        guard recentSwing >= swing else {
            isHigh = false
            return false
        }
        let middle = (low + high) / 2
        // A sixth of the swing to either side keeps noise from crossing twice.
        let margin = recentSwing / 12
        if slow > middle + margin {
            isHigh = true
        } else if isHigh, slow < middle - margin {
            isHigh = false
            if let lastStep, time - lastStep < shortest { return false }
            lastStep = time
            return true
        }
        return false
    }
}

/// Counts steps of which enough follow each other: a few alone are no walk (Zhao, "count
/// regulation").
struct StepCounter {
    /// Steps in a row before the first of them counts.
    var minimum = 4
    /// Steps counted, over and over from 65535.
    private(set) var count: UInt16 = 0
    private var pending = 0
    private var last: Instant?
    /// Steps further apart do not follow each other.
    static let longest = Nanoseconds.seconds(2 as Int64)

    /// A detected step; how many were added to the count.
    @discardableResult mutating func step(at time: Instant) -> Int {
        if let last, time - last > Self.longest { pending = 0 }
        last = time
        pending = min(pending + 1, minimum + 1)
        guard pending >= minimum else { return 0 }
        // The walk is one: its first steps count now, and from here on each at once.
        let added = pending == minimum ? minimum : 1
        count = count &+ UInt16(truncatingIfNeeded: added)
        return added
    }

    /// Back to zero; a walk under way goes on.
    mutating func clear() { count = 0 }

    /// What is under way is forgotten; the count stays.
    mutating func interrupt() {
        pending = 0
        last = nil
    }
}
