import CommandLineProgram

/// `boardsim completion`, for the list of commands.
let completionCommandDeclaration = Command(
    name: "completion", about: "Prints a shell's completions for this program.",
    options: [
        Option(
            name: "shell", value: "bash|zsh|fish", choices: ["bash", "zsh", "fish"],
            about: "The shell. Default: bash.")
    ],
    run: { arguments, console in
        let script =
            switch arguments.value("shell") {
            case "zsh": ZshCompletion.script(commands)
            case "fish": FishCompletion.script(commands)
            default: BashCompletion.script(commands)
            }
        console.write(script)
        return .success
    })

/// `boardsim manual`, for the list of commands.
let manualCommandDeclaration = Command(
    name: "manual", about: "Prints the manual page in the format of `man`.",
    run: { _, console in
        console.write(ManualPage.text(commands))
        return .success
    })

/// What a shell can offer for a value.
enum CompletionKind: Equatable {
    case nothing
    case words([String])
    case files
    case folders
}

extension Option {
    /// Placeholders name what a value is: `FILE`, `DIR`, `A|B`.
    var completion: CompletionKind {
        if !choices.isEmpty { return .words(choices) }
        return value.map(CompletionKind.init(placeholder:)) ?? .nothing
    }
}

extension Operands {
    var completion: CompletionKind {
        switch self {
        case .none: .nothing
        case .one(let name), .several(let name): CompletionKind(placeholder: name)
        }
    }
}

extension CompletionKind {
    init(placeholder: String) {
        self =
            switch placeholder {
            case "FILE": .files
            case "DIR": .folders
            default: .nothing
            }
    }
}
