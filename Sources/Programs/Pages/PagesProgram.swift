import CommandLineTool

/// The program behind `boardsim live`, `app` and `games`: one command per page.
@main struct PagesProgram {
    static func main() { Tool.main { Tool.run($0, of: pageCommands) } }
}

/// Every page.
let pageCommands: [Command] = [liveCommand, appCommand, gamesCommand]
