import Scenario

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file that `--trace` writes: a line an event.
final class TraceFile {
    private let file: UnsafeMutablePointer<FILE>

    init(_ path: String) throws(RunError) {
        guard let file = fopen(path, "w") else {
            throw RunError(
                .environment,
                "--trace \(path): \(String(cString: strerror(errno))); name a file that can be written"
            )
        }
        self.file = file
    }

    deinit { fclose(file) }

    func write(_ line: String) {
        fputs(line, file)
        fputc(10, file)
    }
}
