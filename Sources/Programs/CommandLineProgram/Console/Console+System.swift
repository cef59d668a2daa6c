import Declaration
import Synchronization
import Wire

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Console {
    /// The process's own output, and the real files.
    package static var system: Console {
        var console = Console(
            write: { put($0, to: STDOUT_FILENO) }, complain: { put($0, to: STDERR_FILENO) },
            read: { path throws(FileError) in try contents(of: path) },
            save: { bytes, path throws(FileError) in try replace(path, with: bytes) },
            isTerminal: isatty(STDOUT_FILENO) == 1,
            isErrorTerminal: isatty(STDERR_FILENO) == 1)
        console.become = exec
        return console
    }

    private static func exec(_ program: String, _ arguments: [String]) -> String {
        // File names keep their bytes.
        var words = ([program] + arguments).map { word in withBytes(of: word) { strdup($0) } }
        words.append(nil)
        defer { for word in words { free(word) } }
        _ = withBytes(of: program) { execv($0, &words) }
        return String(cString: strerror(errno))
    }

    private static let outputError = Atomic<Int32>(0)

    /// Why standard output lost data, in the system's words; nil if nothing was lost.
    package static var lostOutput: String? {
        let code = outputError.load(ordering: .relaxed)
        return code == 0 ? nil : String(cString: strerror(code))
    }

    private static func put(_ text: String, to descriptor: Int32) {
        var rest = Array(PathText.shown(text).utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Self.write($0, to: descriptor) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                // A reader that exits early (`| head`) is no error.
                if descriptor == STDOUT_FILENO, errno != EPIPE {
                    outputError.store(errno, ordering: .relaxed)
                }
                return
            }
            rest = rest.dropFirst(count)
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    /// Far above scenarios and recordings, but an endless device exceeds it.
    private static let largestFile = 256 << 20

    /// Opens a file by the bytes of its path.
    package static func open(_ path: String, _ mode: String) -> UnsafeMutablePointer<FILE>? {
        withBytes(of: path) { fopen($0, mode) }
    }

    /// Passes a path to the system, whatever its bytes.
    static func withBytes<Result>(
        of path: String, _ call: (UnsafePointer<CChar>) -> Result?
    ) -> Result? {
        (PathText.bytes(path) + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap(call) }
        }
    }

    private static func contents(of path: String) throws(FileError) -> [UInt8] {
        guard let file = try openForReading(path) else { throw failure(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= largestFile else {
                throw FileError(path: path, reason: "it is larger than 256 MiB")
            }
        }
        guard ferror(file) == 0 else { throw failure(path) }
        return bytes
    }

    /// Opens a file without waiting: a named pipe without a writer would never open. The shell's
    /// own pipes, such as `/dev/stdin`, have a writer or an end.
    private static func openForReading(
        _ path: String
    ) throws(FileError) -> UnsafeMutablePointer<FILE>? {
        let opened = withBytes(of: path) { openWithoutWaiting($0) }
        guard let descriptor = opened, descriptor >= 0 else { return nil }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO,
            isNamed(status)
        {
            close(descriptor)
            throw FileError(path: path, reason: "it is a named pipe; give a file")
        }
        // If there is something to wait for, reading waits.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        guard let file = fdopen(descriptor, "rb") else {
            close(descriptor)
            return nil
        }
        return file
    }

    /// Whether a pipe has a name in a folder: the kernel's own pipe file system has no folders.
    private static func isNamed(_ status: stat) -> Bool {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return true }
        defer { for end in ends { close(end) } }
        var own = stat()
        return fstat(ends[0], &own) != 0 || own.st_dev != status.st_dev
    }

    private static func openWithoutWaiting(_ path: UnsafePointer<CChar>) -> Int32 {
        #if canImport(Glibc)
            Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #else
            Darwin.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #endif
    }

    private static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let file = OutputFile(path, option: "")
        do throws(RunError) {
            try file.open(.system)
            file.write(bytes)
            try file.close("it")
        } catch {
            throw FileError(path: path, reason: file.reason)
        }
    }

    private static func failure(_ path: String) -> FileError {
        FileError(path: path, reason: String(cString: strerror(errno)))
    }
}
