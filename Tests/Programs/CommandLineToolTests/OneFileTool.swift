import CommandLineProgram

@testable import CommandLineTool

/// The tool in this process, with a console whose only file is `f.yaml`.
enum OneFileTool {
    /// Runs a command.
    ///
    /// - Parameters:
    ///   - text: of the file.
    ///   - heard: gets each line of standard error as it comes.
    static func run(
        _ words: [String], file text: String, heard: @escaping (String) -> Void = { _ in }
    ) -> (status: CommandLineProgram.ExitStatus, out: String, err: String) {
        var out = "", err = ""
        let console = Console(
            write: { out += $0 },
            complain: {
                err += $0
                heard($0)
            },
            read: { path throws(FileError) in
                guard path == "f.yaml" else {
                    throw FileError(path: path, reason: "No such file or directory")
                }
                return Array(text.utf8)
            },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        return (Tool.run(words, console), out, err)
    }
}
