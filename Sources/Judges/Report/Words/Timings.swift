/// The time that a run took on this machine; the only part of a report in which equal runs differ.
package struct Timings: Sendable, Equatable {
    package var wallSeconds: Double
    /// Seconds of processor time.
    package var cpuSeconds: Double
    /// Virtual seconds per wall-clock second.
    package var speed: Double
    /// Of a run with hosts: the mean lateness of its events, in wall-clock seconds.
    package var meanLag: Double?
    /// The largest lateness.
    package var mostLag: Double?

    /// The time that a run took on this machine.
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
