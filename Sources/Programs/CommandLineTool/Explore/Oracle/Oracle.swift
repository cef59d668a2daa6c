import CommandLineProgram
import Declaration
import JSON

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program of the user that says whether a world is all right: it is told what happened there, and fails the world
/// by its status.
struct Oracle: Sendable {
    /// As it was named.
    private let program: String

    enum Verdict: Equatable {
        case passed
        /// What is wrong with the world.
        case failed(String)
        /// What is wrong with the oracle.
        case broken(String)
    }

    /// Of real time, which an oracle takes for one world.
    private static let patience = 60.0

    /// - Parameter command: whose option it is, for messages.
    /// - Throws: if there is no such program, or it may not be run.
    init(_ program: String, of command: String) throws(RunError) {
        guard let path = Self.place(of: program) else {
            throw RunError(
                .input, of: command,
                "--oracle \(program): there is no such program"
                    + (program.contains("/")
                        ? ""
                        : " on the PATH; for one of this folder write"
                            + " `./\(program)`"))
        }
        guard access(path, X_OK) == 0 else {
            throw RunError(
                .input, of: command,
                "--oracle \(program): \(ChildProcess.reason); make it executable with `chmod +x"
                    + " \(path)`")
        }
        self.program = path
    }

    /// Its path, as execvp(3) finds it.
    private static func place(of word: String) -> String? {
        if word.contains("/") { return isFile(word) ? word : nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
        return folders.split(separator: ":", omittingEmptySubsequences: false)
            .map { ($0.isEmpty ? "." : $0) + "/" + word }
            .first { access($0, X_OK) == 0 && isFile($0) }
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// Asks it about a world.
    ///
    /// - Parameters:
    ///   - folder: for files of the call.
    ///   - isStopped: whether somebody has interrupted the exploration.
    func judge(
        _ document: OracleDocument, in folder: String, _ isStopped: () -> Bool = { false }
    ) -> Verdict {
        let (input, errors) = ("\(folder)/oracle.json", "\(folder)/oracle.err")
        do throws(FileError) {
            try Console.system.save(Array((document.json.line + "\n").utf8), input)
        } catch {
            return .broken("\(error)")
        }
        // It may print before it has read all, and need not read at all.
        let shell = #"exec "$0" <"$1" 2>"$2""#
        guard
            let process = ChildProcess(
                "/bin/sh", ["-c", shell, program, input, errors], output: .pipe, isGroup: true)
        else { return .broken("cannot start the oracle: \(ChildProcess.reason)") }
        var printed = PrintedTail()
        guard let end = Self.wait(for: process, &printed, isStopped) else {
            return .broken(
                isStopped()
                    ? "interrupted"
                    : "the oracle did not end within \(Int(Self.patience)) s of real time")
        }
        if end == .status(0) { return .passed }
        if case .status = end, let reason = printed.lastLine { return .failed(reason) }
        var said = PrintedTail()
        said.add((try? Console.system.read(errors)) ?? [])
        let last = said.lastLine.map { ": \($0)" } ?? ""
        if case .signal = end { return .broken("the oracle ended with \(end.words)\(last)") }
        return .broken(
            "the oracle ended with \(end.words) and gave no reason, which is the last line that it prints\(last)"
        )
    }

    /// How it ended; nil if it had to be killed.
    private static func wait(
        for process: ChildProcess, _ printed: inout PrintedTail, _ isStopped: () -> Bool
    ) -> ChildProcess.End? {
        var process = process
        defer { process.closeOutput() }
        let start = Pacer.wallSeconds
        while !printed.isAtEnd {
            var output = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
            if poll(&output, 1, 200) > 0 { printed.add(process.read()) }
            if isStopped() || Pacer.wallSeconds - start > patience {
                process.killGroup()
                process.wait()
                return nil
            }
        }
        return process.wait()
    }
}
