import CommandLineProgram
import Declaration
import Glibc

/// The file that `--bus-address` names: it exists as long as the bus, and is never half written.
final class AddressFile {
    private let path: String
    private let identity: FileIdentity?

    /// Writes one line.
    ///
    /// - Parameter command: its name, for messages.
    init(_ path: String, saying address: String, for command: String) throws(RunError) {
        self.path = path
        let part = path + ".part"
        guard let file = Console.open(part, "w") else { throw Self.failure(path, command) }
        fputs(address + "\n", file)
        let isBroken = ferror(file) != 0
        guard fclose(file) == 0, !isBroken, rename(part, path) == 0 else {
            let error = Self.failure(path, command)
            unlink(part)
            throw error
        }
        identity = FileIdentity(path)
    }

    deinit {
        // Another run may have replaced it.
        if let identity, FileIdentity(path) == identity { unlink(path) }
    }

    private static func failure(_ path: String, _ command: String) -> RunError {
        RunError(
            .environment, of: command,
            "--bus-address \(path): \(String(cString: strerror(errno))); name a file"
                + " that can be written")
    }
}
