import Scenario

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file that `--trace` writes: a line an event.
final class TraceFile {
    private let path: String
    private var file: UnsafeMutablePointer<FILE>?

    init(_ path: String) throws(RunError) {
        guard let file = Console.open(path, "w") else {
            throw RunError(
                .environment,
                "--trace \(path): \(String(cString: strerror(errno))); name a file that can be written"
            )
        }
        self.path = path
        self.file = file
    }

    deinit { if let file { fclose(file) } }

    func write(_ line: String) {
        guard let file else { return }
        fputs(line, file)
        fputc(10, file)
    }

    /// Everything is written, or the disk was full.
    func close() throws(RunError) {
        guard let file else { return }
        self.file = nil
        let isBroken = ferror(file) != 0
        guard fclose(file) == 0, !isBroken else {
            throw RunError(
                .environment,
                "--trace \(path): the trace could not be written: \(String(cString: strerror(errno)))"
            )
        }
    }
}
