import Declaration

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that a command writes: under its own name it is complete, or still the previous one.
///
/// It is written as `NAME.part` and renamed when complete. After a kill, the partial file stays
/// under that name; the next run overwrites it. Pipes, terminals and devices are written directly.
package final class OutputFile {
    /// The suffix of the name until the file is complete.
    static let unfinished = ".part"

    /// As named by the user.
    package let path: String
    private let option: String
    /// The final name of the file; nil if it is written directly.
    private var target: String?
    private var descriptor: Int32 = -1
    private var pending: [UInt8] = []
    /// The system's number of the error that ended writing; 0 without one.
    package private(set) var failure: Int32 = 0
    /// The last error, in the system's words.
    package private(set) var reason = ""
    /// The buffer before data goes to the system.
    private static let block = 65_536

    /// Opens nothing yet: data written before ``open(_:)`` is buffered.
    ///
    /// - Parameter option: of the command line, for messages: `--trace`.
    package init(_ path: String, option: String) {
        self.path = path
        self.option = option
    }

    /// The partial file of an aborted run stays.
    deinit {
        flush()
        if descriptor >= 0 { _ = closeDescriptor() }
    }

    // MARK: Opening

    /// Creates the partial file, or opens what is not a regular file.
    ///
    /// A named pipe opens when it has a reader: this waits for ``Console/patience``, with a
    /// message.
    package func open(_ console: Console) throws(RunError) {
        guard descriptor < 0 else { return }
        let status = FileIdentity.status(path)
        if let status, let own = Self.standard(status) {
            descriptor = fcntl(own, F_DUPFD_CLOEXEC, 3)
        } else if let status, status.st_mode & S_IFMT != S_IFREG {
            descriptor = try openSpecial(status, console)
        } else {
            try openBeside(status)
        }
        guard descriptor >= 0 else { throw cannotOpen(errno) }
    }

    /// The standard descriptor that already writes to the file: its redirection must not be
    /// replaced.
    private static func standard(_ status: stat) -> Int32? {
        let identity = FileIdentity(status)
        return [STDOUT_FILENO, STDERR_FILENO].first { FileIdentity(descriptor: $0) == identity }
    }

    private func openSpecial(_ status: stat, _ console: Console) throws(RunError) -> Int32 {
        guard status.st_mode & S_IFMT == S_IFIFO else { return system(path, O_WRONLY | O_NOCTTY) }
        let end = Pacer.wallSeconds + console.patience
        var hasWarned = false
        while true {
            let number = system(path, O_WRONLY | O_NONBLOCK)
            if number >= 0 {
                // From here on writes block for a slow reader.
                _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
                return number
            }
            guard errno == ENXIO else { return number }
            guard Pacer.wallSeconds < end else {
                throw RunError(
                    .environment,
                    "\(option) \(path): this pipe has no reader; start one, then this command"
                )
            }
            if !hasWarned {
                console.complain("\(option) \(path): waiting for a reader of this pipe\n")
            }
            hasWarned = true
            usleep(20_000)
        }
    }

    private func openBeside(_ status: stat?) throws(RunError) {
        let target = FilePath.resolved(path) ?? path
        // A rename would also replace a write-protected file.
        if status != nil, Console.withBytes(of: target, { access($0, W_OK) }) != 0 {
            throw cannotOpen(errno)
        }
        let part = target + Self.unfinished
        if let there = FileIdentity.status(part), there.st_mode & S_IFMT != S_IFREG {
            throw RunError(
                .environment,
                "\(option) \(path): the temporary file \(part) is not a regular file; move it away")
        }
        descriptor = system(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw cannotOpen(errno) }
        self.target = target
        if let status {
            _ = fchmod(descriptor, status.st_mode & 0o7777)
            _ = fchown(descriptor, status.st_uid, status.st_gid)
        }
    }

    private func system(_ path: String, _ flags: Int32) -> Int32 {
        #if canImport(Glibc)
            Console.withBytes(of: path) { Glibc.open($0, flags | O_CLOEXEC, 0o666) } ?? -1
        #else
            Console.withBytes(of: path) { Darwin.open($0, flags | O_CLOEXEC, 0o666) } ?? -1
        #endif
    }

    private func cannotOpen(_ number: Int32) -> RunError {
        failure = number
        reason = String(cString: strerror(number))
        return RunError(
            .environment, "\(option) \(path): \(reason); name a file that can be written")
    }

    // MARK: Writing

    /// Adds bytes; they go to the system in large pieces.
    package func write(_ bytes: some Sequence<UInt8>) {
        guard failure == 0 else { return }
        pending.append(contentsOf: bytes)
        if pending.count >= Self.block, descriptor >= 0 { flush() }
    }

    /// Writes everything to the system, so that it survives a kill of the process. After a failure
    /// nothing more is written.
    package func flush() {
        guard failure == 0, descriptor >= 0 else { return }
        var rest = pending[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { put($0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                failure = count < 0 ? errno : EIO
                pending = []
                return
            }
            rest = rest.dropFirst(count)
        }
        pending.removeAll(keepingCapacity: true)
    }

    private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    // MARK: The end

    /// Completes and renames the file, or reports that it could not be written.
    ///
    /// - Parameter what: its contents, for the message: `the trace`.
    package func close(_ what: String) throws(RunError) {
        guard descriptor >= 0 else { return }
        flush()
        let isClosed = closeDescriptor()
        if !isClosed, failure == 0 { failure = errno }
        if failure == 0, let target, !rename(to: target) { failure = errno }
        guard failure != 0 else { return }
        reason = String(cString: strerror(failure))
        let rest = target.map { "; what fitted is in \($0)\(Self.unfinished)" } ?? ""
        throw RunError(
            .environment,
            "\(option) \(path): \(what) could not be written completely: \(reason)\(rest)")
    }

    /// Discards it.
    package func discard() {
        guard descriptor >= 0 else { return }
        _ = closeDescriptor()
        if let target { _ = Console.withBytes(of: target + Self.unfinished) { unlink($0) } }
    }

    private func rename(to target: String) -> Bool {
        let result = Console.withBytes(of: target + Self.unfinished) { old in
            Console.withBytes(of: target) { new in
                #if canImport(Glibc)
                    Glibc.rename(old, new)
                #else
                    Darwin.rename(old, new)
                #endif
            }
        }
        return result == 0
    }

    private func closeDescriptor() -> Bool {
        defer { descriptor = -1 }
        #if canImport(Glibc)
            return Glibc.close(descriptor) == 0
        #else
            return Darwin.close(descriptor) == 0
        #endif
    }
}
