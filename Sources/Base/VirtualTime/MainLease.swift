import Dispatch
import Synchronization

/// Keeps the main actor exclusive: while a world on its own thread runs work of the main actor, the
/// real main thread is parked, and every other world that needs the main actor waits for its turn.
final class MainLease: Sendable {
    /// That of all worlds.
    static let shared = MainLease()

    private let turn = DispatchSemaphore(value: 1)
    private let release = DispatchSemaphore(value: 0)
    private let progress = Mutex(LeaseProgress())

    /// Waits until the caller has the main actor.
    ///
    /// Call it from outside of worlds: the time is real.
    ///
    /// - Parameter warn: called if nothing has happened for `patience`.
    func take(patience: DispatchTimeInterval, warn: () -> Void) {
        wait(for: turn, patience, warn)
        progress.withLock { $0.handOver() }
        let parked = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { [release] in
            parked.signal()
            release.wait()
        }
        wait(for: parked, patience, warn)
    }

    /// The world that has the main actor runs a job.
    func advance() { progress.withLock { $0.advance() } }

    func giveBack() {
        release.signal()
        turn.signal()
    }

    private func wait(
        for semaphore: DispatchSemaphore, _ patience: DispatchTimeInterval, _ warn: () -> Void
    ) {
        var moment = progress.withLock { $0.moment }
        while semaphore.wait(timeout: .now() + patience) != .success {
            if progress.withLock({ $0.isToBeReported(since: &moment) }) { warn() }
        }
    }
}

/// What happens on the main actor, for worlds that wait for it.
struct LeaseProgress {
    /// How far it was when a world looked.
    struct Moment: Equatable {
        /// Counts the worlds that have had the main actor.
        fileprivate var holder = 0
        /// How many jobs the last of them has run.
        fileprivate var jobs = 0
    }

    private(set) var moment = Moment()
    private var reported: Moment?

    /// Another world has the main actor.
    mutating func handOver() { moment = Moment(holder: moment.holder + 1) }

    /// Its world runs a job.
    mutating func advance() { moment.jobs += 1 }

    /// Whether nothing has happened since a world looked last, and no other world has reported it.
    mutating func isToBeReported(since last: inout Moment) -> Bool {
        defer { last = moment }
        guard last == moment, reported != moment else { return false }
        reported = moment
        return true
    }
}
