import CVirtualTime
import Dispatch
import Synchronization

/// Runs an operation, and every task it starts, in virtual time and on one thread.
///
/// When all tasks wait, time moves to the next sleeper or the next event of the simulation, so ten
/// minutes pass in milliseconds. `ContinuousClock`, `SuspendingClock`, `Date()` and `Task.sleep` are
/// virtual inside; the code under test needs no change. Several worlds may run side by side.
///
/// What stays real: threads, files and sockets, `DispatchQueue` and `Timer`, and executors of the
/// code's own. A task that such code resumes continues in its world; see
/// ``VirtualTimeOptions/externalGrace``. Tasks that have not ended when the operation returns are
/// abandoned.
///
/// - Parameters:
///   - simulation: shares the timeline, and is moved by it; nil if there are only tasks.
///   - report: called with what happened, also when an error follows.
/// - Throws: ``VirtualTimeError``, or what the operation throws.
@discardableResult
public func withVirtualTime<Result: Sendable>(
    _ simulation: sending (any VirtualTimeSource)? = nil,
    options: VirtualTimeOptions = VirtualTimeOptions(),
    report: ((VirtualTimeReport) -> Void)? = nil,
    @_inheritActorContext operation: sending @escaping @isolated(any) () async throws -> Result
) async throws -> Result {
    guard World.current == nil else { throw VirtualTimeError.nested }
    try await Canary.check()
    return try await run(World(simulation, options), report, operation: operation)
}

/// Runs an operation in a world.
func run<Result: Sendable>(
    _ world: World, _ report: ((VirtualTimeReport) -> Void)? = nil,
    operation: sending @escaping @isolated(any) () async throws -> Result
) async throws -> Result {
    let outcome = Outcome<Result>()
    // The root task is made here, so that it has the caller's task-local values (the current test
    // among them), but enqueued into the world: for this moment the thread runs it.
    let outer = vt_swap(world.shared)
    let root = Task {
        do {
            outcome.value = .success(try await operation())
        } catch {
            outcome.value = .failure(error)
        }
        world.isRootDone = true
    }
    vt_swap(outer)
    world.cancelRoot = { root.cancel() }

    await withTaskCancellationHandler {
        await withUnsafeContinuation { (done: UnsafeContinuation<Void, Never>) in
            world.watch()
            world.start {
                world.run()
                done.resume()
            }
        }
    } onCancel: {
        world.cancel()
    }
    world.takeOver()
    report?(world.report)
    if let failure = world.failure { throw failure }
    guard let value = outcome.value else {
        throw VirtualTimeError.unsupported("the operation has ended without a result")
    }
    return try value.get()
}

/// Written by the world's thread before it ends, read afterwards.
private final class Outcome<Value>: @unchecked Sendable {
    var value: Result<Value, any Error>?
}

extension World {
    /// The body of the world's thread.
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// As much as the main thread has.
    private static let stackSize = 8 << 20

    /// Runs a body on the world's thread.
    fileprivate func start(_ run: @escaping @Sendable () -> Void) {
        if options.host == .mainThread { return DispatchQueue.main.async(execute: run) }
        let body = Unmanaged.passRetained(Body(run)).toOpaque()
        let error = vt_start_thread(
            Self.stackSize,
            { body in
                if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
            }, body)
        precondition(error == 0, "the system starts no more threads")
    }
}
