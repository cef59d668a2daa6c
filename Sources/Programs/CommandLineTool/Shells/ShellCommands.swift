import CommandLineProgram

/// `boardsim completion`, for the list of commands.
func completionCommandDeclaration(_ additions: ToolAdditions) -> Command {
    Command(
        name: "completion", about: "Prints a shell's completions for this program.",
        options: [
            Option(
                name: "shell", value: "bash|zsh|fish", choices: ["bash", "zsh", "fish"],
                about: "The shell. Default: bash.")
        ],
        run: { arguments, console in
            let commands = allCommands(with: additions)
            let script =
                switch arguments.value("shell") {
                case "zsh": ZshCompletion.script(commands)
                case "fish": FishCompletion.script(commands)
                default: BashCompletion.script(commands)
                }
            console.write(script)
            return .success
        })
}

/// `boardsim manual`, for the list of commands.
func manualCommandDeclaration(_ additions: ToolAdditions) -> Command {
    Command(
        name: "manual", about: "Prints the manual page in the format of `man`.",
        run: { _, console in
            console.write(ManualPage.text(allCommands(with: additions)))
            return .success
        })
}
