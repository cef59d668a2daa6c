import CProcess
import Glibc

/// A copy of this process (`fork(2)`), with all objects as they are at this moment; memory that neither changes is
/// shared.
///
/// Only the calling thread goes on in the copy, and what another one has locked would stay locked.
package enum ProcessCopy {
    /// Whether this process has one thread.
    package static var isPossible: Bool {
        guard let threads = opendir("/proc/self/task") else { return false }
        defer { closedir(threads) }
        var count = 0
        while let entry = readdir(threads) {
            // `.` and `..` are no threads.
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        return count == 1
    }

    /// Works in a copy, which ends afterwards without cleaning up.
    ///
    /// - Returns: the number of the copy; nil if the system has no room for it.
    package static func run(_ work: () -> Void) -> pid_t? {
        let process = boardsim_copy_process()
        if process == 0 {
            work()
            _exit(0)
        }
        return process < 0 ? nil : process
    }

    /// Waits for the end of a copy; whether it came to its own end.
    @discardableResult package static func wait(for process: pid_t) -> Bool {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return false }
        }
        return status == 0
    }

    /// A copy that has ended, and whether that was its own end; nil if there is none.
    package static func ended() -> (process: pid_t, isWell: Bool)? {
        var status: Int32 = 0
        let process = waitpid(-1, &status, WNOHANG)
        return process > 0 ? (process, status == 0) : nil
    }
}

/// A pipe between copies of this process; other programs that are started do not get it.
package struct CopyPipe: Sendable {
    /// Where its bytes come out.
    package let end: Int32
    /// Where they are put in.
    package let start: Int32

    /// nil if the system has no room for it.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (end, start) = (ends[0], ends[1])
    }

    package func closeEnd() { close(end) }
    package func closeStart() { close(start) }

    /// Puts in a message; false if nobody is left who reads.
    @discardableResult package func put(_ bytes: [UInt8]) -> Bool {
        var message = withUnsafeBytes(of: UInt32(bytes.count)) { Array($0) } + bytes
        while !message.isEmpty {
            let count = write(start, message, message.count)
            if count < 0, errno != EINTR { return false }
            message.removeFirst(max(0, count))
        }
        return true
    }

    /// The next message; nil if nobody is left who writes.
    package func next() -> [UInt8]? {
        guard let head = bytes(MemoryLayout<UInt32>.size) else { return nil }
        return bytes(Int(head.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }))
    }

    private func bytes(_ wanted: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: wanted)
        var filled = 0
        while filled < wanted {
            let count = bytes.withUnsafeMutableBytes {
                read(end, $0.baseAddress?.advanced(by: filled), wanted - filled)
            }
            if count == 0 || count < 0 && errno != EINTR { return nil }
            filled += max(0, count)
        }
        return bytes
    }

    /// Whether there is something to read, or nobody left who writes, after at most so many milliseconds.
    package func hasNext(within milliseconds: Int32) -> Bool {
        var question = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        return poll(&question, 1, milliseconds) > 0
    }

    /// Waits until there is something to read; false if nobody reads what is put into another pipe any more.
    package func waits(whileReads other: CopyPipe) -> Bool {
        while true {
            var questions = [
                pollfd(fd: end, events: Int16(POLLIN), revents: 0),
                pollfd(fd: other.start, events: 0, revents: 0),
            ]
            guard poll(&questions, 2, -1) > 0 else { continue }
            if questions[0].revents != 0 { return true }
            if questions[1].revents != 0 { return false }
        }
    }
}
