import CommandLineProgram
import Declaration
import Glibc
import Report

/// Why a report could not be written, with the path and a fix.
package enum ReportWriterError: Error, Equatable, CustomStringConvertible {
    /// The folder does not exist and cannot be created.
    case noDirectory(path: String, reason: String)
    /// A file has its name.
    case notADirectory(path: String)
    /// An empty name or one with a slash, which could lead out of the directory.
    case badName(String)
    /// Two files of a report with the same name.
    case nameTwice(String)
    /// A file that the same command reads, with the reason.
    case input(path: String, reason: String)
    /// A file that could not be written.
    case notWritten(path: String, reason: String)

    package var description: String {
        switch self {
        case .noDirectory(let path, let reason):
            "cannot make the folder \(path): \(reason); choose a writable folder with --out"
        case .notADirectory(let path):
            "\(path) is a file, not a folder; choose another folder with --out, or move the file"
        case .badName(let name):
            "\"\(name)\" is not a file name; use a name without slashes"
        case .nameTwice(let name): "two files of the report are named \(name); rename one"
        case .input(let path, let reason): "--out: \(path): \(reason)"
        case .notWritten(let path, let reason):
            "cannot write \(path): \(reason); free some space or choose another folder with --out"
        }
    }
}

extension ReportWriterError {
    /// Whether the command line is at fault, not the machine.
    package var isOfInput: Bool {
        if case .input = self { true } else { false }
    }
}

/// Writes the files of a report into a directory, each atomically.
package struct ReportWriter: Sendable {
    /// Created if missing, with its parents.
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
            let output = OutputFile(path, option: "--out")
            do throws(RunError) {
                try output.open(.system)
                output.write(file.bytes)
                try output.close(file.name)
            } catch {
                throw .notWritten(path: path, reason: Self.reason(output.failure))
            }
        }
        return paths
    }

    /// Creates the directory; called before a long run, so that the report cannot fail at its end.
    package func makeDirectory() throws(ReportWriterError) {
        guard !directory.isEmpty else {
            throw .noDirectory(path: "\"\"", reason: "the name is empty")
        }
        if let status = FileIdentity.status(directory) {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw .notADirectory(path: directory) }
            return
        }
        if let failure = FilePath.makeFolder(directory) {
            throw .noDirectory(path: directory, reason: Self.reason(failure))
        }
    }

    /// Common descriptions of system errors.
    private static let words: [Int32: String] = [
        EACCES: "permission denied", EPERM: "permission denied", ENOSPC: "the disk is full",
        EDQUOT: "the disk is full", EFBIG: "the file is larger than this process may write",
        EROFS: "the disk is read-only", ENOENT: "a parent folder is missing",
        ENOTDIR: "a parent is a file", ENAMETOOLONG: "the name is too long",
    ]

    private static func reason(_ failure: Int32) -> String {
        words[failure] ?? String(cString: strerror(failure))
    }
}
