private import Glibc

/// A process that time waits for.
final class WatchedProcess {
    let pid: Int32
    /// The first has the number of the process.
    private(set) var threads: [WatchedThread] = []
    /// Where a busy one was found, to look there first.
    private var hint = 0

    /// Nil if it is gone, or is dead and its parent has not asked for its status yet.
    init?(_ pid: Int32) {
        self.pid = pid
        guard list(), let first = threads.first, first.read() != .gone else { return nil }
        if first.isZombie, first.threads <= 1 { return nil }
    }

    /// Lists the threads anew; false if the process is gone.
    func list() -> Bool {
        guard let folder = opendir("/proc/\(pid)/task") else { return false }
        defer { closedir(folder) }
        var known = Dictionary(uniqueKeysWithValues: threads.map { ($0.tid, $0) })
        threads = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let tid = Int32(name) else { continue }
            if let thread = known.removeValue(forKey: tid) ?? WatchedThread(tid, of: pid) {
                threads.append(thread)
            }
        }
        threads.sort { $0.tid < $1.tid }
        hint = 0
        return threads.first?.tid == pid
    }

    /// What a look has found.
    enum Look {
        case asleep, busy
        /// See ``WatchedThread/State/unsure``.
        case unsure
        /// Threads have come or gone.
        case changed
        case gone
    }

    /// Whether all of its threads sleep.
    func read() -> Look { every { $0.read() } }

    /// Whether all have slept since they were read.
    func hasSlept() -> Look { every { $0.hasSlept() } }

    private func every(_ look: (WatchedThread) -> WatchedThread.State) -> Look {
        if hint < threads.count, look(threads[hint]) == .busy { return .busy }
        var isUnsure = false
        for (index, thread) in threads.enumerated() {
            switch look(thread) {
            case .asleep: continue
            case .busy:
                hint = index
                return .busy
            case .unsure: isUnsure = true
            case .gone: return list() ? .changed : .gone
            }
        }
        guard let first = threads.first else { return .gone }
        // A dead process still has its first thread until its parent asks for its status.
        if first.isZombie, first.threads <= 1 { return .gone }
        guard first.threads == threads.count else { return list() ? .changed : .gone }
        return isUnsure ? .unsure : .asleep
    }

    /// Whether a thread is one of it.
    func has(thread tid: Int32) -> Bool {
        threads.contains { $0.tid == tid } || access("/proc/\(pid)/task/\(tid)", F_OK) == 0
    }

    /// Changes when a thread has run.
    var runs: UInt64 {
        threads.reduce(UInt64(bitPattern: Int64(pid))) { ($0 &* 31) &+ $1.runs }
    }

    /// Ends it by force, if it still is the process that was watched.
    func end() {
        if let first = threads.first, first.read() != .gone { kill(pid, SIGKILL) }
    }

    /// What it is called.
    var name: String { Self.text("/proc/\(pid)/comm") ?? "?" }

    /// What its threads wait for, by the kernel's names: `python3 (12) in do_poll`.
    var waits: String {
        threads.map { thread in
            let folder = "/proc/\(pid)/task/\(thread.tid)/"
            let place = Self.text(folder + "wchan").flatMap { $0 == "0" || $0.isEmpty ? nil : $0 }
            return "\(Self.text(folder + "comm") ?? "?") (\(thread.tid))"
                + (place.map { " in \($0)" } ?? "")
        }
        .joined(separator: ", ")
    }

    /// A small file of `/proc`, without the end of its line.
    static func text(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
