import Declaration
import EventLoop
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Ctrl-C: the run ends with its report; a second one ends the process. SIGTERM and SIGHUP end the
/// run as well.
package struct Interrupt {
    private static let raised = Atomic(false)
    private static let terminated = Atomic(false)

    package init() {
        Self.raised.store(false, ordering: .relaxed)
        Self.terminated.store(false, ordering: .relaxed)
        signal(SIGINT) { _ in
            // A handler may only do what is async-signal-safe: an atomic store, and the default
            // action.
            guard Interrupt.raised.exchange(true, ordering: .relaxed) else { return }
            signal(SIGINT, SIG_DFL)
            raise(SIGINT)
        }
        signal(SIGTERM) { _ in Interrupt.terminate() }
        if Self.heedsHangUp { signal(SIGHUP) { _ in Interrupt.terminate() } }
    }

    /// False for a program that ignores the end of its terminal (`nohup`).
    static var heedsHangUp: Bool {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return true }
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func terminate() {
        terminated.store(true, ordering: .relaxed)
        raised.store(true, ordering: .relaxed)
    }

    package var isRaised: Bool { Self.isRaised }

    /// Whether it was not Ctrl-C, but SIGTERM or SIGHUP.
    package var isTermination: Bool { Self.terminated.load(ordering: .relaxed) }

    /// For waits deep within a run.
    package static var isRaised: Bool { raised.load(ordering: .relaxed) }
}

/// The same in an event loop: the first signal is noted; after that each has its default effect again.
package final class LoopInterrupt {
    package private(set) var isRaised = false
    private var watches: [Watch] = []

    /// - Parameter onRaised: called at the first signal.
    package init(
        on loop: EventLoop, heedingHangUp: Bool = Interrupt.heedsHangUp,
        onRaised: @escaping () -> Void = {}
    ) {
        watches = ([SIGINT, SIGTERM] + (heedingHangUp ? [SIGHUP] : [])).map { signal in
            loop.watch(signal: signal) { [unowned self] in
                isRaised = true
                onRaised()
                stopWatching()
            }
        }
    }

    /// Signals have their default effect from now on.
    package func stopWatching() { watches = [] }
}

extension EventLoop {
    /// A loop for a command.
    package static func make(for command: String) throws(RunError) -> EventLoop {
        do throws(EventLoopError) { return try EventLoop() } catch {
            throw RunError(.environment, of: command, "\(error)")
        }
    }
}
