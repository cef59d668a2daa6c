import CVirtualTime

/// How the jobs of tasks are caught. The environment variable `VIRTUAL_TIME_BACKEND` chooses when the process starts.
public enum VirtualTimeBackEnd: String, Sendable {
    /// By executors that the process installs for itself; the default.
    case executors
    /// By taking the runtime's calls into libdispatch.
    case dispatch

    /// The back end of this process; nil if the variable has neither value.
    public static var current: VirtualTimeBackEnd? {
        switch vt_chosen_back_end() {
        case VT_EXECUTORS: .executors
        case VT_DISPATCH: .dispatch
        default: nil
        }
    }
}
