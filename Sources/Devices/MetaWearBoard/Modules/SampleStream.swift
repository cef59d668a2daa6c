internal import Simulation
import Wire

/// The timing of one inertial sensor's samples, and the three that make a packet.
struct SampleStream {
    /// Collects three samples (protocol, sensors 1.6).
    private var gathered = ShortBytes()
    /// Distinguishes a running stream's events from those of an earlier start.
    private(set) var run: UInt64 = 0
    /// Between two samples, by the board's clock.
    private(set) var period = Nanoseconds.milliseconds(10)

    /// Discards the state; `firstSample` gives the next sample's time.
    mutating func restart(period: Nanoseconds) {
        self.period = period
        run &+= 1
        gathered.removeAll()
    }

    /// The next sample is the first of a packet.
    mutating func forgetGathered() { gathered.removeAll() }

    /// Samples are on the chip's own time grid, so those of two sensors at one rate coincide.
    func firstSample(after start: Instant) -> Instant {
        Instant(nanoseconds: (start.nanoseconds / period.count + 1) * period.count)
    }

    /// Adds a sample; the third completes a packet.
    mutating func gather(_ sample: ShortBytes) -> ShortBytes? {
        gathered.append(sample)
        guard gathered.count == 18 else { return nil }
        defer { gathered.removeAll() }
        return gathered
    }
}

/// Three signed 16-bit numbers, as in every inertial data register.
struct Sample: Layout {
    var x: Int16 = 0
    var y: Int16 = 0
    var z: Int16 = 0
    mutating func layout(_ c: inout some Coder) {
        c(&x, "x")
        c(&y, "y")
        c(&z, "z")
    }
}

/// The samples of a packed data register.
typealias PackedSamples = Packed<Sample>

/// Three samples, oldest first.
struct Packed<Sample: Layout>: Layout {
    var first = Sample()
    var second = Sample()
    var third = Sample()
    mutating func layout(_ c: inout some Coder) {
        first.layout(&c)
        second.layout(&c)
        third.layout(&c)
    }
}
