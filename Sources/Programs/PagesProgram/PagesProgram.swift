import CommandLineProgram
import CommandLineTool

/// The whole tool with its pages: what `boardsim live`, `app` and `games` start, and the `boardsim` of a package.
@main struct PagesProgram {
    static func main() { Program.main { Tool.run($0, pages: pageCommands) } }
}

/// Every page.
let pageCommands: [Command] = [liveCommand, appCommand, gamesCommand]
