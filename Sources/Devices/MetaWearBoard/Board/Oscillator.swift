internal import Simulation

/// A board's own clock compared with the world's: the only place where they differ.
///
/// Local time is what the firmware measures (the log's tick) and what it waits for (samples,
/// timers). `MetaWearBoard.now` and everything compared with it are in the world's time.
struct Oscillator: Sendable {
    /// How much faster than the world it runs, in parts per billion.
    private let fast: Int64

    /// - Parameter partsPerMillion: positive for a board whose seconds are short; clamped to ±1000.
    init(partsPerMillion: Double) {
        let clamped = partsPerMillion.isFinite ? min(max(partsPerMillion, -1000), 1000) : 0
        fast = Int64((clamped * 1000).rounded())
    }

    /// Local time at an instant of the world.
    func local(_ time: Instant) -> Instant {
        Instant(nanoseconds: time.nanoseconds &+ gain(time.nanoseconds))
    }

    /// The instant of the world at a local time, to the nanosecond.
    func world(_ local: Instant) -> Instant {
        guard fast != 0 else { return local }
        // Each round improves the result by a factor of at least a thousand.
        var time = local.nanoseconds
        for _ in 0..<6 { time = local.nanoseconds &- gain(time) }
        return Instant(nanoseconds: time)
    }

    /// How far it is ahead by then, in nanoseconds.
    private func gain(_ nanoseconds: Int64) -> Int64 {
        guard fast != 0 else { return 0 }
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let part = rest * fast
        return seconds &* fast + (part + (part < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
    }
}

extension MetaWearBoard {
    /// Board time at an instant of the world.
    func localTime(_ time: Instant) -> Instant { oscillator.local(time) }

    /// The world's time when the board's own clock has run from now to `time`.
    func worldTime(_ time: Instant) -> Instant {
        guard time > now, time.nanoseconds < .max / 2 else { return time }
        return oscillator.world(oscillator.local(now) + (time - now))
    }

    /// The first sample of a stream after `start`, on the grid of the board's own clock.
    func firstSample(of stream: SampleStream, after start: Instant) -> Instant {
        now + (stream.firstSample(after: localTime(start)) - localTime(now))
    }
}
