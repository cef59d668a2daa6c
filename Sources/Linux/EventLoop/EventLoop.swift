import CGLib
import Glibc

/// GLib's main loop, for one thread: it waits for sockets, signals and one wake-up time on the
/// monotonic clock, and calls their handlers.
///
/// A source is watched as long as its ``Watch`` lives. Handlers run one after the other within
/// ``turn(mayBlock:)``; all of them have the same priority, so that a busy socket does not starve
/// the others.
package final class EventLoop {
    /// A context of this loop alone; for libraries that attach their own sources to one.
    package let context: OpaquePointer
    /// Whether each turn makes the context the thread's default one, to which GIO and libsoup attach what they need later.
    package var isThreadDefault = false
    /// How often something was written to other programs, as its writers have noted.
    package private(set) var outputs: UInt64 = 0
    private let timer: WakeTimer
    private var isStopped = false

    /// A loop that watches nothing yet.
    ///
    /// - Throws: ``EventLoopError`` if the process may not open another file descriptor.
    package init() throws(EventLoopError) {
        timer = try WakeTimer()
        guard let context = g_main_context_new() else { throw EventLoopError("no main context") }
        self.context = context
        timer.attach(to: context)
    }

    deinit {
        timer.detach()
        g_main_context_unref(context)
    }

    /// Nanoseconds of the clock that ``wakeTime`` is measured by; it never runs backwards.
    package static var now: Int64 { WakeTimer.now }

    /// Notes that something was written to another program.
    package func noteOutput() { outputs &+= 1 }

    /// Calls `handler` in every turn in which the descriptor is ready as requested, has failed, or
    /// was hung up.
    ///
    /// The descriptor has to outlive the watch.
    package func watch(
        _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping (Readiness) -> Void
    ) -> Watch {
        Watch(descriptor: descriptor, readiness: readiness, context: context, handler)
    }

    /// Calls `handler` when the process gets the signal: SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2
    /// or SIGWINCH. Without a watch the signal has its default effect again.
    package func watch(signal: Int32, _ handler: @escaping () -> Void) -> Watch {
        Watch(signal: signal, context: context, handler)
    }

    /// Calls `handler` once when a child process has ended, with the status that the system reports;
    /// nobody else may wait for it.
    package func watch(
        process: Int32, _ handler: @escaping (_ status: Int32) -> Void
    ) -> Watch {
        Watch(process: process, context: context, handler)
    }

    /// Calls `handler` once, this many milliseconds from now or a little later.
    package func after(milliseconds: UInt32, _ handler: @escaping () -> Void) -> Watch {
        Watch(milliseconds: milliseconds, context: context, handler)
    }

    /// When a blocked turn ends even if nothing else happens, on the clock of ``now``; nil for
    /// never.
    ///
    /// A time in the past ends the next turn at once. It stays until it is set again.
    package var wakeTime: Int64? {
        get { timer.time }
        set { timer.time = newValue }
    }

    /// Calls the handlers of everything that is ready; with `mayBlock` it waits until something is.
    /// True if there was something: GLib may also return without a reason.
    @discardableResult package func turn(mayBlock: Bool) -> Bool {
        if !isThreadDefault { return g_main_context_iteration(context, mayBlock ? 1 : 0) != 0 }
        return asThreadDefault { g_main_context_iteration(context, mayBlock ? 1 : 0) != 0 }
    }

    /// Calls with the context as the thread's default one.
    package func asThreadDefault<Value>(_ body: () -> Value) -> Value {
        g_main_context_push_thread_default(context)
        defer { g_main_context_pop_thread_default(context) }
        return body()
    }

    /// Ends a blocked turn, or the next one if none is blocked; for any thread.
    func wake() { g_main_context_wakeup(context) }

    /// Turns until ``stop()`` is called, with `afterTurn` after each turn.
    package func run(afterTurn: () -> Void = {}) {
        isStopped = false
        while !isStopped {
            turn(mayBlock: true)
            afterTurn()
        }
    }

    /// Ends ``run(afterTurn:)`` after the current turn.
    package func stop() { isStopped = true }
}

/// Why there is no loop or no socket, in the system's words.
package struct EventLoopError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `Too many open files`.
    package var description: String

    init(_ description: String) { self.description = description }

    static var system: Self { Self(String(cString: strerror(errno))) }
}
