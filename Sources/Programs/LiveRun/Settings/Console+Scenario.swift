import CommandLineProgram
import ScenarioFile

extension Console {
    /// A file that a scenario names.
    package func contents(of path: String) -> FileContents {
        do throws(FileError) { return .success(try read(path)) } catch {
            return .failure(error.reason)
        }
    }
}
