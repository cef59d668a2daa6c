import CommandLineProgram
import CommandLineTool

/// The whole tool with its pages: what `boardsim live`, `app` and `games` start, and the `boardsim` of a package.
@main struct PagesProgram {
    static func main() { Tool.main(pages: pageCommands) }
}

/// Every page.
let pageCommands: [Command] = [liveCommand, appCommand, gamesCommand]
