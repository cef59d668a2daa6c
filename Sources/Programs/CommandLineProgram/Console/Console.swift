import Declaration

/// Output and file access of a command, so that tests can replace them.
package struct Console {
    /// Standard output.
    package var write: (String) -> Void
    /// Standard error.
    package var complain: (String) -> Void
    /// The bytes of a file.
    package var read: (_ path: String) throws(FileError) -> [UInt8]
    /// Writes a complete file.
    package var save: (_ bytes: [UInt8], _ path: String) throws(FileError) -> Void
    /// Replaces this process by another program; returns only if that fails, with the system's reason.
    package var become: (_ program: String, _ arguments: [String]) -> String = { _, _ in
        "this console starts no programs"
    }
    /// Whether standard output is a terminal.
    package var isTerminal: Bool
    /// Whether standard error is a terminal: if so, the live line is updated in place.
    package var isErrorTerminal: Bool
    /// How long to wait for the reader of a named pipe, in wall-clock seconds.
    package var patience = 60.0

    /// Creates a console.
    package init(
        write: @escaping (String) -> Void, complain: @escaping (String) -> Void,
        read: @escaping (_ path: String) throws(FileError) -> [UInt8],
        save: @escaping (_ bytes: [UInt8], _ path: String) throws(FileError) -> Void,
        isTerminal: Bool = false, isErrorTerminal: Bool = false
    ) {
        self.write = write
        self.complain = complain
        self.read = read
        self.save = save
        self.isTerminal = isTerminal
        self.isErrorTerminal = isErrorTerminal
    }
}

extension Console {
    /// A text that the command needs: an error ends the command.
    package func text(of path: String) throws(RunError) -> [UInt8] {
        do throws(FileError) { return try read(path) } catch {
            let near = Self.suggestion(for: path).map { "; did you mean `\($0)`?" } ?? ""
            throw RunError(
                .input, "\(path): error: the file cannot be read: \(error.reason)\(near)")
        }
    }
}

/// A file that cannot be read or written.
package struct FileError: Error, Equatable, Sendable {
    /// As named by the caller.
    package var path: String
    /// The system's message: `No such file or directory`.
    package var reason: String

    /// A file and what is wrong with it.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}
