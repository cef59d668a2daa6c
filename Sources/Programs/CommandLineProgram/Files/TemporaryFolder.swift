#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder for the files of one run: its report, its socket.
package struct TemporaryFolder {
    package let path: String

    /// Where it lies. The address of a socket has 107 bytes, so a `TMPDIR` that is too long does not
    /// count.
    package static var root: String {
        let chosen = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        return chosen.isEmpty || chosen.utf8.count > 80 ? "/tmp" : chosen
    }

    /// Nil if it cannot be made; `errno` says why.
    package init?() {
        var name = Array("\(Self.root)/boardsim-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { return nil }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes it and its files; there are no folders among them.
    package func remove() {
        if let entries = opendir(path) {
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { unlink("\(path)/\(name)") }
            }
            closedir(entries)
        }
        rmdir(path)
    }
}
