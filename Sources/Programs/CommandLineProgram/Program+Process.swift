import Wire

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Program {
    /// Runs a program from the start of its process to its end.
    package static func main(
        _ run: (_ arguments: [String]) -> ExitStatus
    ) -> Never {
        Orphans.ownProcess()
        // Without standard descriptors nothing can be reported.
        guard prepareProcess() else { exit(ExitStatus.environment.rawValue) }
        let status = run(processArguments)
        if let reason = Console.lostOutput {
            Console.system.complain("boardsim: standard output was lost: \(reason)\n")
            exit(ExitStatus.environment.rawValue)
        }
        exit(status.rawValue)
    }

    /// The process's arguments without its name; file names keep their bytes.
    private static var processArguments: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { position in
            CommandLine.unsafeArgv[position].map { argument in
                var bytes: [UInt8] = []
                var next = argument
                while next.pointee != 0 {
                    bytes.append(UInt8(bitPattern: next.pointee))
                    next += 1
                }
                return PathText.text(bytes)
            }
        }
    }

    /// Prepares the process, whatever state its parent left it in; to be called before any file is
    /// opened. False if that is not possible.
    ///
    /// A closed standard descriptor would go to the next file that is opened, and what the program
    /// prints would end up in that file. A write to a pipe without a reader, or beyond the file
    /// size limit, becomes an error of that write and does not end the process.
    static func prepareProcess() -> Bool {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // Writes to standard output then fail as they should, and the loss is reported.
        let modes = [STDIN_FILENO: O_RDONLY, STDOUT_FILENO: O_RDONLY, STDERR_FILENO: O_WRONLY]
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is the one just found closed.
            guard open("/dev/null", modes[descriptor] ?? O_RDONLY) == descriptor else {
                return false
            }
        }
        return true
    }
}
