import CommandLineProgram
import Declaration
import LiveRun

/// The command-line program as a function: arguments in, exit status out.
package enum Tool {
    /// The whole process.
    ///
    /// - Parameters:
    ///   - additions: what the program adds.
    ///   - pages: the commands of pages that this program does itself.
    package static func main(with additions: ToolAdditions, pages: [Command] = []) -> Never {
        Program.main { arguments in
            if let version = ServiceVersion.answer(to: CommandLine.arguments) {
                Console.system.write(version + "\n")
                return .success
            }
            return run(arguments, with: additions, pages: pages)
        }
    }

    /// Runs one command line without the program's name.
    ///
    /// - Parameters:
    ///   - additions: what the program adds.
    ///   - pages: the commands of pages that this program does itself.
    package static func run(
        _ arguments: [String], with additions: ToolAdditions = ToolAdditions(),
        pages: [Command] = [], _ console: Console = .system
    ) -> ExitStatus {
        let commands = allCommands(with: additions)
        guard let first = arguments.first else {
            console.complain(help(on: commands))
            return .usage
        }
        switch first {
        case "--version":
            console.write("boardsim \(Program.version)\n")
            return .success
        case "--help", "-h", "help":
            guard let name = arguments.dropFirst().first else {
                console.write(help(on: commands))
                return .success
            }
            return run(name, ["--help"], of: commands, console)
        default:
            let rest = arguments.dropFirst()
            if let command = pages.first(where: { $0.name == first }) {
                return Program.run(command, rest, console)
            }
            let isPage = (PageCommands.own + additions.pages).contains { $0.name == first }
            if isPage, !Program.asksForHelp(rest) {
                return PageCommands.handOver(first, rest, console)
            }
            return run(first, rest, of: commands, console)
        }
    }

    private static func run(
        _ name: String, _ rest: ArraySlice<String>, of commands: [Command], _ console: Console
    ) -> ExitStatus {
        guard let command = commands.first(where: { $0.name == name }) else {
            if checkoutCommands.contains(name) {
                Program.complain(
                    "`\(name)` is not part of the program; run `./boardsim \(name)` in a checkout",
                    console, for: nil)
                return .usage
            }
            let known = commands.map(\.name) + ["--help", "--version"]
            Program.complain("there is no command `\(name)`", console, for: nil)
            console.complain(Suggestion.fix(name, known: known, what: "commands") + "\n")
            return .usage
        }
        return Program.run(command, rest, console)
    }

    /// What only the launcher of a checkout can do.
    private static let checkoutCommands = ["bench", "package", "test"]

    private static func help(on commands: [Command]) -> String {
        var text = """
            usage: boardsim COMMAND [options]

            MetaWear sensor boards in software: scenarios move them, scripted clients talk to them.

            commands:

            """
        text += HelpText.table(commands.map { ($0.name, $0.about) })
        text +=
            "\nboardsim COMMAND --help describes a command; boardsim --version prints the version.\n"
        text += HelpText.wrapped(
            "In a checkout, ./boardsim bench measures what operations cost; ./boardsim test runs the tests."
        )
        text += "\nexit status:\n"
        return text + HelpText.table(ExitStatus.allCases.map { ("\($0.rawValue)", $0.about) })
    }
}
