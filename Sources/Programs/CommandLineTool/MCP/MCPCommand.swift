import CommandLineProgram

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `boardsim mcp`, for the list of commands.
let mcpCommandDeclaration = Command(
    name: "mcp",
    about:
        "Answers an editor or an agent: checks, runs, explores and explains scenarios (Model Context"
        + " Protocol on standard input and output).",
    options: [
        .value(
            "out", "DIR",
            "Folder for reports, traces and scenarios. Default: a temporary one, which is removed at the"
                + " end.")
    ]
) { mcpCommand($0, $1) }

/// `boardsim mcp`.
///
/// - Parameters:
///   - input: the descriptor to read messages from.
///   - output: where answers go, to notice that nobody reads them any more; -1: not watched.
func mcpCommand(
    _ arguments: Arguments, _ console: Console, input: Int32 = STDIN_FILENO,
    output: Int32 = STDOUT_FILENO
) -> ExitStatus {
    let folder = MCPFolder(arguments.value("out"))
    defer { folder.end() }
    return MCPServer(input, output, console, MCPSession(console, folder)).serve()
}
