/// A command of the program, declared once: for parsing, for `--help` and for running.
package struct Command: Sendable {
    /// The first word of the command line.
    package var name: String
    /// One sentence for the list of commands.
    package var about: String
    /// What follows the options.
    package var operands: Operands
    /// Its own options; `--help` is added automatically.
    package var options: [Option]
    /// Whether `-- PROGRAM ARGS…` may follow.
    package var takesProgram: Bool
    /// Does it.
    package var run: @Sendable (Arguments, Console) -> ExitStatus

    package init(
        name: String, about: String, operands: Operands = .none, options: [Option] = [],
        takesProgram: Bool = false, run: @escaping @Sendable (Arguments, Console) -> ExitStatus
    ) {
        self.name = name
        self.about = about
        self.operands = operands
        self.options = options
        self.takesProgram = takesProgram
        self.run = run
    }

    /// With the option that every command has.
    package var allOptions: [Option] { options + [.flag("help", "Shows this help.")] }

    /// Those that help, manual and completions show.
    package var shownOptions: [Option] { allOptions.filter { !$0.isInternal } }

    /// What may follow its name.
    package var usage: String {
        "\(operands.usage) [options]" + (takesProgram ? " [-- PROGRAM ARGS…]" : "")
    }

    /// What `--help` prints.
    package var help: String {
        "usage: boardsim \(name)\(usage)\n\n" + HelpText.wrapped(about) + "\noptions:\n"
            + HelpText.table(shownOptions.map { ($0.usage, $0.about) })
    }
}
