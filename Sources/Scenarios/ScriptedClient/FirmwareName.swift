import Declaration
import YAML

/// A firmware revision as a scenario names it; the board's section knows which ones there are.
package struct FirmwareName: DeclaredValue, Hashable {
    /// As device information says it, `1.7.2`.
    package var text: String
    /// Where it stands.
    package var mark: Mark

    /// A revision by its text.
    package init(_ text: String, mark: Mark = .start) {
        self.text = text
        self.mark = mark
    }

    /// Any text: which revisions there are depends on the model.
    package static var shape: Shape { .text }

    /// Reads a scalar as it was written.
    package static func read(_ node: Node, _ reader: Reader) -> FirmwareName? {
        String.read(node, reader).map { FirmwareName($0, mark: node.mark) }
    }

    /// Whether a text is three numbers from 0 to 255, such as 1.7.4.
    package static func isNumbered(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3
            && parts.allSatisfy { $0.utf8.first.map { $0 >= 0x30 } == true && UInt8($0) != nil }
    }
}
