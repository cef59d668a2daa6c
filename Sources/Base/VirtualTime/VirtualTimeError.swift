/// Why a run in virtual time did not come to its end. Times count from the beginning of the
/// simulation, or of the run if there is none.
public enum VirtualTimeError: Error, Equatable {
    /// Every task waits, and nothing will ever happen: no sleeper, no event of the simulation.
    case stalled(at: Duration)
    /// Tasks ran on and on at one moment, or one read the clock on and on without suspending.
    case livelock(at: Duration)
    /// Virtual time would have passed ``VirtualTimeOptions/limit``.
    case limitReached(at: Duration)
    /// A task asked libdispatch for a timer, whose deadline would be taken for real time.
    case realTimer(at: Duration)
    /// The call came from inside another run in virtual time.
    case nested
    /// This process cannot run tasks in virtual time, with the reason.
    case unsupported(String)
}

extension VirtualTimeError: CustomStringConvertible {
    /// What happened, and what to do about it.
    public var description: String {
        switch self {
        case .stalled(let time):
            "every task waits at \(time), and no sleeper or event is left that could wake one. Look for"
                + " a continuation that is never resumed or a stream that is never finished; if another"
                + " thread is to wake a task, set `externalGrace`."
        case .livelock(let time):
            "tasks keep running at \(time) and time cannot move on. Look for a loop around"
                + " Task.yield(), a sleep of no length, or one that reads the clock without suspending;"
                + " wait with Task.sleep instead."
        case .limitReached(let time):
            "virtual time would pass its limit; it is \(time). Raise `limit` if the test is meant to be"
                + " that long; otherwise look for what it waits for."
        case .realTimer(let time):
            "a task asked libdispatch for a timer at \(time) (asyncAfter or a timer source), which would"
                + " fire in real time. Use Task.sleep, which virtual time knows."
        case .nested:
            "withVirtualTime was called inside virtual time. Start the inner work as tasks of the outer"
                + " one, or call it from outside."
        case .unsupported(let reason):
            "this process cannot run in virtual time: \(reason)."
        }
    }
}
