import CommandLineProgram

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `boardsim serve`, for the list of commands.
func serveCommandDeclaration(_ additions: ToolAdditions) -> Command {
    Command(
        name: "serve",
        about: "Runs scenarios on behalf of another program (JSON-RPC 2.0).",
        options: [
            .flag(
                "stdio",
                "Requests are read from standard input and answered on standard output, one on each"
                    + " line. docs/guides/serve.md lists the methods.")
        ]
    ) { serveCommand($0, $1, additions) }
}

/// `boardsim serve --stdio`.
func serveCommand(
    _ arguments: Arguments, _ console: Console, _ additions: ToolAdditions = ToolAdditions(),
    input: Int32 = STDIN_FILENO
) -> ExitStatus {
    guard arguments.has("stdio") else {
        console.complain("boardsim serve: `--stdio` is missing; it is the only transport\n")
        return .usage
    }
    return Server(input, console, games: additions.games).serve()
}
