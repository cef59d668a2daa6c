public import YAML

/// Text that may have several lines: it explains a file, and no report shows it.
public struct Prose: DeclaredValue, Hashable {
    /// As it was written.
    public var text: String

    /// These lines.
    public init(_ text: String = "") { self.text = text }

    /// Any text.
    public static var shape: Shape { .text }

    /// Reads a scalar of any number of lines.
    public static func read(_ node: Node, _ reader: Reader) -> Prose? {
        String.read(node, reader, isProse: true).map(Prose.init)
    }
}
