import CommandLineProgram
import Declaration
import ScenarioFile
import ScenarioRun
import Sweep
import YAML

/// The scenario of an exploration, with all that the command line changes in it.
struct ExploredScenario {
    /// As the command line names it, or where it was found.
    let file: String
    let root: Node
    let read: ScenarioFile

    /// - Parameter text: of the file.
    init(_ text: [UInt8], file: String, _ settings: ExploreSettings) throws(RunError) {
        self.file = file
        do throws(SweepError) {
            // What is wrong with the file itself is reported first.
            _ = try SweptScenario(text, file: file, vocabulary: .firmware).scenario([])
            let swept = try SweptScenario(
                text, file: file, worlds: settings.worlds, sets: settings.sets,
                vocabulary: .firmware)
            var root = try swept.tree([])
            if let seed = settings.seed { root = root.with(seed: seed) }
            self.root = root
            read = try swept.read(root)
        } catch {
            throw RunError(.input, "\(error)")
        }
        // A board would begin a world with what the one before has left.
        if let board = read.boards.first(where: { $0.state != nil }) {
            throw RunError(
                .input, of: ExploreSettings.command,
                "\(board.name) keeps its flash in a folder, which all worlds would share; omit `state`"
            )
        }
    }

    /// As an exploration keeps it.
    init(whole text: String, file: String) throws(RunError) {
        self.file = file
        do {
            root = try Node(parsing: text)
            read = try ScenarioFile(root: root, file: file, vocabulary: .firmware)
        } catch {
            throw RunError(.input, "\(error)")
        }
    }

    /// Their names.
    var boards: [String] { read.boards.map(\.name) }

    /// Whether it names files, which lie beside it.
    var hasFiles: Bool { !read.namedFiles(file: file).isEmpty }

    /// Whether a scenario can be run: a board without a charger has no fault of one.
    func canPlay(_ root: Node) -> Bool {
        (try? ScenarioFile(root: root, file: file, vocabulary: .firmware)) != nil
    }
}

extension Node {
    fileprivate func with(seed: UInt64) -> Node {
        guard case .mapping(var entries) = content else { return self }
        entries.removeAll { $0.name == "seed" }
        entries.append(Entry(name: "seed", mark: .start, value: Node("\(seed)")))
        return Node(.mapping(entries), mark: mark)
    }
}
