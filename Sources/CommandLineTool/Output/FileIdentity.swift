#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What tells a file from others, whatever it is called: its device and its number there.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let number: UInt64

    /// Of the file or pipe that a path leads to, over links; nil if there is none, or if it is
    /// something that may be read and written at once: a terminal, a device, a socket.
    init?(_ path: String) {
        guard let status = Self.status(path) else { return nil }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFIFO else { return nil }
        self.init(status)
    }

    /// Of an open descriptor, whatever it is.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// What the system says of a path, over links; nil if nothing is there.
    static func status(_ path: String) -> stat? {
        var status = stat()
        let result = Console.withBytes(of: path) { stat($0, &status) }
        return result == 0 ? status : nil
    }
}
