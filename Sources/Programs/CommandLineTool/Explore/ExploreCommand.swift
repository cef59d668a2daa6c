import CommandLineProgram
import Declaration
import LiveRun
import ScriptedClient

/// `boardsim explore`, for the list of commands.
func exploreCommandDeclaration(_ additions: ToolAdditions) -> Command {
    Command(
        name: "explore",
        about:
            "Tries every fault at every point of a scenario, and shows the smallest that breaks its clients, or"
            + " PROGRAM in virtual time: `SCENARIO`, or `merge FILE…` for the parts of several machines.",
        operands: .several("SCENARIO | merge FILE"), options: ExploreSettings.options,
        takesProgram: true
    ) { exploreCommand($0, $1, games: additions.games) }
}

/// `boardsim explore`: its status says whether something broke.
func exploreCommand(
    _ arguments: Arguments, _ console: Console, games: (() -> any GameMaker)?
) -> ExitStatus {
    arguments.heedParent()
    return console.reporting { () throws(RunError) in
        let read = OptionReader(arguments, of: ExploreSettings.command)
        if arguments.operands[0] == "merge" {
            guard arguments.program.isEmpty else {
                throw read.wrong(
                    "`merge` runs no program; write a file whose name begins with a dash as `./-NAME`"
                )
            }
            return try ExploreMerge(arguments, console).put()
        }
        guard arguments.operands.count == 1 else {
            throw read.wrong(
                "unexpected argument `\(arguments.operands[1])`; explore one scenario at a time")
        }
        let settings = try ExploreSettings(arguments)
        let rules = try WorldRules(arguments, console)
        let exploring = try Exploring(arguments.operands[0], settings, rules, console, games)
        return try exploring.explore()
    }
}
