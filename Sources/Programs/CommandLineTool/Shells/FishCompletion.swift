import CommandLineProgram

/// Completions for fish.
enum FishCompletion {
    static func script(_ commands: [Command]) -> String {
        var text = """
            # Completions of boardsim for fish, written by `boardsim completion --shell fish`.
            complete -c boardsim -f
            complete -c boardsim -n __fish_use_subcommand -l help -d 'Shows the commands.'
            complete -c boardsim -n __fish_use_subcommand -l version -d 'Prints the version.'

            """
        for command in commands {
            text += "complete -c boardsim -n __fish_use_subcommand -a \(command.name)"
            text += " -d \(quoted(command.about))\n"
        }
        for command in commands {
            let begin =
                "complete -c boardsim -n '__fish_seen_subcommand_from \(command.name)'"
            for option in command.shownOptions {
                text += "\(begin) -l \(option.name)\(offer(option)) -d \(quoted(option.about))\n"
            }
            text += lines(command.name, command.operands.completion)
        }
        return text
    }

    private static func lines(_ command: String, _ operands: OperandCompletion) -> String {
        let begin = "complete -c boardsim -n '__fish_seen_subcommand_from \(command)"
        guard !operands.actions.isEmpty else {
            return offer(operands.plain).map { "\(begin)'\($0)\n" } ?? ""
        }
        let words = operands.words.joined(separator: " ")
        let isFirst = "\(begin); and not __fish_seen_subcommand_from \(words)'"
        var text = isFirst + " -a '\(words)'\n"
        if let plain = offer(operands.plain) { text += "\(isFirst)\(plain)\n" }
        for action in operands.actions {
            guard let rest = offer(action.rest) else { continue }
            text += "\(begin); and __fish_seen_subcommand_from \(action.word)'\(rest)\n"
        }
        return text
    }

    private static func offer(_ option: Option) -> String {
        guard option.value != nil, !option.isValueOptional else { return "" }
        return " -x" + (offer(option.completion) ?? "")
    }

    private static func offer(_ kind: CompletionKind) -> String? {
        switch kind {
        case .nothing: nil
        case .words(let words): " -a '\(words.joined(separator: " "))'"
        case .files: " -a '(__fish_complete_path)'"
        case .folders: " -a '(__fish_complete_directories)'"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
