#if canImport(CMalloc)
    import CMalloc
#endif

/// Holds this process, and those that it starts meanwhile, to one core.
///
/// Two processes that wait for each other on two idle cores pay for waking the cores, many times what
/// the work costs, and most on virtual machines. On one core they hand over to each other.
struct OneCore {
    private var before: UInt = 0

    /// Pins to the first core that the process may use; if that cannot be determined, to none.
    init() {
        #if canImport(CMalloc)
            guard boardsim_cores(&before) > 0, before != 0 else { return }
            _ = boardsim_set_cores(1 << UInt(before.trailingZeroBitCount))
        #endif
    }

    /// Any core again; processes that were started stay where they are.
    func leave() {
        #if canImport(CMalloc)
            if before != 0 { _ = boardsim_set_cores(before) }
        #endif
    }
}
