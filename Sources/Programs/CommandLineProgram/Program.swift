/// A program of this package: runs its commands, and reports wrong command lines.
package enum Program {
    /// The version of all programs.
    package static let version = "0.1.0"

    /// Runs one command with what follows its name.
    package static func run(
        _ command: Command, _ rest: ArraySlice<String>, _ console: Console = .system
    ) -> ExitStatus {
        if asksForHelp(rest) {
            console.write(command.help)
            return .success
        }
        do throws(UsageError) {
            let arguments = try Arguments(
                rest, options: command.allOptions, operands: command.operands,
                takesProgram: command.takesProgram)
            return command.run(arguments, console)
        } catch {
            let fix = error.fix.isEmpty ? "" : "; \(error.fix)"
            complain(error.message + fix, console, for: command)
            return .usage
        }
    }

    package static func asksForHelp(_ rest: ArraySlice<String>) -> Bool {
        let beforeOperands = rest.prefix { $0 != "--" }
        return beforeOperands.contains("--help") || beforeOperands.contains("-h")
    }

    /// Reports a wrong command line of a command, or of the program.
    package static func complain(_ message: String, _ console: Console, for command: Command?) {
        let name = command.map { " \($0.name)" } ?? ""
        console.complain("boardsim\(name): \(message)\n")
        if command != nil { console.complain("Try: boardsim\(name) --help\n") }
    }
}
