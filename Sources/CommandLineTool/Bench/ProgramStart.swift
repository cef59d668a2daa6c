import Glibc

/// This program, started once more, up to the first line that it prints on standard error.
enum ProgramStart {
    /// The least processor time of several tries, in seconds; nil if it prints nothing.
    ///
    /// - Parameter program: another one, for tests.
    static func processorSeconds(
        _ words: [String], tries: Int, program: String = "/proc/self/exe"
    ) -> Double? {
        (0..<tries).compactMap { _ in once(program, words) }.min()
    }

    /// Room for the first lines: the program waits at one of the next until it is killed, so that
    /// nothing it does later counts, however late this process looks.
    private static let room = 512
    /// The smallest pipe (`pipe(7)`).
    private static let pipeLength = 4096
    /// F_SETPIPE_SZ (Linux, `fcntl.h`).
    private static let setPipeLength: Int32 = 1031

    private static func once(_ program: String, _ words: [String]) -> Double? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        defer { for end in ends { close(end) } }
        let filler = [UInt8](repeating: 0, count: pipeLength - room)
        guard fcntl(ends[1], setPipeLength, Int32(pipeLength)) == pipeLength,
            write(ends[1], filler, filler.count) == filler.count,
            let process = start(program, words, standardError: ends[1], without: ends)
        else { return nil }
        var status: Int32 = 0
        var waiting: Int32 = 0
        while ioctl(ends[0], UInt(FIONREAD), &waiting) == 0, waiting <= filler.count {
            if waitpid(process, &status, WNOHANG) == process { return nil }
            usleep(1000)
        }
        kill(process, SIGKILL)
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
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
