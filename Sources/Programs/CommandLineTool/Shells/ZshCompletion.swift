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
            for option in command.shownOptions {
                text += " \\\n                \(quoted(specification(option)))"
            }
            for operand in specifications(command.operands) {
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

    private static func specifications(_ operands: Operands) -> [String] {
        let completion = operands.completion
        switch operands {
        case .none: return []
        case .one(let name): return ["1:\(escaped(name)):\(action(completion.plain))"]
        case .several(let name):
            let name = escaped(name)
            guard !completion.actions.isEmpty else {
                return ["*:\(name):\(action(completion.plain))"]
            }
            let words = action(.words(completion.words))
            let first =
                completion.plain == .files
                ? "{_alternative \"actions:action:\(words)\" \"files:file:_files\"}" : words
            let before = completion.wordsBeforeFiles.joined(separator: "|")
            let rest = "*:\(name):{(( ${words[(I)(\(before))]} )) && _files}"
            return ["1:\(name):\(first)"] + (before.isEmpty ? [] : [rest])
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
