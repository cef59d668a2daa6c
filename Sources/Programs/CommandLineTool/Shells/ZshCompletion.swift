import CommandLineProgram

/// Completions for zsh.
enum ZshCompletion {
    static func script(_ commands: [Command]) -> String {
        var text = """
            #compdef boardsim
            # Completions of boardsim for zsh, written by `boardsim completion --shell zsh`.
            _boardsim() {
                local -a commands
                commands=(

            """
        for command in commands {
            text += "        \(quoted("\(command.name):\(escaped(command.about))"))\n"
        }
        text += """
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=${words[2]}
                shift words
                (( CURRENT-- ))
                case $command in

            """
        for command in commands {
            text += "        \(command.name))\n            _arguments -s"
            for option in command.allOptions {
                text += " \\\n                \(quoted(specification(option)))"
            }
            if let operand = specification(command.operands) {
                text += " \\\n                \(quoted(operand))"
            }
            text += "\n            ;;\n"
        }
        return text + """
                esac
            }
            _boardsim "$@"

            """
    }

    private static func specification(_ option: Option) -> String {
        var text = (option.isRepeated ? "*" : "") + "--\(option.name)"
        if option.value != nil { text += option.isValueOptional ? "=-" : "=" }
        text += "[\(escaped(option.about))]"
        guard let value = option.value else { return text }
        return text + (option.isValueOptional ? "::" : ":") + escaped(value) + ":"
            + action(option.completion)
    }

    private static func specification(_ operands: Operands) -> String? {
        switch operands {
        case .none: nil
        case .one(let name): "1:\(name):\(action(operands.completion))"
        case .several(let name): "*:\(name):\(action(operands.completion))"
        }
    }

    private static func action(_ kind: CompletionKind) -> String {
        switch kind {
        case .nothing: " "
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .folders: "_files -/"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { text, letter in
            if "\\:[]`$".contains(letter) { text += "\\" }
            text.append(letter)
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
