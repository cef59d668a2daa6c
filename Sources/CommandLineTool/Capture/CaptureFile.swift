import Scenario

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that grows by whole records; what was written once stays readable.
final class CaptureFile {
    /// As the person named it.
    let path: String
    private let option: String
    private var descriptor: Int32
    private var length: Int = 0
    private var failure: Int32 = 0

    /// Makes the file, or empties one that is there.
    ///
    /// - Parameter option: of the command line, for the message.
    init(_ path: String, option: String) throws(RunError) {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        descriptor = Console.withBytes(of: path) { open($0, flags, 0o666) } ?? -1
        guard descriptor >= 0 else {
            throw RunError(
                .environment,
                "--\(option) \(path): \(String(cString: strerror(errno)));"
                    + " name a file that can be written")
        }
        self.path = path
        self.option = option
    }

    deinit { if descriptor >= 0 { closeDescriptor() } }

    /// Hands whole records to the operating system. After a failure nothing more is written: the
    /// file ends with the last record that found room.
    func write(_ records: [UInt8]) {
        guard failure == 0, descriptor >= 0 else { return }
        var rest = records[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { put($0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                failure = count < 0 ? errno : EIO
                // A pipe has no length; there is nothing to take back then.
                _ = ftruncate(descriptor, off_t(length))
                return
            }
            rest = rest.dropFirst(count)
        }
        length += records.count
    }

    /// Everything is written, or the disk was full.
    func close() throws(RunError) {
        guard descriptor >= 0 else { return }
        if closeDescriptor() != 0, failure == 0 { failure = errno }
        guard failure == 0 else {
            throw RunError(
                .environment,
                "--\(option) \(path): the capture could not be written to its end:"
                    + " \(String(cString: strerror(failure)))")
        }
    }

    @discardableResult private func closeDescriptor() -> Int32 {
        defer { descriptor = -1 }
        #if canImport(Glibc)
            return Glibc.close(descriptor)
        #else
            return Darwin.close(descriptor)
        #endif
    }

    private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
