#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The identity of a file, whatever its name: its device and its number there.
package struct FileIdentity: Hashable {
    private let device: UInt64
    private let number: UInt64

    /// Of the file or pipe at a path, following links; nil if there is none, or if it may be read
    /// and written at the same time: a terminal, a device, a socket.
    package init?(_ path: String) {
        guard let status = Self.status(path) else { return nil }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFIFO else { return nil }
        self.init(status)
    }

    /// Of an open descriptor, whatever it is.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    package init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// The system's status of a path, following links; nil if nothing is there.
    package static func status(_ path: String) -> stat? {
        var status = stat()
        let result = Console.withBytes(of: path) { stat($0, &status) }
        return result == 0 ? status : nil
    }
}
