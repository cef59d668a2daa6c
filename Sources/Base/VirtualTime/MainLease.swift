import Dispatch

/// Keeps the main actor exclusive: while a world on its own thread runs work of the main actor, the
/// real main thread is parked, and every other world that needs the main actor waits for its turn.
enum MainLease {
    private static let turn = DispatchSemaphore(value: 1)
    private static let release = DispatchSemaphore(value: 0)

    static func take() {
        turn.wait()
        let parked = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
            parked.signal()
            release.wait()
        }
        parked.wait()
    }

    static func giveBack() {
        release.signal()
        turn.signal()
    }
}
