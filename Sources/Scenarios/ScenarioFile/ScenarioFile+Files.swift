import Declaration
import ScriptedClient

extension ScenarioFile {
    /// The files that steps read during the run.
    ///
    /// - Parameter file: the scenario; paths are relative to its folder.
    package func filesOfSteps(file: String) -> [String] {
        let reader = MoveReader(file: file) { _ in .failure("not read here") }
        return clients.flatMap(\.steps).flatMap(\.allFiles).map { reader.path($0) }
    }

    /// Every file that runs read: the recordings of moves and what steps read, in ascending order.
    ///
    /// - Parameter file: the scenario; paths are relative to its folder.
    package func filesOfRuns(file: String) -> [String] {
        namedFiles(file: file).map(\.path).sorted()
    }

    /// The same files by the names that the scenario has for them, which are relative to its folder, each once.
    package func namedFiles(file: String) -> [(name: String, path: String)] {
        let reader = MoveReader(file: file) { _ in .failure("not read here") }
        let moves =
            boards.map(\.motion) + inputs.compactMap { ($0.kind as? Input.Motion)?.moves }
            + faults.compactMap { $0.kind.motion?.moves }
        let names =
            moves.flatMap(\.files).map(\.text) + clients.flatMap(\.steps).flatMap(\.allFiles)
        return Set(names).sorted().map { ($0, reader.path($0)) }
    }

    /// Where each board's flash is kept, without boards that keep nothing.
    ///
    /// - Parameters:
    /// - file: the scenario; paths are relative to its folder.
    /// - root: one folder for all boards, instead of the folders in the scenario.
    package func stateFolders(
        file: String, root: String?
    ) -> [(board: String, folder: String)] {
        let reader = MoveReader(file: file) { _ in .failure("not read here") }
        return boards.compactMap { board in
            let folder =
                root.map { $0 + "/" + board.name } ?? board.state.map { reader.path($0.text) }
            return folder.map { (board.name, $0) }
        }
    }
}

extension Step {
    /// Its own, and those of the steps that it has the board do.
    fileprivate var allFiles: [String] { files.map(\.text) + inner.flatMap(\.allFiles) }
}
