import CGIO
import Glibc

/// The folder of a private bus, which a killed process leaves behind.
///
/// Its lock is held as long as its process lives.
package final class BusFolder {
    /// Where it is.
    package let path: String
    private let lock: Int32

    private static let prefix = "boardsim-bus-"
    /// The only names that it can contain.
    private static let names: Set<String> = ["bus", "bus.conf", "lock", "log"]

    /// Creates one accessible to this user only, after removing leftovers of earlier processes.
    package init() throws(DBusError) {
        Self.removeLeftovers(in: String(cString: g_get_tmp_dir()))
        var error: UnsafeMutablePointer<GError>?
        guard let made = g_dir_make_tmp("\(Self.prefix)XXXXXX", &error) else {
            throw DBusError(taking: error)
        }
        defer { g_free(made) }
        path = String(cString: made)
        // The lock is held before it gets its name, so that no process mistakes this folder for a
        // leftover.
        lock = open(path + "/lock.new", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0,
            rename(path + "/lock.new", path + "/lock") == 0
        else {
            let number = errno
            unlink(path + "/lock.new")
            Self.remove(path)
            throw DBusError(
                "org.freedesktop.DBus.Error.Failed", "\(path): \(String(cString: strerror(number)))"
            )
        }
    }

    deinit {
        Self.remove(path)
        close(lock)
    }

    private static func remove(_ path: String) {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    // MARK: What killed processes left

    /// Removes the folders of processes that have ended.
    static func removeLeftovers(in folder: String) {
        guard let entries = g_dir_open(folder, 0, nil) else { return }
        defer { g_dir_close(entries) }
        var found: [String] = []
        while let entry = g_dir_read_name(entries) {
            let name = String(cString: entry)
            if name.hasPrefix(prefix), name.utf8.count == prefix.utf8.count + 6 {
                found.append("\(folder)/\(name)")
            }
        }
        for path in found { removeIfLeft(path) }
    }

    /// Only ours: a folder owned by and accessible to this user only, with nothing else in it,
    /// whose lock is free and whose socket has no listener.
    private static func removeIfLeft(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == getuid(), status.st_mode & 0o777 == 0o700,
            let inside = contents(of: path), inside.isSubset(of: names)
        else { return }
        let lock = open(path + "/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        defer { if lock >= 0 { close(lock) } }
        if lock >= 0 {
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
        } else {
            // Of a version without locks; a bus that is just being made has no socket yet.
            guard errno == ENOENT, inside.contains("bus") else { return }
        }
        guard !inside.contains("bus") || isDeserted(path + "/bus") else { return }
        remove(path)
    }

    private static func contents(of path: String) -> Set<String>? {
        guard let entries = g_dir_open(path, 0, nil) else { return nil }
        defer { g_dir_close(entries) }
        var names: Set<String> = []
        while let entry = g_dir_read_name(entries) { names.insert(String(cString: entry)) }
        return names
    }

    /// Only a socket without a listener refuses.
    private static func isDeserted(_ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let number = socket(AF_UNIX, type, 0)
        guard number >= 0 else { return false }
        defer { close(number) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result != 0 && errno == ECONNREFUSED
    }
}
