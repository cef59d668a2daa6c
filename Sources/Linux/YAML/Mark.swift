/// A place in a text: line and column, both counted from 1, columns in Unicode scalars.
package struct Mark: Sendable, Hashable {
    /// Counted from 1.
    package var line: Int
    /// Counted from 1, in Unicode scalars.
    package var column: Int

    /// A place by its line and column.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The start of a text.
    package static let start = Mark(line: 1, column: 1)
    /// Of what has no place in the text, such as a file that cannot be read.
    package static let none = Mark(line: 0, column: 0)
}

extension Mark: CustomStringConvertible {
    /// As compilers write it: `12:5`.
    package var description: String { "\(line):\(column)" }
}
