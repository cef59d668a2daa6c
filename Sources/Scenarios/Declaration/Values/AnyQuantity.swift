import YAML

/// A number with a unit of any dimension, where another key says which one it must be.
package struct AnyQuantity: DeclaredValue, Hashable {
    /// In the first unit of the dimension.
    package var value: Double
    /// The dimension's name; empty for the placeholder of a required key.
    package var dimension: String
    /// Its position in the file.
    package var mark: Mark

    /// A placeholder until a file is read.
    package init() {
        value = 0
        dimension = ""
        mark = .start
    }

    /// A value in the first unit of a dimension.
    package init(_ value: Double, _ dimension: any Dimension.Type) {
        self.init()
        self.value = value
        self.dimension = dimension.name
    }

    /// A number with a unit.
    package static var shape: Shape { .quantityOf(dimensions) }
    /// `5 deg/s`.
    package var text: String {
        let unit = dimensions.first { $0.name == dimension }?.units.first?.symbol ?? ""
        return "\(Written.text(value)) \(unit)"
    }

    /// Reads a number with a unit.
    package static func read(_ node: Node, _ reader: Reader) -> AnyQuantity? {
        guard let written = Written(node, of: dimensions, reader) else { return nil }
        var quantity = AnyQuantity(written.value, written.dimension)
        quantity.mark = node.mark
        return quantity
    }

    /// Records a problem unless the dimension is the one that another key requires.
    package func require(_ wanted: any Dimension.Type, for purpose: String, _ reader: Reader) {
        guard dimension != wanted.name else { return }
        reader.fail(
            "\(purpose) must be \(wanted.name.withArticle), not \(dimension.withArticle)", at: mark,
            fix: "write for example `\(wanted.example)`")
    }
}
