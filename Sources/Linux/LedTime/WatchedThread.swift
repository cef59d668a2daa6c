private import CLedTime
private import Glibc

/// A thread of another process, as `/proc` shows it (proc(5)).
final class WatchedThread {
    let tid: Int32
    private let stat: Int32
    private let schedstat: Int32
    private let wchan: Int32
    private var look = led_look()

    /// Nil if it is gone.
    init?(_ tid: Int32, of pid: Int32) {
        let folder = "/proc/\(pid)/task/\(tid)/"
        self.tid = tid
        stat = open(folder + "stat", O_RDONLY | O_CLOEXEC)
        guard stat >= 0 else { return nil }
        schedstat = open(folder + "schedstat", O_RDONLY | O_CLOEXEC)
        guard schedstat >= 0 || errno == ENOENT else {
            close(stat)
            return nil
        }
        wchan = open(folder + "wchan", O_RDONLY | O_CLOEXEC)
    }

    deinit {
        close(stat)
        if schedstat >= 0 { close(schedstat) }
        if wchan >= 0 { close(wchan) }
    }

    /// How often it has been given a processor, before it slept. A kernel without the statistics of
    /// its scheduler does not say.
    private(set) var runs: UInt64 = 0
    /// Of its process, at the last look.
    var threads: Int { Int(look.threads) }
    /// Whether it has ended: a process of which this is the only thread has, too.
    var isZombie: Bool { look.state == CChar(UInt8(ascii: "Z")) || isDead }
    private var isDead: Bool { look.state == CChar(UInt8(ascii: "X")) }

    /// What a look has found.
    enum State {
        /// It waits for something that another thread, another process or a clock has to do.
        case asleep
        /// It runs, is about to, waits for a disk, or is stopped by a debugger.
        case busy
        /// It says that it waits, and may have been interrupted just before it does: it will go on by itself.
        case unsure
        case gone
    }

    /// Reads its state, and ``runs`` before that.
    func read() -> State {
        guard readRuns() else { return .gone }
        runs = look.runs
        return readState()
    }

    /// Whether it has slept since it was ``read()``.
    func hasSlept() -> State {
        let state = readState()
        guard state == .asleep else { return state }
        guard readRuns() else { return .gone }
        guard look.runs == runs else { return .busy }
        return isZombie || led_look_is_waiting(wchan) != 0 ? .asleep : .unsure
    }

    private func readRuns() -> Bool { schedstat < 0 || led_look_runs(schedstat, &look) != 0 }

    private func readState() -> State {
        guard led_look_stat(stat, &look) != 0 else { return .gone }
        switch UInt8(bitPattern: look.state) {
        case UInt8(ascii: "S"), UInt8(ascii: "Z"), UInt8(ascii: "X"): return .asleep
        default: return .busy
        }
    }
}
