import CommandLineProgram
import Declaration
import Sweep

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `worlds.jsonl` of a sweep: a line for each world as soon as it has ended, so that a sweep that was
/// stopped can go on.
final class SweepJournal {
    static let fileName = "worlds.jsonl"

    let path: String
    /// Of an earlier call of the same sweep.
    private(set) var known: [Int: SweepRow] = [:]
    private var descriptor: Int32 = -1
    private var failure: Int32 = 0

    /// Opens the file, or begins it.
    init(directory: String, _ header: SweepHeader) throws(RunError) {
        path =
            directory.hasSuffix("/") ? directory + Self.fileName : "\(directory)/\(Self.fileName)"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw broken(errno) }
        // Two writers would overwrite each other's lines. Some file systems have no locks.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw RunError(
                .environment,
                "boardsim sweep: another sweep is writing \(path); wait for it, or choose another"
                    + " folder with --out")
        }
        let length = try readEarlier(header)
        // A line that was cut off is written again.
        guard ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, 0, SEEK_END) >= 0
        else { throw broken(errno) }
        if length == 0 {
            put(SweepFile.line(header))
            if failure != 0 { throw broken(failure) }
        }
    }

    /// Reads the worlds of an earlier call; returns how many bytes of the file are complete lines.
    private func readEarlier(_ header: SweepHeader) throws(RunError) -> Int {
        let file: SweepFile
        do {
            // It is our own, which the command both reads and writes.
            let bytes = try Console.system.read(path)
            // Empty, or stopped while the first line was written.
            if SweepFile.isBeginning(bytes, of: header) { return 0 }
            file = try SweepFile(reading: bytes, name: path)
        } catch let error as FileError {
            throw RunError(.environment, "\(path): the file cannot be read: \(error.reason)")
        } catch {
            throw SweepSettings.wrong("\(error)")
        }
        if let why = file.header.difference(from: header) {
            throw SweepSettings.wrong(
                "\(path) belongs to another sweep: \(why); name another folder with --out, or delete"
                    + " the file")
        }
        known = file.rows
        return file.length
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func add(_ row: SweepRow) { put(SweepFile.line(row)) }

    private func put(_ line: [UInt8]) {
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
            "cannot write \(path): \(String(cString: strerror(code))); free some space, and the same"
                + " command resumes the sweep, or choose another folder with --out")
    }
}
