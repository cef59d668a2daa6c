import YAML

/// The value that a processor compares with: a quantity, or a number of raw counts.
package struct Level: DeclaredValue, Hashable {
    /// In the first unit of the dimension, or counts.
    package var value: Double
    /// The dimension's name; empty for a plain number of counts.
    package var dimension: String
    /// Its position in the file.
    package var mark: Mark

    /// A number of raw counts.
    package init(counts: Double) {
        value = counts
        dimension = ""
        mark = .start
    }

    /// A number, with or without a unit.
    package static var shape: Shape {
        .form(
            name: "level",
            about: "A quantity in the unit of the signal, or a plain number in raw counts.",
            pattern: "^[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?( *[A-Za-z%][A-Za-z0-9/%]*)?$",
            example: "2 g")
    }

    /// `2 g`, `8192`.
    package var text: String {
        let unit = dimensions.first { $0.name == dimension }?.units.first?.symbol
        return Written.text(value) + (unit.map { " \($0)" } ?? "")
    }

    /// Reads a number, with or without a unit.
    package static func read(_ node: Node, _ reader: Reader) -> Level? {
        if case .scalar(let text, quoted: false) = node.content, let number = Double(text),
            abs(number) <= Double(UInt32.max)
        {
            var level = Level(counts: number)
            level.mark = node.mark
            return level
        }
        guard let written = Written(node, of: dimensions, reader) else { return nil }
        var level = Level(counts: written.value)
        level.dimension = written.dimension.name
        level.mark = node.mark
        return level
    }
}
