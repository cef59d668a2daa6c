import Motion
internal import Simulation

/// Detects steps in the magnitude of the acceleration.
///
/// The chips' own algorithms are not published; this one follows N. Zhao, "Full-Featured Pedometer
/// Design Realized with 3-Axis Digital Accelerometer", Analog Dialogue 44-06 (2010): a low-passed
/// signal, a threshold half-way between its recent extremes, a step where it falls through the
/// threshold, and a shortest time between two steps. The magnitude of the acceleration instead of
/// its strongest axis makes the attitude irrelevant; the signal is scaled up by what the low-pass
/// removes.
struct StepDetector {
    /// The shortest time between two steps.
    var shortest = Nanoseconds.milliseconds(200)
    /// The smallest difference between the recent extremes, in g.
    var swing = 0.075

    private var fast = 0.0
    private var slow = 0.0
    private var isPrimed = false
    /// Extremes of the current window and of the previous one.
    private var now = Extremes()
    private var before = Extremes()
    private var windowEnd = Instant.zero
    private var isHigh = false
    private(set) var lastStep: Instant?
    /// The difference of the recent extremes, in g.
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

    /// The 3 dB cutoff of each of the two low-passes, in Hz: above the cadence of a runner, below
    /// the ringing of a heel.
    private static let cutoff = 5.0
    /// How long extremes count at least; at most twice as long: about a slow step.
    private static let window = Nanoseconds.milliseconds(800)

    /// Resets everything but its settings.
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
        // The knock of a heel is too short for the low-passes, but its strength counts. Without it
        // the swing of an arm can cancel the bounce of a soft walk, and no step would be detected.
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
        // A sixth of the swing to either side, so that noise does not cross twice.
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

/// Counts steps once enough are consecutive: a few alone are not a walk (Zhao, "count regulation").
struct StepCounter {
    /// Consecutive steps before the first of them counts.
    var minimum = 4
    /// Steps counted; wraps after 65535.
    private(set) var count: UInt16 = 0
    private var pending = 0
    private var last: Instant?
    /// Steps further apart are not consecutive.
    static let longest = Nanoseconds.seconds(2 as Int64)

    /// A detected step; returns how many were added to the count.
    @discardableResult mutating func step(at time: Instant) -> Int {
        if let last, time - last > Self.longest { pending = 0 }
        last = time
        pending = min(pending + 1, minimum + 1)
        guard pending >= minimum else { return 0 }
        // It is a walk: its first steps count now, and every later one at once.
        let added = pending == minimum ? minimum : 1
        count = count &+ UInt16(truncatingIfNeeded: added)
        return added
    }

    /// Resets the count; the current walk continues.
    mutating func clear() { count = 0 }

    /// Discards the current walk; the count stays.
    mutating func interrupt() {
        pending = 0
        last = nil
    }
}
