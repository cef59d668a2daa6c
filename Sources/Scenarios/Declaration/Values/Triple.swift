import YAML

/// Three quantities along the axes x, y, z: `[20 uT, 0 uT, -45 uT]`.
package struct Triple<D: Dimension>: DeclaredValue, Hashable {
    /// Along x.
    package var x: Quantity<D>
    /// Along y.
    package var y: Quantity<D>
    /// Along z.
    package var z: Quantity<D>

    /// Three values in the first unit of `D`.
    package init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = Quantity(x)
        self.y = Quantity(y)
        self.z = Quantity(z)
    }

    /// A list of three.
    package static var shape: Shape { .tuple(.quantity(D.self), count: 3) }
    /// `[20 uT, 0 uT, -45 uT]`.
    package var text: String { "[\(x.text), \(y.text), \(z.text)]" }

    /// Reads a list of three.
    package static func read(_ node: Node, _ reader: Reader) -> Triple? {
        let example = "[\(D.example), \(D.example), \(D.example)]"
        guard case .sequence(let items) = node.content, items.count == 3 else {
            reader.mismatch(
                node, expected: "a list of three values, x, y and z", fix: "write `\(example)`")
            return nil
        }
        let values = items.compactMap { Quantity<D>.read($0, reader) }
        guard values.count == 3 else { return nil }
        return Triple(values[0].value, values[1].value, values[2].value)
    }
}
