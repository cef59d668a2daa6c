import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A process of our own, with pipes to and from it.
package struct ChildProcess {
    package let pid: pid_t
    /// Its standard input; -1 for none.
    package private(set) var input: Int32 = -1
    /// Its standard output, or its standard error; -1 for none.
    package private(set) var output: Int32 = -1

    /// Where one of its standard streams leads.
    package enum Stream {
        case inherited, nothing, pipe
        /// Of standard error: where standard output leads.
        case output
    }

    /// This program.
    package static var ownPath: String {
        #if os(Linux)
            guard let path = realpath("/proc/self/exe", nil) else {
                return CommandLine.arguments[0]
            }
            defer { free(path) }
            return String(cString: path)
        #else
            return CommandLine.arguments[0]
        #endif
    }

    /// What `errno` says.
    package static var reason: String { reason(errno) }

    /// What an error of the system means.
    package static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

    /// Nil if it cannot be started; `errno` says why.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is looked for in `PATH`.
    ///   - output: of standard output; with `error` as a pipe it must not be one.
    ///   - environment: variables that are added.
    ///   - isGroup: whether it is the first of a group of its own, with signals as usual: Ctrl-C at
    ///     the terminal does not reach it, and ``killGroup()`` ends what it has started.
    package init?(
        _ program: String, _ arguments: [String], input: Stream = .nothing,
        output: Stream = .inherited, error: Stream = .inherited,
        environment: [(name: String, value: String)] = [], isGroup: Bool = false
    ) {
        // One at a time: a child of another thread must not inherit the ends of this one's pipes.
        Self.starting.lock()
        defer { Self.starting.unlock() }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What this program ignores, the other one would ignore as well.
        var usual = sigset_t()
        sigemptyset(&usual)
        for number in [SIGPIPE, SIGXFSZ] { sigaddset(&usual, number) }
        if isGroup {
            for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&usual, number) }
            posix_spawnattr_setpgroup(&attributes, 0)
        }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | (isGroup ? POSIX_SPAWN_SETPGROUP : 0)))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var theirs: [Int32] = []
        defer { for end in theirs { close(end) } }
        var ends: [Int32: Int32] = [:]
        for (stream, number) in [
            (input, STDIN_FILENO), (output, STDOUT_FILENO), (error, STDERR_FILENO),
        ] {
            switch stream {
            case .inherited: break
            case .nothing:
                posix_spawn_file_actions_addopen(
                    &actions, number, "/dev/null", number == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
            case .output: posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, number)
            case .pipe:
                guard let (read, write) = Self.pipe() else { return nil }
                let isInput = number == STDIN_FILENO
                theirs.append(isInput ? read : write)
                ends[number] = isInput ? write : read
                posix_spawn_file_actions_adddup2(&actions, isInput ? read : write, number)
            }
        }
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        let names = Set(environment.map(\.name))
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var place = environ
        while let variable = place.pointee {
            let name = String(cString: variable).prefix { $0 != "=" }
            if !names.contains(String(name)) { variables.append(strdup(variable)) }
            place += 1
        }
        variables += environment.map { strdup("\($0.name)=\($0.value)") } + [nil]
        defer { variables.forEach { free($0) } }
        var pid = pid_t()
        let failure = posix_spawnp(&pid, program, &actions, &attributes, words, variables)
        guard failure == 0 else {
            for end in ends.values { close(end) }
            errno = failure
            return nil
        }
        self.pid = pid
        self.input = ends[STDIN_FILENO] ?? -1
        self.output = ends[STDOUT_FILENO] ?? ends[STDERR_FILENO] ?? -1
    }

    private static let starting = StartLock()

    /// Both ends are closed in every other child.
    private static func pipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
            guard Glibc.pipe(&ends) == 0 else { return nil }
        #else
            guard Darwin.pipe(&ends) == 0 else { return nil }
        #endif
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// No more input.
    package mutating func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    package mutating func closeOutput() {
        if output >= 0 { close(output) }
        output = -1
    }

    /// Writes all of it; false if the process is gone.
    package func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                    Glibc.write(input, bytes.baseAddress, bytes.count)
                #else
                    Darwin.write(input, bytes.baseAddress, bytes.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// What has come; empty at its end.
    package func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(output, &bytes, bytes.count)
            #else
                let count = Darwin.read(output, &bytes, bytes.count)
            #endif
            if count < 0, errno == EINTR { continue }
            return Array(bytes.prefix(max(0, count)))
        }
    }

    /// How a process ended.
    package enum End: Equatable {
        case status(Int32)
        case signal(Int32)

        package var words: String {
            switch self {
            case .status(let status): "status \(status)"
            case .signal(let signal): "signal \(signal)"
            }
        }

        /// Whether a signal ended it that ends programs from outside: SIGINT, SIGTERM or SIGHUP.
        package var isTermination: Bool {
            guard case .signal(let number) = self else { return false }
            return [SIGINT, SIGTERM, SIGHUP].contains(number)
        }
    }

    /// Waits until it has ended.
    @discardableResult package func wait() -> End {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return Self.end(status)
    }

    /// How it ended; nil if it still runs.
    package var end: End? {
        var status: Int32 = 0
        let found = waitpid(pid, &status, WNOHANG)
        return found == pid || found < 0 && errno != EINTR ? Self.end(status) : nil
    }

    /// Ends the processes of its group.
    package func killGroup() { kill(-pid, SIGKILL) }

    /// How a process ended, from the status that the system reports.
    package static func end(_ status: Int32) -> End {
        let signal = status & 0x7F
        return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    }
}

/// Lets one thread at a time start a child.
private final class StartLock: Sendable {
    private let isTaken = Atomic(false)

    func lock() {
        while isTaken.exchange(true, ordering: .acquiring) { usleep(50) }
    }

    func unlock() { isTaken.store(false, ordering: .releasing) }
}
