import Wire

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Paths as the system resolves them.
package enum FilePath {
    /// The canonical name of a file, without links and dots; for a file that does not exist yet,
    /// the name that it will have. Nil if even its folder does not exist.
    package static func resolved(_ path: String) -> String? {
        if let whole = real(path) { return whole }
        let parts = split(path)
        return real(parts.folder).map { $0 == "/" ? "/" + parts.name : $0 + "/" + parts.name }
    }

    /// The folder of a path's file, and its name.
    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let name = String(path[path.utf8.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }

    /// The names in a folder, sorted; none if it cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let entries = Console.withBytes(of: folder, { opendir($0) }) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Makes a folder and those above it.
    ///
    /// - Returns: the system's error; nil if it is there now.
    package static func makeFolder(_ path: String) -> Int32? {
        guard let failure = makeOne(path) else { return nil }
        let path = path.hasSuffix("/") ? String(path.dropLast()) : path
        let above = split(path).folder
        guard failure == ENOENT, above != "/", above != "." else { return failure }
        return makeFolder(above) ?? makeOne(path)
    }

    private static func makeOne(_ path: String) -> Int32? {
        let failure = Console.withBytes(of: path) { mkdir($0, 0o777) == 0 ? 0 : errno } ?? ENOENT
        let isThere = failure == 0 || failure == EEXIST
        return isThere ? nil : failure
    }

    private static func real(_ path: String) -> String? {
        guard let found = Console.withBytes(of: path, { realpath($0, nil) }) else { return nil }
        defer { free(found) }
        var bytes: [UInt8] = []
        while found[bytes.count] != 0 { bytes.append(UInt8(bitPattern: found[bytes.count])) }
        return PathText.text(bytes)
    }
}
