import CommandLineProgram
import CommandLineTool
import TrikiTool

/// The whole tool with its pages: what `boardsim live`, `app` and `games` start, and the `boardsim` of a package.
@main struct PagesProgram {
    static func main() { Tool.main(with: .triki, pages: pageCommands) }
}

/// Every page.
let pageCommands: [Command] = [liveCommand, appCommand, gamesCommand]
