import YAML

/// A type whose values can be read from a file.
package protocol DeclaredValue: Sendable {
    /// How a value is written, for the JSON Schema and the reference page.
    static var shape: Shape { get }
    /// Reads a node; records a problem and returns `nil` if it is something else.
    static func read(_ node: Node, _ reader: Reader) -> Self?
    /// As written in a file, for the default in the reference page; empty if it needs several
    /// lines.
    var text: String { get }
}

extension DeclaredValue {
    /// Reads a value from a command line, written as in a file.
    package init(written text: String) throws(Problem) {
        let reader = Reader()
        let value = Self.read(Node(.scalar(text, quoted: false), mark: .start), reader)
        guard let value, reader.problems.isEmpty else {
            throw reader.problems.first ?? Problem("`\(text)` cannot be read", at: .start)
        }
        self = value
    }
}

/// How a value is written.
package indirect enum Shape: Sendable {
    case text
    /// Text of one form: its name, what it is, a regular expression and an example.
    case form(name: String, about: String, pattern: String, example: String)
    /// A whole number without a unit.
    case integer
    /// `true` or `false`.
    case boolean
    /// A number with a unit.
    case quantity(any Dimension.Type)
    /// A number with a unit of any of these dimensions.
    case quantityOf([any Dimension.Type])
    /// One of some words.
    case choice([(word: String, about: String)])
    /// One of some words, or a name that the file defines.
    case choiceOrName([(word: String, about: String)])
    case list(Shape)
    /// A list of exactly `count` values.
    case tuple(Shape, count: Int)
    /// A mapping of free names to values.
    case names(Shape)
    /// A mapping with declared keys.
    case section(any Section.Type)
}
