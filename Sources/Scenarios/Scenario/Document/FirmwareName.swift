import Declaration
public import YAML

/// A firmware revision as a scenario names it; the board's section knows which ones there are.
public struct FirmwareName: DeclaredValue, Hashable {
    /// As device information says it, `1.7.2`.
    public var text: String
    /// Where it stands.
    public var mark: Mark

    /// A revision by its text.
    public init(_ text: String, mark: Mark = .start) {
        self.text = text
        self.mark = mark
    }

    /// Any text: which revisions there are depends on the model.
    public static var shape: Shape { .text }

    /// Reads a scalar as it was written.
    public static func read(_ node: Node, _ reader: Reader) -> FirmwareName? {
        String.read(node, reader).map { FirmwareName($0, mark: node.mark) }
    }
}
