/// Why a text is not a YAML document that we read: what is wrong, where, and what to do.
package struct YAMLError: Error, Hashable, Sendable {
    /// What is wrong.
    package var message: String
    /// Where it stands.
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
    /// `12:5: aliases are not used here; write the value out again`.
    package var description: String {
        "\(mark): \(message)" + (fix.isEmpty ? "" : "; \(fix)")
    }
}
