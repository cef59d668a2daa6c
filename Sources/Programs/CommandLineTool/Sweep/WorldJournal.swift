import CommandLineProgram
import Declaration
import JSON

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `worlds.jsonl`: a line for each world as soon as it has ended, so that what was stopped can go on.
final class WorldJournal {
    static let fileName = "worlds.jsonl"

    /// Whose file it is, for messages.
    struct Owner {
        /// `sweep`.
        var command: String
        /// What writes it: `sweep`.
        var noun: String
        /// What goes on after an error: `the same command resumes the sweep`.
        var resuming: String
    }

    let path: String
    private let owner: Owner
    private let descriptor: Int32
    private var failure: Int32 = 0

    /// Opens the file, or begins it.
    ///
    /// - Parameters:
    ///   - header: its first line, if it has none.
    ///   - read: takes what the file has, and says how many bytes of it are complete lines of the same work.
    init(
        directory: String, _ owner: Owner, header: [UInt8],
        read: (_ bytes: [UInt8], _ path: String) throws(RunError) -> Int
    ) throws(RunError) {
        path =
            directory.hasSuffix("/") ? directory + Self.fileName : "\(directory)/\(Self.fileName)"
        self.owner = owner
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw broken(errno) }
        // Two writers would overwrite each other's lines. Some file systems have no locks.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw RunError(
                .environment, of: owner.command,
                "another \(owner.noun) is writing \(path); wait for it, or choose another folder with"
                    + " --out")
        }
        let bytes: [UInt8]
        do throws(FileError) {
            // It is our own, which the command both reads and writes.
            bytes = try Console.system.read(path)
        } catch {
            throw RunError(.environment, "\(path): the file cannot be read: \(error.reason)")
        }
        // Empty, or stopped while the first line was written.
        let length = JSONLines.isBeginning(bytes, of: header) ? 0 : try read(bytes, path)
        // A line that was cut off is written again.
        guard ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, 0, SEEK_END) >= 0
        else { throw broken(errno) }
        if length == 0 {
            put(header)
            if failure != 0 { throw broken(failure) }
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Adds a line.
    func put(_ line: [UInt8]) {
        guard failure == 0 else { return }
        var rest = (line + [UInt8(ascii: "\n")])[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                failure = count < 0 ? errno : EIO
                return
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Why it could not be written; nil if it could.
    var problem: RunError? { failure == 0 ? nil : broken(failure) }

    private func broken(_ code: Int32) -> RunError {
        RunError(
            .environment,
            "cannot write \(path): \(String(cString: strerror(code))); free some space, and"
                + " \(owner.resuming), or choose another folder with --out")
    }
}
