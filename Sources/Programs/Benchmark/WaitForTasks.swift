import Dispatch

/// Runs an operation of tasks while this thread waits.
func waitForTasks(_ operation: @escaping @Sendable () async throws -> Void) {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
        do {
            try await operation()
        } catch {
            preconditionFailure("a benchmark of tasks failed: \(error)")
        }
        end.signal()
    }
    end.wait()
}
