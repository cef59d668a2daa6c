import CommandLineProgram

/// What the tools of one session share.
final class MCPSession {
    let console: Console
    let folder: MCPFolder
    let pages: MCPPages
    /// How to run the scenarios again that explorations have found: words of `boardsim run`, by path.
    var found: [String: [String]] = [:]

    /// - Parameter pages: the documentation; by default what came with the program.
    init(_ console: Console, _ folder: MCPFolder, pages: MCPPages = MCPPages()) {
        (self.console, self.folder, self.pages) = (console, folder, pages)
    }

    static let tools: [MCPTool] = [
        newTool, checkTool, runTool, traceTool, explainTool, exploreTool, replayTool, rulesTool,
        boardsTool, stepsTool, guideTool,
    ]

    /// The scenario of a call, which names a file or has the text itself.
    ///
    /// - Parameter folder: where the text is put.
    func scenario(_ parameters: RPCParameters, in folder: String) throws(RPCError) -> String {
        switch (try parameters.text("file"), try parameters.text("scenario")) {
        case (let file?, nil): return file
        case (nil, let text?):
            let path = folder + "/scenario.yaml"
            do throws(FileError) { try console.save(Array(text.utf8), path) } catch {
                throw RPCError(
                    .environment, "\(path) cannot be written: \(error.reason)")
            }
            return path
        default: throw parameters.wrong("write either `file` or `scenario`")
        }
    }

    static let scenarioArguments = [
        MCPArgument("file", "Path of a scenario file, or the name of a shipped one: `wrist.yaml`."),
        MCPArgument("scenario", "Instead of `file`: the text of a scenario, in YAML."),
    ]
}
