import Declaration

/// The arguments of one command, parsed by its declaration.
package struct Arguments: Sendable {
    /// Arguments that are neither options nor their values.
    package private(set) var operands: [String] = []
    /// What follows `--`, for a command that runs another program: its name and its arguments.
    package private(set) var program: [String] = []
    private var given: [(name: String, value: String)] = []
    /// An operand that directly follows an option whose value is optional, and that option.
    private var doubtful: (operand: String, option: String)?

    /// Whether a flag or an option was given.
    package func has(_ name: String) -> Bool { given.contains { $0.name == name } }

    /// The value of an option.
    package func value(_ name: String) -> String? { given.first { $0.name == name }?.value }

    /// The values of an option that may be given several times.
    package func values(_ name: String) -> [String] {
        given.filter { $0.name == name }.map(\.value)
    }

    /// What was given, as words of a command line, without some options.
    package func given(besides names: [String]) -> [String] {
        given.filter { !names.contains($0.name) }
            .map { $0.value.isEmpty ? "--\($0.name)" : "--\($0.name)=\($0.value)" }
    }

    /// Understands `--name value`, `--name=value`, `--flag`, `-h`, and `--` before operands.
    ///
    /// - Parameter takesProgram: whether a `--` after the operands is followed by a program.
    package init(
        _ arguments: some Sequence<String>, options: [Option], operands: Operands,
        takesProgram: Bool = false
    ) throws(UsageError) {
        var rest = Array(arguments)[...]
        /// The option that was given last, if it has no value but could have one.
        var open: String?
        while let argument = rest.popFirst() {
            if argument == "--" {
                try takeRest(rest, takesProgram)
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                if let open { doubtful = (argument, open) }
                open = nil
                self.operands.append(argument)
                continue
            }
            try take(argument, from: &rest, options)
            let option = options.first { "--\($0.name)" == argument }
            open = option?.isValueOptional == true ? option?.name : nil
        }
        do throws(UsageError) {
            try operands.check(self.operands)
        } catch {
            guard let (operand, option) = doubtful else { throw error }
            throw UsageError(
                error.message,
                fix: "if `\(operand)` belongs to `--\(option)`, write `--\(option)=\(operand)`")
        }
    }

    /// Operands that may begin with a dash, then the program.
    private mutating func takeRest(
        _ rest: ArraySlice<String>, _ takesProgram: Bool
    ) throws(UsageError) {
        var rest = rest
        if !takesProgram || operands.isEmpty {
            let names = takesProgram ? rest.prefix { $0 != "--" } : rest
            operands += names
            rest = rest.dropFirst(names.count)
            guard rest.popFirst() != nil else { return }
        }
        program = Array(rest)
        if program.isEmpty {
            throw UsageError(
                "no program follows `--`", fix: "write `-- PROGRAM ARGS…`, or omit `--`")
        }
    }

    private mutating func take(
        _ argument: String, from rest: inout ArraySlice<String>, _ options: [Option]
    ) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = argument == "-h" ? "help" : String(parts[0].dropFirst(2))
        guard argument == "-h" || argument.hasPrefix("--"),
            let option = options.first(where: { $0.name == name })
        else {
            throw UsageError(
                "unknown option `\(parts[0])`",
                fix: Suggestion.fix(
                    String(parts[0]),
                    known: options.filter { !$0.isInternal }.map { "--" + $0.name },
                    what: "options"))
        }
        guard let word = option.value else {
            if parts.count > 1 {
                throw UsageError("`--\(name)` takes no value", fix: "write `--\(name)` alone")
            }
            given.append((name, ""))
            return
        }
        if option.isValueOptional, parts.count == 1 {
            if has(name) {
                throw UsageError("`--\(name)` was given twice", fix: "keep one of them")
            }
            given.append((name, ""))
            return
        }
        guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
            throw UsageError("`--\(name)` needs a value", fix: "write `--\(name) \(word)`")
        }
        if !option.choices.isEmpty, !option.choices.contains(value) {
            throw UsageError(
                "`--\(name)` cannot be `\(value)`",
                fix: Suggestion.fix(value, known: option.choices, what: "choices"))
        }
        if has(name), !option.isRepeated {
            throw UsageError("`--\(name)` was given twice", fix: "keep one of them")
        }
        given.append((name, value))
    }
}

/// What follows the options of a command.
package enum Operands: Sendable {
    /// Nothing.
    case none
    /// Exactly one, by its name in the help.
    case one(String)
    /// At least one.
    case several(String)

    package var usage: String {
        switch self {
        case .none: ""
        case .one(let name): " \(name)"
        case .several(let name): " \(name)…"
        }
    }

    fileprivate func check(_ operands: [String]) throws(UsageError) {
        switch self {
        case .none:
            if let first = operands.first { throw UsageError("unexpected argument `\(first)`") }
        case .one(let name):
            if operands.isEmpty { throw UsageError("\(name) is missing") }
            if operands.count > 1 {
                throw UsageError(
                    "unexpected argument `\(operands[1])`",
                    fix: "give one \(name), and write every other value after its option")
            }
        case .several(let name):
            if operands.isEmpty { throw UsageError("\(name) is missing") }
        }
    }
}
