import CommandLineProgram

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A `boardsim run` of one world, in a process of its own, whose program leads its time.
enum WorldProcess {
    /// How it ended.
    enum End {
        /// With what it said on standard error.
        case ended(ChildProcess.End, said: String)
        /// Somebody stopped the worlds.
        case stopped
        /// It was ended after seconds of real time.
        case late(Double)
        case unstarted(String)

        /// Why there is no report; nil if there may be one.
        var problem: String? {
            switch self {
            case .ended: nil
            case .stopped: "interrupted"
            case .late(let seconds):
                "it did not end within \(Int(seconds)) s of real time: the program works without a"
                    + " wait"
            case .unstarted(let why): "cannot start boardsim: \(why)"
            }
        }
    }

    /// Of real time: for a program that runs without a wait.
    private static let patience = 60.0

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - words: after the program's name.
    ///   - environment: variables that are added.
    ///   - isStopped: whether somebody has stopped the worlds.
    static func run(
        _ words: [String], environment: [(name: String, value: String)] = [],
        isStopped: () -> Bool
    ) -> End {
        guard
            var run = ChildProcess(
                ChildProcess.ownPath, words, output: .nothing, error: .pipe,
                environment: environment, isGroup: true)
        else { return .unstarted(ChildProcess.reason) }
        defer { run.closeOutput() }
        var said: [UInt8] = []
        let start = Pacer.wallSeconds
        while true {
            var output = pollfd(fd: run.output, events: Int16(POLLIN), revents: 0)
            if poll(&output, 1, 200) > 0 {
                let new = run.read()
                if new.isEmpty {
                    return .ended(run.wait(), said: String(decoding: said, as: UTF8.self))
                }
                said += new
            }
            let isLate = Pacer.wallSeconds - start > patience
            guard isLate || isStopped() else { continue }
            // It ends its program and removes what it has made.
            kill(run.pid, SIGTERM)
            for _ in 0..<80 where run.end == nil { usleep(100_000) }
            run.killGroup()
            _ = run.wait()
            return isStopped() ? .stopped : .late(patience)
        }
    }
}
