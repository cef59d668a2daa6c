import Declaration

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The files that a command is going to write, to ensure that none of them is also read, or written
/// twice.
///
/// Files are compared by device and number, across both kinds of links. Conflicts are usage errors:
/// the command ends with status 2 before it changes anything.
package final class OutputClaims {
    private struct Claim {
        /// As the user wrote it: `--trace`.
        var option: String
        var path: String
        /// The resolved names that are written, in bytes.
        var places: Set<[UInt8]>
        /// The files with these names, as far as they exist.
        var identities: Set<FileIdentity>
    }

    private let command: String
    private var claims: [Claim] = []
    private var inputs: [FileIdentity: String] = [:]

    /// - Parameter command: its name, for messages.
    package init(_ command: String) { self.command = command }

    /// Registers a file that an option is going to write.
    package func claim(_ path: String, by option: String) throws(RunError) {
        if let why = refusal(ofWriting: path) {
            throw RunError(.input, of: command, "\(option) \(path): \(why)")
        }
        let new = Self.claim(path, option)
        if let other = claims.first(where: {
            !$0.places.isDisjoint(with: new.places)
                || !$0.identities.isDisjoint(with: new.identities)
        }) {
            let both =
                other.path == path
                ? "\(other.option) and \(option) are both `\(path)`"
                : "`\(other.path)` of \(other.option) and `\(path)` of \(option) are the same file"
            throw RunError(.input, of: command, "\(both); name one file for each")
        }
        claims.append(new)
    }

    /// Registers a folder in which the command stores its own files.
    package func keep(_ folder: String, for what: String) throws(RunError) {
        guard let place = FilePath.resolved(folder) else { return }
        for claim in claims where Self.folder(of: claim.path) == Array(place.utf8) {
            throw RunError(
                .input, of: command,
                "\(claim.option) \(claim.path): this folder stores \(what); name a file elsewhere")
        }
    }

    /// Why a file may not be read; nil if it may, in which case it is registered as read.
    package func refusal(ofReading path: String) -> String? {
        guard let identity = FileIdentity(path) else { return nil }
        inputs[identity] = path
        guard let claim = claims.first(where: { $0.identities.contains(identity) }) else {
            return nil
        }
        return "\(claim.option) \(claim.path) would overwrite it; give that option another file"
    }

    /// Why a file may not be written; nil if it may.
    package func refusal(ofWriting path: String) -> String? {
        for identity in Self.claim(path, "").identities {
            if let input = inputs[identity] {
                return "this would overwrite the input `\(input)`; name another file"
            }
        }
        return nil
    }

    private static func folder(of path: String) -> [UInt8] {
        Array(FilePath.split(FilePath.resolved(path) ?? path).folder.utf8)
    }

    private static func claim(_ path: String, _ option: String) -> Claim {
        // Several outputs may share a device.
        let kind = FileIdentity.status(path).map { $0.st_mode & S_IFMT }
        guard kind == nil || kind == S_IFREG || kind == S_IFIFO else {
            return Claim(option: option, path: path, places: [Array(path.utf8)], identities: [])
        }
        let place = FilePath.resolved(path) ?? path
        let names = kind == S_IFIFO ? [place] : [place, place + OutputFile.unfinished]
        return Claim(
            option: option, path: path, places: Set(names.map { Array($0.utf8) }),
            identities: Set(names.compactMap { FileIdentity($0) }))
    }
}

extension Console {
    /// This console, refusing to read files that are going to be written.
    package func guarding(_ claims: OutputClaims) -> Console {
        var console = self
        console.read = { [read] path throws(FileError) in
            if let why = claims.refusal(ofReading: path) {
                throw FileError(path: path, reason: why)
            }
            return try read(path)
        }
        return console
    }
}
