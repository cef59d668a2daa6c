import CommandLineProgram

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A command of this program that a call needs, in a process of its own: it can be stopped at any time, and whatever
/// happens to it, the session goes on.
struct MCPWork {
    /// The words of the command line.
    var words: [String]
    /// How long it takes in real time, in seconds, as far as that is known.
    var expected: Double?
    /// Makes the answer of how it ended and of what it printed.
    var finish: (ChildProcess.End, String) -> MCPResult
}

/// Work that is being done for a request.
final class MCPRunningWork {
    let request: RPCRequest
    let work: MCPWork
    /// Names the call in notices of progress; nil: nobody wants any.
    let progress: MCPProgress?
    private var process: ChildProcess
    private var printed: [UInt8] = []
    private let start = Pacer.wallSeconds
    private var stopping: Double?
    /// Why it was stopped, for its answer; nil: no answer is wanted, or it was not stopped.
    private var reason: String?
    private(set) var end: ChildProcess.End?

    /// In real time; a program that neither ends nor waits would stay for ever.
    private static let patience = 900.0
    /// What is kept of what it prints: the end.
    private static let longestOutput = 1 << 20

    /// Nil if it cannot be started.
    init?(_ work: MCPWork, for request: RPCRequest, progress: MCPProgress?) {
        guard
            let process = ChildProcess(
                ChildProcess.ownPath, work.words, output: .pipe, error: .output, isGroup: true)
        else { return nil }
        (self.work, self.request, self.progress, self.process) = (work, request, progress, process)
    }

    /// Where it prints; -1 at the end.
    var descriptor: Int32 { process.output }

    /// In seconds of real time.
    var elapsed: Double { Pacer.wallSeconds - start }

    /// Takes what it has printed.
    func read() {
        let new = process.read()
        if new.isEmpty {
            process.closeOutput()
            end = end ?? process.wait()
        }
        printed += new
        if printed.count > 2 * Self.longestOutput {
            printed.removeFirst(printed.count - Self.longestOutput)
        }
    }

    /// To be called now and then: notices its end even if what it has started still holds its output, and ends it by force
    /// if it does not stop.
    func look() {
        if elapsed > Self.patience, stopping == nil {
            stop(because: "it was stopped after \(Int(Self.patience / 60)) min of real time")
        }
        if let stopping, Pacer.wallSeconds - stopping > 3 { process.killGroup() }
        guard end == nil, hasEnded else { return }
        finishReading()
    }

    /// Whether its process is there but for its status.
    private var hasEnded: Bool {
        var information = siginfo_t()
        let found = waitid(P_PID, id_t(process.pid), &information, WEXITED | WNOHANG | WNOWAIT)
        return found != 0 || information.si_signo != 0
    }

    private func finishReading() {
        var output = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
        while process.output >= 0, poll(&output, 1, 0) > 0 {
            let new = process.read()
            if new.isEmpty { break }
            printed += new
        }
        process.closeOutput()
        end = process.wait()
    }

    /// Ends it: it has a moment to remove what is not complete.
    ///
    /// - Parameter reason: what its answer says; nil: no answer is wanted.
    func stop(because reason: String? = nil) {
        guard stopping == nil, end == nil else { return }
        self.reason = reason
        stopping = Pacer.wallSeconds
        kill(process.pid, SIGTERM)
    }

    /// Whether its answer is not wanted.
    var isDropped: Bool { stopping != nil && reason == nil }

    /// The answer; to be called at its end.
    func result(_ end: ChildProcess.End) -> MCPResult {
        if let reason {
            return MCPResult(RPCError(.environment, "\(reason); ask for less"))
        }
        return work.finish(end, String(decoding: printed, as: UTF8.self))
    }
}
