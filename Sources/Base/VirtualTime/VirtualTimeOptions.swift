/// How a run in virtual time goes.
public struct VirtualTimeOptions: Sendable {
    /// In which order jobs run that are ready at the same moment.
    public enum Schedule: Sendable, Equatable {
        /// In the order in which they became ready.
        case fifo
        /// In an order drawn from a seed. Each seed is one of the orders that a scheduler of real
        /// threads could choose; the same seed gives the same order.
        case shuffled(seed: UInt64)
    }

    /// Which thread runs the world.
    public enum Host: Sendable, Equatable {
        /// A thread of its own. Worlds run side by side, except for work on the main actor.
        case thread
        /// The main thread, for code that checks that it is there.
        case mainThread
    }

    /// The order of jobs; in order of arrival by default.
    public var schedule: Schedule = .fifo
    /// The thread; one of its own by default.
    public var host: Host = .thread
    /// The longest virtual time; a day by default.
    public var limit: Duration = .seconds(86_400)
    /// How many jobs may run at one moment of virtual time, and how often one of them may read a
    /// clock; a million by default.
    public var mostJobsAtOnce = 1_000_000
    /// How long in real time to wait for other threads when every task waits; no time by default.
    public var externalGrace: Duration = .zero
    /// What `Date()` is when virtual time is zero, in seconds since 1970; 2026-01-01T00:00:00Z by
    /// default.
    public var epoch: Int64 = 1_767_225_600
    /// After how much real time a task that does not suspend is reported on standard error.
    var patience: Duration = .seconds(10)

    /// The defaults.
    public init() {}

    /// The defaults with jobs in the order of a seed.
    public static func shuffled(_ seed: UInt64) -> Self {
        var options = Self()
        options.schedule = .shuffled(seed: seed)
        return options
    }
}
