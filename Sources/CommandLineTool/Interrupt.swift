import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Ctrl-C: the run ends with its report; a second one ends the process.
struct Interrupt {
    private static let raised = Atomic(false)

    init() {
        Self.raised.store(false, ordering: .relaxed)
        signal(SIGINT) { _ in
            // A handler may only do what is safe anywhere: an atomic store, and the default action.
            if Interrupt.raised.exchange(true, ordering: .relaxed) { signal(SIGINT, SIG_DFL) }
        }
        signal(SIGTERM) { _ in Interrupt.raised.store(true, ordering: .relaxed) }
    }

    var isRaised: Bool { Self.raised.load(ordering: .relaxed) }
}
