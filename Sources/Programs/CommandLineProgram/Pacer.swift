import Simulation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Paces virtual time by the wall clock, in runs without external hosts.
package final class Pacer {
    /// Virtual seconds per second; nil is as fast as possible.
    private let speed: Double?
    private let start = Pacer.wallSeconds
    private var reached = Instant.zero

    package init(_ speed: Double?) { self.speed = speed }

    /// How far to run in one stretch: long enough to be fast, short enough to notice the keyboard.
    /// At a given speed this is 10 ms of the wall clock.
    package func next(after now: Instant) -> Instant {
        let stretch = speed.map { Nanoseconds(Int64(min(max($0 * 1e7, 1e3), 1e9))) }
        reached = now + (stretch ?? .seconds(1))
        return reached
    }

    /// Waits until the wall clock has caught up, or the run is interrupted.
    package func wait(while isWanted: () -> Bool) {
        guard let speed else { return }
        while isWanted() {
            let ahead = reached.seconds / speed - elapsed
            guard ahead > 0 else { return }
            usleep(UInt32(min(ahead * 1e6, 1e5)))
        }
    }

    /// Seconds since the run began.
    package var elapsed: Double { Self.wallSeconds - start }

    /// Seconds of a monotonic clock.
    package static var wallSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Seconds of processor time that this process has used.
    package static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
