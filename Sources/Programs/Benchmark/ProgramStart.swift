import Glibc

/// What boardsim costs in a process of its own.
enum ProgramStart {
    /// What a program wrote on standard output and its processor time in seconds, with that of the processes that it started; nil if it
    /// did not start, or a signal ended it.
    static func whole(
        _ words: [String], program: String
    ) -> (output: [UInt8], processorSeconds: Double)? {
        guard let ends = pipe() else { return nil }
        defer { close(ends[0]) }
        let process = start(program, words, writing: ends[1], as: STDOUT_FILENO)
        close(ends[1])
        guard let process else { return nil }
        var output: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(ends[0], &part, part.count), count > 0 {
            output += part[..<count]
        }
        let (status, seconds) = end(of: process)
        return status & 0x7f == 0 ? (output, seconds) : nil
    }

    /// The least processor time of several starts, up to the first line on standard error, in seconds; nil if it prints nothing.
    static func processorSeconds(
        _ words: [String], tries: Int, program: String
    ) -> Double? {
        (0..<tries).compactMap { _ in once(program, words) }.min()
    }

    /// The program boardsim in the folder of this one; nil if the folder is unknown.
    static var neighbour: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        let parts = String(cString: path).split(separator: "/")
        return "/" + (parts.dropLast() + ["boardsim"]).joined(separator: "/")
    }

    /// The ends of a pipe, reading and writing, which no program that is started inherits; nil if the system refuses.
    private static func pipe() -> [Int32]? {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    private static func once(_ program: String, _ words: [String]) -> Double? {
        guard let ends = pipe() else { return nil }
        defer { close(ends[0]) }
        let process = start(program, words, writing: ends[1], as: STDERR_FILENO)
        close(ends[1])
        guard let process else { return nil }
        var byte: UInt8 = 0
        let count = read(ends[0], &byte, 1)
        kill(process, SIGKILL)
        let (_, seconds) = end(of: process)
        return count == 1 ? seconds : nil
    }

    /// The status of a process, once it has ended, and the processor time that it and its own have used.
    private static func end(of process: pid_t) -> (status: Int32, seconds: Double) {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        return (status, seconds(usage.ru_utime) + seconds(usage.ru_stime))
    }

    private static func start(
        _ program: String, _ words: [String], writing end: Int32, as output: Int32
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for each in [STDOUT_FILENO, STDERR_FILENO] where each != output {
            posix_spawn_file_actions_addopen(&actions, each, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, end, output)
        var arguments = (["boardsim"] + words).map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let failure = posix_spawn(&process, program, &actions, nil, &arguments, environ)
        return failure == 0 ? process : nil
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
    }
}
