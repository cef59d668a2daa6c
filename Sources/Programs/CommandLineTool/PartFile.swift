import Declaration

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that grows while a run lasts and has a temporary name until the run is over.
///
/// Another run into the same folder has its own, `NAME-2` and so on; so has a run after one that was killed.
final class PartFile {
    private var path: String
    private var isBegun = false
    private var failure: Int32 = 0
    /// Few bytes, because there may be thousands of files.
    static let bufferLength = 16 << 10

    init(_ path: String) { self.path = path }

    deinit { discard() }

    /// A file that was not kept is useless.
    func discard() {
        if isBegun { unlink(path) }
        isBegun = false
    }

    /// Opens the file each time: a process may have a thousand open files, but a run more series.
    func append(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty, failure == 0 else { return }
        defer { bytes.removeAll(keepingCapacity: true) }
        let descriptor = isBegun ? open(path, O_WRONLY | O_CLOEXEC | O_APPEND) : create()
        guard descriptor >= 0 else {
            failure = errno
            return
        }
        isBegun = true
        var rest = bytes[...]
        while !rest.isEmpty, failure == 0 {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 {
                failure = count < 0 ? errno : EIO
            } else {
                rest = rest.dropFirst(count)
            }
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
    }

    /// Opens a file that did not exist.
    private func create() -> Int32 {
        let wanted = path
        for number in 2...1_000 {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, 0o666)
            guard descriptor < 0, errno == EEXIST else { return descriptor }
            path = "\(wanted)-\(number)"
        }
        errno = EEXIST
        return -1
    }

    /// Gives it its name.
    func keep(as name: String) throws(RunError) {
        if failure == 0, rename(path, name) != 0 { failure = errno }
        guard failure == 0 else {
            throw RunError(
                .environment,
                "cannot write \(name): \(String(cString: strerror(failure))); free some space or"
                    + " choose another folder with --out")
        }
        isBegun = false
    }
}
