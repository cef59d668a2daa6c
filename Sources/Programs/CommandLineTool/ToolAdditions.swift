import CommandLineProgram
import ScriptedClient

/// What a program adds to the tool. The tool is compiled without it, so that a change of a game compiles no command.
package struct ToolAdditions: Sendable {
    /// Commands that show a page, as ``PageCommands`` declares them.
    package var pages: [Command]
    /// Other commands.
    package var commands: [Command]
    /// Makes what plays the games of clients, for each run; nil: a client that plays one fails.
    package var games: (@Sendable () -> any GameMaker)?

    /// Nothing, unless given.
    package init(
        pages: [Command] = [], commands: [Command] = [],
        games: (@Sendable () -> any GameMaker)? = nil
    ) {
        self.pages = pages
        self.commands = commands
        self.games = games
    }
}
