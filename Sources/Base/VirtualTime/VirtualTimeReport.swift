/// What happened in a run in virtual time.
public struct VirtualTimeReport: Sendable, Equatable {
    /// How much virtual time passed.
    public internal(set) var virtualTime: Duration = .zero
    /// How many jobs ran.
    public internal(set) var jobs = 0
    /// How many sleeps were begun.
    public internal(set) var sleeps = 0
    /// How often another thread woke a task. Above zero, the run depends on real time.
    public internal(set) var foreignWakeups = 0
    /// Sleepers left over when the operation had returned. A sleep that was cancelled is one of them
    /// until its time comes.
    public internal(set) var abandoned = 0

    /// Of a run in which nothing has happened.
    public init() {}
}
