/// What a run cost on this machine; the only part of a report that two equal runs differ in.
public struct Timings: Sendable, Equatable {
    /// Seconds on the clock on the wall.
    public var wallSeconds: Double
    /// Seconds of processor time.
    public var cpuSeconds: Double
    /// Virtual seconds a second on the wall.
    public var speed: Double
    /// Of a run that hosts took part in: by how many seconds on the wall its events were late.
    public var meanLag: Double?
    /// The worst of these.
    public var mostLag: Double?

    /// What a run cost on this machine.
    public init(
        wallSeconds: Double, cpuSeconds: Double, speed: Double, meanLag: Double? = nil,
        mostLag: Double? = nil
    ) {
        self.wallSeconds = wallSeconds
        self.cpuSeconds = cpuSeconds
        self.speed = speed
        self.meanLag = meanLag
        self.mostLag = mostLag
    }
}
