import CommandLineProgram
import FoundationEssentials
import Wire

/// Where a session puts what is too long for an answer: a folder for each call, made when it is needed.
final class MCPFolder {
    private let chosen: String?
    private var temporary: TemporaryFolder?
    private var number = 0

    /// - Parameter chosen: the user's folder; nil: a temporary one.
    init(_ chosen: String?) { self.chosen = chosen }

    /// A new folder, `run-3`, with an absolute path; those of earlier sessions stay.
    func make(for tool: String) throws(RPCError) -> String {
        let root = try self.root()
        repeat { number += 1 } while Console.exists("\(root)/\(tool)-\(number)")
        let path = "\(root)/\(tool)-\(number)"
        if let failure = FilePath.makeFolder(path) {
            throw RPCError(
                .environment,
                "the folder \(PathText.shown(path)) cannot be made: \(ChildProcess.reason(failure));"
                    + " start `boardsim mcp` with --out and a folder that can be written")
        }
        return FilePath.resolved(path) ?? path
    }

    private func root() throws(RPCError) -> String {
        if let chosen { return chosen }
        guard let folder = temporary ?? TemporaryFolder() else {
            throw RPCError(
                .environment,
                "no folder can be made in \(TemporaryFolder.root): \(ChildProcess.reason); set TMPDIR, or"
                    + " start `boardsim mcp` with --out")
        }
        temporary = folder
        return folder.path
    }

    /// Removes a temporary folder with everything in it.
    func end() {
        if let temporary { try? FileManager.default.removeItem(atPath: temporary.path) }
        temporary = nil
    }
}
