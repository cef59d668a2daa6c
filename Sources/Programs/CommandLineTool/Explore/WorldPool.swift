import Dispatch
import Exploration
import Synchronization

/// Worlds side by side, on the threads of this process.
enum WorldPool {
    /// The outcomes, in the order of the runs.
    static func outcomes(
        of runs: [Exploration.Run], _ play: @Sendable (Exploration.Run) -> WorldOutcome
    ) -> [WorldOutcome] {
        let outcomes = Mutex([WorldOutcome](repeating: WorldOutcome(), count: runs.count))
        DispatchQueue.concurrentPerform(iterations: runs.count) { index in
            let outcome = play(runs[index])
            outcomes.withLock { $0[index] = outcome }
        }
        return outcomes.withLock { $0 }
    }
}
