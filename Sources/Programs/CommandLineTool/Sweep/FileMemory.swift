import CommandLineProgram
import LiveRun
import ScenarioFile
import ScenarioRun
import Wire

/// The files that a scenario names, each read once.
final class FileMemory {
    private let console: Console
    private var known: [String: FileContents] = [:]

    init(_ console: Console) { self.console = console }

    func contents(of path: String) -> FileContents {
        if let contents = known[path] { return contents }
        let contents = console.contents(of: path)
        known[path] = contents
        return contents
    }

    /// The hash of each file by its path in reports; those that cannot be read are left out.
    func hashes(of paths: Set<String>) -> [String: String] {
        var hashes: [String: String] = [:]
        for path in paths {
            guard case .success(let bytes) = contents(of: path) else { continue }
            hashes[PathText.shown(path)] = ScenarioRun.hash(of: bytes)
        }
        return hashes
    }
}
