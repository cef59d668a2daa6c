/// An option of a command, declared once: for parsing and for `--help`.
package struct Option: Sendable {
    /// Without the two dashes.
    var name: String
    /// The value's placeholder in the help; `nil` for a flag.
    var value: String?
    /// The allowed values; empty if any value is allowed.
    var choices: [String] = []
    /// Whether it may be given several times.
    var isRepeated = false
    /// Whether the value is optional; it can then only be given after `=`.
    var isValueOptional = false
    /// One sentence.
    var about: String

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
    var usage: String {
        "--\(name)" + (value.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? "")
            + (isRepeated ? " …" : "")
    }
}

/// An invalid command line: what is wrong, and how to fix it.
struct UsageError: Error, Equatable {
    var message: String
    var fix: String

    init(_ message: String, fix: String = "") {
        self.message = message
        self.fix = fix
    }
}
