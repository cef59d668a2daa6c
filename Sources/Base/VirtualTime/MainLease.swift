import Dispatch

/// Keeps the main actor exclusive: while a world on its own thread runs work of the main actor, the
/// real main thread is parked, and every other world that needs the main actor waits for its turn.
enum MainLease {
    private static let turn = DispatchSemaphore(value: 1)
    private static let release = DispatchSemaphore(value: 0)

    /// Waits until the caller has the main actor; `warn` is called if that takes longer than `patience`.
    ///
    /// Call it from outside of worlds: the time is real.
    static func take(patience: DispatchTimeInterval, warn: () -> Void) {
        wait(for: turn, patience, warn)
        let parked = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
            parked.signal()
            release.wait()
        }
        wait(for: parked, patience, warn)
    }

    static func giveBack() {
        release.signal()
        turn.signal()
    }

    private static func wait(
        for semaphore: DispatchSemaphore, _ patience: DispatchTimeInterval, _ warn: () -> Void
    ) {
        if semaphore.wait(timeout: .now() + patience) == .success { return }
        warn()
        semaphore.wait()
    }
}
