private import CLedTime
private import Glibc

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
    /// Whether one may only seem to sleep, at the last look; since when, and how often that was in vain.
    private var isUnsure = false
    private var unsureSince: Int64?
    private var vainWaits = 0
    /// A thread that waits for a processor gets one sooner, in real nanoseconds.
    private static let patience: Int64 = 100_000_000
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
        isUnsure = false
        if let busy = firstBusy({ $0.hasSlept() }) { return busy }
        guard isSure() else { return .busy(pid: hint) }
        descendants.confirm()
        return processes.isEmpty ? .gone : .asleep(processes.reduce(0) { ($0 &* 31) &+ $1.runs })
    }

    /// Whether all really sleep. If that is not known for long, the kernel does not say it of these processes.
    private mutating func isSure() -> Bool {
        guard isUnsure, !isNeverSure else {
            unsureSince = nil
            return true
        }
        let now = Self.now
        let start = unsureSince ?? now
        unsureSince = start
        guard now - start >= Self.patience else { return false }
        unsureSince = nil
        vainWaits += 1
        return true
    }

    /// After three vain waits no more are made.
    private var isNeverSure: Bool { vainWaits >= 3 }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private mutating func firstBusy(_ look: (WatchedProcess) -> WatchedProcess.Look) -> LedState? {
        if let first = processes.first(where: { $0.pid == hint }), look(first) == .busy {
            return .busy(pid: hint)
        }
        // They are the last to go to sleep.
        for process in processes + neighbours {
            switch look(process) {
            case .asleep: continue
            case .unsure:
                isUnsure = true
                continue
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
