import Glibc

/// A start of boardsim, up to the first line that it prints on standard error.
enum ProgramStart {
    /// The least processor time of several tries, in seconds; nil if it prints nothing.
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

    private static func once(_ program: String, _ words: [String]) -> Double? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        let process = start(program, words, standardError: ends[1], without: ends)
        close(ends[1])
        guard let process else { return nil }
        var byte: UInt8 = 0
        let count = read(ends[0], &byte, 1)
        kill(process, SIGKILL)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        return count == 1 ? seconds(usage.ru_utime) + seconds(usage.ru_stime) : nil
    }

    private static func start(
        _ program: String, _ words: [String], standardError: Int32, without ends: [Int32]
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, standardError, STDERR_FILENO)
        for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
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
