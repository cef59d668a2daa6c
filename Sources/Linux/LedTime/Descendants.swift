/// New processes of the machine, by the numbers that the kernel has given out since the last look: who
/// starts one need not say so, whatever call it uses.
struct Descendants {
    /// The last number given out when all programs slept.
    private var last: Int
    /// That at the last look.
    private var found: Int

    init() {
        last = Self.newest
        found = last
    }

    /// All slept at the last look: whoever was started before it was found. Otherwise a program may just have been
    /// starting one, which has a number, and cannot be seen yet.
    mutating func confirm() { last = found }

    /// The processes that have begun since the last look that was confirmed, and whose parents are wanted.
    mutating func next(childrenOf isParent: (Int32) -> Bool) -> [Int32] {
        let newest = Self.newest
        found = newest
        guard newest != last else { return [] }
        // Numbers begin again at 300 when they are used up, and other programs take some as well.
        let candidates =
            newest > last && newest - last < 4096
            ? Array(last + 1...newest) : Array(2...max(newest, Self.most))
        var children: Set<Int32> = []
        return candidates.compactMap { number in
            let pid = Int32(number)
            guard let parent = Self.parent(of: pid), isParent(parent) || children.contains(parent)
            else { return nil }
            children.insert(pid)
            return pid
        }
    }

    /// Nil if this is no process, or a thread of one.
    private static func parent(of pid: Int32) -> Int32? {
        guard let status = WatchedProcess.text("/proc/\(pid)/status") else { return nil }
        var parent: Int32?
        for line in status.split(separator: "\n") {
            if line.hasPrefix("Tgid:"), Int32(line.dropFirst(6)) != pid { return nil }
            if line.hasPrefix("PPid:") { parent = Int32(line.dropFirst(6)) }
        }
        return parent
    }

    /// The fifth field of `/proc/loadavg`.
    private static var newest: Int {
        WatchedProcess.text("/proc/loadavg")?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }

    private static var most: Int {
        WatchedProcess.text("/proc/sys/kernel/pid_max").flatMap { Int($0) } ?? 32768
    }
}
