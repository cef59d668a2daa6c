import Simulation

/// How an operation that calls back ended.
typealias Done<Value> = (Result<Value, StepFailure>) -> Void

/// Runs a script on the thread of its run, within the events that wake it.
///
/// The steps of a script are `async` functions. Each waits for a result that an event of the run brings, and continues
/// within that event, before anything else happens: packets leave in the order in which their causes came. Nothing runs
/// on another thread, and nothing sleeps in real time. Only the run's one thread uses it.
final class ScriptExecutor: TaskExecutor, @unchecked Sendable {
    let timers: DelayedCalls
    /// Whether the run is over: a step must touch neither the world nor the trace any more.
    private(set) var isClosed = false
    private var jobs: [UnownedJob] = []
    private var isRunning = false
    /// What the script waits for.
    private var waits: [Wait] = []
    private var lastWait: UInt64 = 0

    private struct Wait {
        let number: UInt64
        let fail: (StepFailure) -> Void
    }

    /// A result on its way to the waiting task, which runs on the same thread.
    private struct Outcome<Value>: @unchecked Sendable {
        let result: Result<Value, StepFailure>
    }

    init(_ timers: DelayedCalls) { self.timers = timers }

    func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

    /// Runs what is ready; within a job, the jobs that it makes ready come after it.
    private func run() {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        while !jobs.isEmpty {
            jobs.removeFirst().runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Begins a script, up to its first wait.
    func start(_ body: @escaping () async -> Void) {
        // The task runs on this thread only.
        nonisolated(unsafe) let body = body
        Task(executorPreference: self) { await body() }
        run()
    }

    /// Ends the run: what the script waits for fails, now and from now on.
    func close() {
        isClosed = true
        fail(StepFailure("the run is over"))
    }

    private func fail(_ failure: StepFailure) {
        let waiting = waits
        waits = []
        for wait in waiting { wait.fail(failure) }
        run()
    }

    // MARK: Waiting

    /// Waits for the result of an operation that calls back, at once or in an event of the run. The first call counts;
    /// after the end of a time limit or of the run, none does.
    func wait<Value, Failure: Error>(
        _ start: (@escaping (Result<Value, Failure>) -> Void) -> Void
    ) async throws(StepFailure) -> Value {
        guard !isClosed else { throw StepFailure("the run is over") }
        let outcome: Outcome<Value> = await withUnsafeContinuation { continuation in
            lastWait += 1
            let number = lastWait
            waits.append(
                Wait(number: number) {
                    continuation.resume(returning: Outcome(result: .failure($0)))
                })
            start { [self] result in
                guard let index = waits.firstIndex(where: { $0.number == number }) else { return }
                waits.remove(at: index)
                continuation.resume(
                    returning: Outcome(result: result.mapError { StepFailure("\($0)") }))
                run()
            }
        }
        return try outcome.result.get()
    }

    /// Waits for a while of virtual time.
    func sleep(for duration: Nanoseconds) async throws(StepFailure) {
        try await sleep(until: timers.now + duration)
    }

    /// Waits until a time of the run; one that has passed is reached in an event of its own, too.
    func sleep(until time: Instant) async throws(StepFailure) {
        try await wait { (done: @escaping Done<Void>) in timers.at(time) { done(.success(())) } }
    }

    /// Does something that fails if it has not ended after this long, whatever it waits for then.
    ///
    /// - Parameters:
    ///   - failure: why, in words.
    ///   - expired: called when time is up, after the failure.
    func limited<Value>(
        to limit: Nanoseconds, _ failure: String, expired: @escaping () -> Void = {},
        _ body: () async throws(StepFailure) -> Value
    ) async throws(StepFailure) -> Value {
        var isOver = false
        let timer = timers.after(limit) { [self] in
            isOver = true
            fail(StepFailure(failure))
            expired()
        }
        defer { timers.cancel(timer) }
        do throws(StepFailure) {
            return try await body()
        } catch {
            throw isOver ? StepFailure(failure) : error
        }
    }
}
