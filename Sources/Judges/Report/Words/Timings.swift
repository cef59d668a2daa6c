/// What a run cost on this machine; the only part of a report that two equal runs differ in.
package struct Timings: Sendable, Equatable {
    /// Seconds on the clock on the wall.
    package var wallSeconds: Double
    /// Seconds of processor time.
    package var cpuSeconds: Double
    /// Virtual seconds a second on the wall.
    package var speed: Double
    /// Of a run that hosts took part in: by how many seconds on the wall its events were late.
    package var meanLag: Double?
    /// The worst of these.
    package var mostLag: Double?

    /// What a run cost on this machine.
    package init(
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
