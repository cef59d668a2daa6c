/// What a run cost on this machine; the only part of a report that two equal runs differ in.
public struct Timings: Sendable, Equatable {
    /// Seconds on the clock on the wall.
    public var wallSeconds: Double
    /// Seconds of processor time.
    public var cpuSeconds: Double
    /// Virtual seconds a second on the wall.
    public var speed: Double

    /// What a run cost on this machine.
    public init(wallSeconds: Double, cpuSeconds: Double, speed: Double) {
        self.wallSeconds = wallSeconds
        self.cpuSeconds = cpuSeconds
        self.speed = speed
    }
}
