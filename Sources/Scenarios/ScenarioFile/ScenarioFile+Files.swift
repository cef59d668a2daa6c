import Declaration
import ScriptedClient

extension ScenarioFile {
    /// The files that steps read while the scenario runs.
    ///
    /// - Parameter file: the scenario; other files are found beside it.
    package func filesOfSteps(file: String) -> [String] {
        let reader = MoveReader(file: file) { _ in .failure("not read here") }
        return clients.flatMap(\.steps).flatMap(\.allFiles).map { reader.path($0) }
    }

    /// Where each board's flash is kept; boards that keep none are left out.
    ///
    /// - Parameters:
    ///   - file: the scenario; folders that it names are beside it.
    ///   - root: the folder for all of them, in place of the scenario's own.
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
