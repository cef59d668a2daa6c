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
            guard Interrupt.raised.exchange(true, ordering: .relaxed) else { return }
            signal(SIGINT, SIG_DFL)
            raise(SIGINT)
        }
        signal(SIGTERM) { _ in Interrupt.raised.store(true, ordering: .relaxed) }
    }

    var isRaised: Bool { Self.isRaised }

    /// For what waits deep within a run.
    static var isRaised: Bool { raised.load(ordering: .relaxed) }
}
