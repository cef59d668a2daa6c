import YAML

/// Text that may have several lines. It explains a file and does not appear in reports.
package struct Prose: DeclaredValue, Hashable {
    /// As it was written.
    package var text: String

    /// These lines.
    package init(_ text: String = "") { self.text = text }

    package static var shape: Shape { .text }

    /// Reads a scalar of any number of lines.
    package static func read(_ node: Node, _ reader: Reader) -> Prose? {
        String.read(node, reader, isProse: true).map(Prose.init)
    }
}
