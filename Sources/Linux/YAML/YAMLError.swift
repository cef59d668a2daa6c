/// Why a text cannot be read as YAML: what is wrong, where, and how to fix it.
package struct YAMLError: Error, Hashable, Sendable {
    /// What is wrong.
    package var message: String
    /// Where it is.
    package var mark: Mark
    /// What to write instead; empty if there is nothing to add.
    package var fix: String

    /// An error at a place.
    package init(_ message: String, at mark: Mark, fix: String = "") {
        self.message = message
        self.mark = mark
        self.fix = fix
    }
}

extension YAMLError: CustomStringConvertible {
    /// `12:5: aliases are not supported; write the value out in full`.
    package var description: String {
        "\(mark): \(message)" + (fix.isEmpty ? "" : "; \(fix)")
    }
}
