import CommandLineProgram

/// Completions for bash.
enum BashCompletion {
    static func script(_ commands: [Command]) -> String {
        var text = """
            # Completions of boardsim for bash, written by `boardsim completion --shell bash`.
            _boardsim() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options= seen
                # Bash takes `--name=value` for three words.
                if [[ $word = '=' ]]; then
                    word=
                elif [[ $before = '=' ]]; then
                    before=${COMP_WORDS[COMP_CWORD-2]}
                fi
                COMPREPLY=()
                if [[ $COMP_CWORD -eq 1 ]]; then
                    COMPREPLY=($(compgen -W '\(names(commands))' -- "$word"))
                    return
                fi
                case "${COMP_WORDS[1]} $before" in

            """
        for command in commands {
            for option in command.shownOptions where option.value != nil {
                text += "        '\(command.name) --\(option.name)') \(offer(option.completion))"
                text += "; return ;;\n"
            }
        }
        text += "    esac\n    case ${COMP_WORDS[1]} in\n"
        for command in commands {
            let options = command.shownOptions.map { "--" + $0.name }.joined(separator: " ")
            text += "        '\(command.name)')\n            options='\(options)'\n"
            text +=
                "            [[ $word = -* ]] || { \(offer(command.operands.completion)); } ;;\n"
        }
        return text + """
                esac
                if [[ $word = -* ]]; then
                    COMPREPLY=($(compgen -W "$options" -- "$word"))
                fi
            }
            complete -F _boardsim boardsim

            """
    }

    private static func names(_ commands: [Command]) -> String {
        (commands.map(\.name) + ["help", "--help", "--version"]).joined(separator: " ")
    }

    /// A command's first operand may be a word that decides what follows.
    private static func offer(_ operands: OperandCompletion) -> String {
        guard !operands.actions.isEmpty else { return offer(operands.plain) }
        let cases = operands.actions.map { "'\($0.word)') \(offer($0.rest)); return ;;" }
        let words = operands.words.joined(separator: " ")
        let first =
            operands.plain == .files
            ? "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY"
                + " < <(compgen -W '\(words)' -- \"$word\"; compgen -f -- \"$word\")"
            : offer(.words(operands.words))
        return "for seen in \"${COMP_WORDS[@]:2:COMP_CWORD-2}\"; do case $seen in "
            + cases.joined(separator: " ") + " esac; done; \(first)"
    }

    private static func offer(_ kind: CompletionKind) -> String {
        switch kind {
        case .nothing: ":"
        case .words(let words):
            "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"))"
        case .files:
            "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
        case .folders:
            "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$word\")"
        }
    }
}
