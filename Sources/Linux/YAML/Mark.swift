/// A place in a text: line and column, both counted from 1, columns in Unicode scalars.
public struct Mark: Sendable, Hashable {
    /// Counted from 1.
    public var line: Int
    /// Counted from 1, in Unicode scalars.
    public var column: Int

    /// A place by its line and column.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Where a text begins.
    public static let start = Mark(line: 1, column: 1)
}

extension Mark: CustomStringConvertible {
    /// As compilers write it: `12:5`.
    public var description: String { "\(line):\(column)" }
}
