import Dispatch
import Exploration
import Synchronization

/// Hands the worlds that a search on a thread of its own asks for to a task, which plays them.
final class WorldQueue: Sendable {
    private struct State {
        var isOver = false
        /// What the world that the search waits for has become.
        var outcome: WorldOutcome?
        var result: SearchResult?
    }

    /// The worlds that are asked for, one after the other; ends with the search.
    let runs: AsyncStream<Exploration.Run>
    private let continuation: AsyncStream<Exploration.Run>.Continuation
    private let state = Mutex(State())
    private let answered = DispatchSemaphore(value: 0)

    init() { (runs, continuation) = AsyncStream.makeStream() }

    /// Whether no more worlds are played.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// The outcomes of worlds, nil for those that are no longer played. The search calls it, and waits.
    func play(_ runs: [Exploration.Run]) -> [WorldOutcome?] {
        runs.map { run in
            guard !isOver else { return nil }
            continuation.yield(run)
            answered.wait()
            return state.withLock { $0.outcome.take() }
        }
    }

    /// What the world has become that was asked for.
    func answer(_ outcome: WorldOutcome) {
        state.withLock { $0.outcome = outcome }
        answered.signal()
    }

    /// Nothing is played any more; a search that waits goes on without.
    func close() {
        state.withLock { $0.isOver = true }
        answered.signal()
    }

    /// The search is over.
    func finish(_ result: SearchResult) {
        state.withLock { $0.result = result }
        continuation.finish()
    }

    /// What the search found, after ``runs`` has ended by itself.
    var result: SearchResult? { state.withLock { $0.result } }
}
