/// A world of its own: one clock, one seed, one trace. Used from one thread.
///
/// The same seed and the same calls give the same events, for ever: nothing here asks the wall
/// clock or any other source of chance.
public final class Simulation {
    /// Virtual time and what is pending.
    public let clock = Clock()
    /// Where all chance comes from.
    public let seed: UInt64
    /// What happened, line by line.
    public let trace: Trace
    package private(set) lazy var lifetime = Lifetime(of: self)

    /// A world at time zero.
    public init(seed: UInt64 = 1, trace: Trace = Trace()) {
        self.seed = seed
        self.trace = trace
    }

    deinit { clock.close() }

    /// Virtual time.
    public var now: Instant { clock.now }

    /// A stream of chance for one purpose; a new purpose does not shift the others.
    public func random(_ purpose: String) -> RandomStream {
        RandomStream(seed: seed, purpose: purpose)
    }

    /// Handles every event up to and including `time`, then stands at `time`.
    public func run(until time: Instant) { clock.run(until: time) }

    /// Handles every event of the next `span`, then stands at its end.
    public func run(for span: Nanoseconds) { run(until: now + span) }

    /// Handles events until `condition` holds or `limit` is reached; true if it held.
    ///
    /// The condition is asked after every event. At the limit the clock stands at `limit`.
    public func run(until limit: Instant, while condition: () -> Bool) -> Bool {
        while condition() {
            if !clock.step(until: limit) {
                clock.run(until: limit)
                return !condition()
            }
        }
        return true
    }
}
