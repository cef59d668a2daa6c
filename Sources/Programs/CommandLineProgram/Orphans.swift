import CProcess
import Glibc
import Synchronization

/// Processes whose parent has ended: those that this process has started become its children,
/// however they have left their session and group.
package struct Orphans {
    /// Whether all children of this process are ours. In a process that only calls a command, such as that of the
    /// tests, other parts have children of their own, which must be left alone.
    private static let ownsProcess = Atomic(false)
    /// Children that this process had before, such as those of a shell that it replaced.
    private let spared: Set<pid_t>

    /// From now on orphans are this process's children (`prctl(2)`, PR_SET_CHILD_SUBREAPER), if it is a program.
    package init() {
        spared = Self.children
        if Self.ownsProcess.load(ordering: .relaxed) { _ = boardsim_adopt_orphans() }
    }

    /// This process is a program, and all of its children are its own.
    static func ownProcess() { ownsProcess.store(true, ordering: .relaxed) }

    /// Ends all children with what they have started, except those that are named.
    ///
    /// - Parameter grace: how long they may take after SIGTERM, in milliseconds.
    package func end(besides known: [pid_t] = [], grace: Int = 0) {
        guard Self.ownsProcess.load(ordering: .relaxed) else { return }
        let spared = spared.union(known)
        var orphans: Set<pid_t> { Self.children.subtracting(spared) }
        if grace > 0 {
            var waited = 0
            for orphan in orphans { kill(orphan, SIGTERM) }
            while waited < grace, !orphans.isEmpty {
                usleep(5_000)
                waited += 5
                for orphan in orphans { waitpid(orphan, nil, WNOHANG) }
            }
        }
        // A process that ends leaves its children to this one.
        for _ in 0..<100 {
            let found = orphans
            guard !found.isEmpty else { return }
            for orphan in found {
                kill(orphan, SIGKILL)
                waitpid(orphan, nil, 0)
            }
        }
    }

    /// The children of this process, also those that have ended and were not waited for.
    private static var children: Set<pid_t> {
        guard let processes = opendir("/proc") else { return [] }
        defer { closedir(processes) }
        var found: Set<pid_t> = []
        while let entry = readdir(processes) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let number = pid_t(name), parent(of: number) == getpid() { found.insert(number) }
        }
        return found
    }

    /// The fourth field of its `stat`; the second, the program's name, may contain anything.
    private static func parent(of process: pid_t) -> pid_t? {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        let text = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let name = text.lastIndex(of: ")") else { return nil }
        let fields = text[name...].split(separator: " ")
        return fields.count > 2 ? pid_t(fields[2]) : nil
    }
}

/// The end of the process that started this one.
package enum ParentProcess {
    /// From now on this process gets SIGTERM when that one ends, at once if it has ended already.
    ///
    /// - Parameter parent: its number.
    package static func endWith(_ parent: pid_t) {
        _ = boardsim_end_with_parent(SIGTERM)
        if getppid() != parent { raise(SIGTERM) }
    }
}
