/// A command of the program, declared once: for parsing, for `--help` and for running.
package struct Command: Sendable {
    /// The first word of the command line.
    var name: String
    /// One sentence for the list of commands.
    var about: String
    /// What follows the options.
    var operands = Operands.none
    /// Its own options; `--help` is added automatically.
    var options: [Option] = []
    /// Does it.
    var run: @Sendable (Arguments, Console) -> ExitStatus

    /// With the option that every command has.
    var allOptions: [Option] { options + [.flag("help", "Shows this help.")] }

    /// What `--help` prints.
    var help: String {
        var text = "usage: boardsim \(name)\(operands.usage) [options]\n\n\(about)\n\noptions:\n"
        let width = (allOptions.map(\.usage.count).max() ?? 0) + 2
        for option in allOptions {
            let usage = option.usage
            text += "  " + usage + String(repeating: " ", count: width - usage.count)
            text += option.about + "\n"
        }
        return text
    }
}

extension Command {
    /// The only command of another program of this package.
    package init(
        only name: String, about: String, options: [Option],
        run: @escaping @Sendable (Arguments, Console) -> ExitStatus
    ) {
        self.init(name: name, about: about, options: options, run: run)
    }
}
