import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file by its descriptor: the only place in this target that passes memory to the system.
final class RawFile {
    private(set) var path: String
    private var descriptor: Int32

    /// How a file is opened.
    enum Mode {
        case read, readOrCreate, createNew
        /// Not readable by other users: it contains keys.
        case createPrivate
    }

    init(_ path: String, _ mode: Mode) throws(FlashStoreError) {
        self.path = path
        let flags: Int32 =
            switch mode {
            case .read: O_RDONLY
            case .readOrCreate: O_RDWR | O_CREAT
            case .createNew, .createPrivate: O_RDWR | O_CREAT | O_TRUNC
            }
        let permissions: mode_t = mode == .createPrivate ? 0o600 : 0o644
        descriptor = Self.system(path) { open($0, flags | O_CLOEXEC, permissions) }
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    static func failure(_ path: String) -> FlashStoreError {
        FlashStoreError(path, .system(String(cString: strerror(errno))))
    }

    /// Creates a directory and its parents.
    static func makeDirectory(_ path: String) throws(FlashStoreError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part + "/"
            if system(made, { mkdir($0, 0o755) }) != 0, errno != EEXIST { throw failure(made) }
        }
    }

    /// False only if the name certainly does not exist.
    static func exists(_ path: String) -> Bool {
        system(path) { access($0, F_OK) } == 0 || errno != ENOENT
    }

    static func remove(_ path: String) { _ = system(path) { unlink($0) } }

    /// Replaces `to` by `from` in one step.
    static func replace(_ to: String, by from: String) throws(FlashStoreError) {
        let result = system(from) { old in system(to) { new in rename(old, new) } }
        guard result == 0 else { throw failure(to) }
    }

    /// Replaces `name` in one step.
    func take(_ name: String) throws(FlashStoreError) {
        try Self.replace(name, by: path)
        path = name
    }

    /// Passes a path to the system, whatever its bytes.
    private static func system(
        _ path: String, _ call: (UnsafePointer<CChar>) -> Int32
    ) -> Int32 {
        (PathText.bytes(path) + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map(call) ?? -1 }
        }
    }

    /// Whether no other process holds the lock; it is released with the descriptor.
    ///
    /// Retried for a fifth of a second: a process that this one is starting holds a copy of an
    /// earlier descriptor until its program is loaded.
    func tryLock() -> Bool {
        for _ in 0..<20 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            usleep(10_000)
        }
        return false
    }

    /// Its length in bytes.
    func length() throws(FlashStoreError) -> Int {
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0 else { throw Self.failure(path) }
        return Int(end)
    }

    /// At most `count` bytes from `offset`; fewer only at the end of the file.
    func read(at offset: Int, count: Int) throws(FlashStoreError) -> [UInt8] {
        var got = 0
        var isFailed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            while got < count {
                let n = pread(
                    descriptor, buffer.baseAddress.map { $0 + got }, count - got,
                    off_t(offset + got))
                if n > 0 {
                    got += n
                } else if n == 0 || errno != EINTR {
                    isFailed = n < 0
                    break
                }
            }
            used = got
        }
        if isFailed { throw Self.failure(path) }
        return bytes
    }

    /// All of the bytes at `offset`. What a returned call has written survives a kill of the
    /// process, because the system has it then.
    func write(_ bytes: [UInt8], at offset: Int) throws(FlashStoreError) {
        var done = 0
        var isFailed = false
        bytes.withUnsafeBytes { buffer in
            while done < buffer.count {
                let n = pwrite(
                    descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done,
                    off_t(offset + done))
                if n > 0 {
                    done += n
                } else if n == 0 || errno != EINTR {
                    isFailed = true
                    break
                }
            }
        }
        if isFailed { throw Self.failure(path) }
    }

    func truncate(to length: Int) throws(FlashStoreError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw Self.failure(path) }
    }

    /// Waits until it is on disk: only needed against power failures.
    func synchronize() throws(FlashStoreError) {
        #if canImport(Darwin)
            let isDone = fsync(descriptor) == 0
        #else
            let isDone = fdatasync(descriptor) == 0
        #endif
        guard isDone || errno == EINVAL || errno == EROFS else { throw Self.failure(path) }
    }
}
