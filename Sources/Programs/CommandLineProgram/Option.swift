/// An option of a command, declared once: for parsing and for `--help`.
package struct Option: Sendable {
    /// Without the two dashes.
    package var name: String
    /// The value's placeholder in the help; `nil` for a flag.
    package var value: String?
    /// The allowed values; empty if any value is allowed.
    package var choices: [String]
    /// Whether it may be given several times.
    package var isRepeated: Bool
    /// Whether the value is optional; it can then only be given after `=`.
    package var isValueOptional: Bool
    /// Whether only the program itself gives it: help, manual and completions leave it out.
    package var isInternal: Bool
    /// One sentence.
    package var about: String

    /// An option with a value, or a flag.
    package init(
        name: String, value: String? = nil, choices: [String] = [], isRepeated: Bool = false,
        isValueOptional: Bool = false, isInternal: Bool = false, about: String
    ) {
        self.name = name
        self.value = value
        self.choices = choices
        self.isRepeated = isRepeated
        self.isValueOptional = isValueOptional
        self.isInternal = isInternal
        self.about = about
    }

    /// An option without a value.
    package static func flag(_ name: String, _ about: String) -> Option {
        Option(name: name, value: nil, about: about)
    }

    package static func value(
        _ name: String, _ value: String, choices: [String] = [], _ about: String
    ) -> Option {
        Option(name: name, value: value, choices: choices, about: about)
    }

    /// `--report text|json|junit …`.
    package var usage: String {
        "--\(name)" + (value.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? "")
            + (isRepeated ? " …" : "")
    }
}

/// An invalid command line: what is wrong, and how to fix it.
package struct UsageError: Error, Equatable {
    package var message: String
    package var fix: String

    package init(_ message: String, fix: String = "") {
        self.message = message
        self.fix = fix
    }
}
