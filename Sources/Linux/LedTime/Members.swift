/// What the processes do whose time is led.
package enum LedState: Equatable {
    /// All sleep, and did so at one and the same moment. The number changes when one of them has run
    /// since.
    case asleep(UInt64)
    /// One of them runs.
    case busy(pid: Int32)
    /// None is left.
    case gone
}

/// The processes whose time is led: the program, everything that it starts, and what has joined.
struct Members {
    private(set) var processes: [WatchedProcess] = []
    /// Processes between them and boardsim, such as the daemon of a bus: those, too, have to sleep.
    private var neighbours: [WatchedProcess] = []
    /// Those that have ended, and those whose threads have come or gone; for the caller to empty.
    var gone: [Int32] = []
    var changed: [WatchedProcess] = []
    private var descendants = Descendants()
    /// Where a busy one was found, to look there first.
    private var hint: Int32 = 0

    /// False if it is gone.
    @discardableResult mutating func add(_ pid: Int32) -> Bool {
        if processes.contains(where: { $0.pid == pid }) { return true }
        guard let process = WatchedProcess(pid) else { return false }
        processes.append(process)
        return true
    }

    /// False if it is gone.
    mutating func add(neighbour pid: Int32) -> Bool {
        guard let process = WatchedProcess(pid) else { return false }
        neighbours.append(process)
        return true
    }

    /// Looks at all of them, twice: a thread may have woken one that was looked at before, and gone to
    /// sleep. Whoever has not run between the two looks has slept from the first to the second.
    ///
    /// - Parameter joined: returns processes that may be new.
    mutating func state(joined: () -> [Int32]) -> LedState {
        if let busy = firstBusy({ $0.read() }) { return busy }
        let known = Set(processes.map(\.pid))
        for pid in joined() where !add(pid) { gone.append(pid) }
        for pid in descendants.next(childrenOf: { known.contains($0) }) { add(pid) }
        if let new = processes.first(where: { !known.contains($0.pid) }) {
            return .busy(pid: new.pid)
        }
        if let busy = firstBusy({ $0.hasSlept() }) { return busy }
        descendants.confirm()
        return processes.isEmpty ? .gone : .asleep(processes.reduce(0) { ($0 &* 31) &+ $1.runs })
    }

    private mutating func firstBusy(_ look: (WatchedProcess) -> WatchedProcess.Look) -> LedState? {
        if let first = processes.first(where: { $0.pid == hint }), look(first) == .busy {
            return .busy(pid: hint)
        }
        // They are the last to go to sleep.
        for process in processes + neighbours {
            switch look(process) {
            case .asleep: continue
            case .changed: changed.append(process)
            case .gone:
                processes.removeAll { $0.pid == process.pid }
                neighbours.removeAll { $0.pid == process.pid }
                gone.append(process.pid)
                continue
            case .busy: break
            }
            hint = process.pid
            return .busy(pid: hint)
        }
        return nil
    }
}
