/// An error that ends a run or a command: its cause, its place and the fix.
package struct RunError: Error, Sendable, CustomStringConvertible {
    /// Who has to fix it.
    package enum Kind: Sendable {
        /// A file, or an argument that names one.
        case input
        /// The machine: a folder that cannot be written, a damaged flash file.
        case environment
    }

    /// Who has to fix it.
    package var kind: Kind
    /// `file:line:column: what; fix`, or `boardsim run: what; fix` if no file is to blame.
    package var description: String

    /// A reason in words.
    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
