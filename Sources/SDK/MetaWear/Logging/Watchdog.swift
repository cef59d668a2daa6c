import Synchronization

/// Calls somebody once when nothing has happened for some time.
final class Watchdog: Sendable {
    private let last: Mutex<ContinuousClock.Instant>
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// - Parameters:
    ///   - pause: the longest time without a ``reset()``.
    ///   - whole: the longest time whatever happens; nil for any.
    init(_ pause: Duration, atMost whole: Duration? = nil, _ bark: @escaping @Sendable () -> Void) {
        let start = ContinuousClock.now
        last = Mutex(start)
        let limit = whole.map { start + $0 }
        let sleeper = Task { [weak self] in
            while let self {
                let quiet = self.last.withLock { $0 } + pause
                let due = limit.map { min($0, quiet) } ?? quiet
                if due <= .now { return bark() }
                guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
            }
        }
        task.withLock { $0 = sleeper }
    }

    /// Something has happened.
    func reset() { last.withLock { $0 = .now } }

    /// Makes no more calls.
    func end() { task.withLock { $0 }?.cancel() }
}
