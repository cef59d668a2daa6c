#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Why a report could not be written; names the path and what would mend it.
package enum ReportWriterError: Error, Equatable, CustomStringConvertible {
    /// The folder is not there and cannot be made.
    case noDirectory(path: String, reason: String)
    /// Something that is no folder has its name.
    case notADirectory(path: String)
    /// A name with a folder in it, or none at all: it could lead out of the directory.
    case badName(String)
    /// Two files of one report under one name.
    case nameTwice(String)
    /// A file that the same command reads; why it may not be written.
    case input(path: String, reason: String)
    /// A file that did not go to disk.
    case notWritten(path: String, reason: String)

    package var description: String {
        switch self {
        case .noDirectory(let path, let reason):
            "cannot make the folder \(path): \(reason); name one that you may write to with --out"
        case .notADirectory(let path):
            "\(path) is a file, not a folder; name another one with --out, or move it away"
        case .badName(let name):
            "\"\(name)\" is no file name; use one without slashes that is not empty"
        case .nameTwice(let name): "two files of the report are called \(name); rename one"
        case .input(let path, let reason): "--out: \(path): \(reason)"
        case .notWritten(let path, let reason):
            "cannot write \(path): \(reason); free some room or choose another folder with --out"
        }
    }
}

extension ReportWriterError {
    /// Whether another command line fixes it, and not another machine.
    package var isOfInput: Bool {
        if case .input = self { true } else { false }
    }
}

/// Writes the files of a report into a directory, each one whole or not at all.
package struct ReportWriter: Sendable {
    /// Made if it is not there, with all folders above it.
    package let directory: String

    /// A writer into a folder that need not exist yet.
    package init(directory: String) { self.directory = directory }

    /// The path of a file in a folder.
    package static func path(of name: String, in directory: String) -> String {
        directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    }

    /// - Parameter refusal: why a path may not be written; nil if it may.
    /// - Returns: the paths, in the files' order.
    @discardableResult
    package func write(
        _ files: [ReportFile], refusal: (_ path: String) -> String? = { _ in nil }
    ) throws(ReportWriterError) -> [String] {
        var names: Set<String> = []
        for file in files {
            guard !["", ".", ".."].contains(file.name), !file.name.utf8.contains(0),
                !file.name.utf8.contains(UInt8(ascii: "/"))
            else { throw .badName(file.name) }
            guard names.insert(file.name).inserted else { throw .nameTwice(file.name) }
        }
        let paths = files.map { Self.path(of: $0.name, in: directory) }
        for path in paths {
            if let reason = refusal(path) { throw .input(path: path, reason: reason) }
        }
        try makeDirectory()
        for (file, path) in zip(files, paths) {
            do {
                try Data(file.bytes).write(to: URL(filePath: path), options: .atomic)
            } catch {
                throw .notWritten(path: path, reason: Self.reason(error))
            }
        }
        return paths
    }

    /// Makes the directory; to be called before a long run, so that nobody learns at its end that its
    /// report has no place.
    package func makeDirectory() throws(ReportWriterError) {
        guard !directory.isEmpty else {
            throw .noDirectory(path: "\"\"", reason: "the name is empty")
        }
        var isDirectory = false
        if FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory) {
            guard isDirectory else { throw .notADirectory(path: directory) }
            return
        }
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw .noDirectory(path: directory, reason: Self.reason(error))
        }
    }

    /// What people call errors of the system.
    private static let words = [
        "EACCES": "permission denied", "EPERM": "permission denied", "ENOSPC": "the disk is full",
        "EDQUOT": "the disk is full", "EFBIG": "the file is larger than this process may write",
        "EROFS": "the disk is read-only",
        "ENOENT": "a folder on the way is missing", "ENOTDIR": "a file is in the way",
        "ENAMETOOLONG": "the name is too long",
    ]

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        if let underlying = error.underlying as? POSIXError {
            let name = "\(underlying.code)"
            return words[name] ?? name
        }
        switch error.code {
        case .fileWriteNoPermission: return "permission denied"
        case .fileWriteOutOfSpace: return "the disk is full"
        case .fileWriteVolumeReadOnly: return "the disk is read-only"
        case .fileNoSuchFile: return "a folder on the way is missing"
        case .fileWriteFileExists: return "a file is in the way"
        default: return "error \(error.code.rawValue)"
        }
    }
}
