import YAML

/// A path relative to the folder of the file that names it. It must stay inside that folder.
///
/// Files from untrusted sources are run too, for example in CI: they must not read or write
/// elsewhere.
package struct RelativePath: DeclaredValue, Hashable {
    /// As it was written.
    package var text: String

    /// A path that has been checked.
    package init(_ text: String) { self.text = text }

    /// Names with slashes between them.
    package static var shape: Shape {
        .form(
            name: "path",
            about:
                "A file or folder, relative to the folder of the file that names it; it must be"
                + " inside that folder.",
            pattern: "^(?!/)(?!(.*/)?\\.\\.(/|$)).+$", example: "data/wrist-row.csv")
    }

    /// Reads a path that stays inside the folder.
    package static func read(_ node: Node, _ reader: Reader) -> RelativePath? {
        guard let text = String.read(node, reader) else { return nil }
        func refuse(_ why: String) {
            reader.fail(
                "the path `\(text)` \(why)", at: node.mark,
                fix: "use a path inside the folder of this file, such as `data/wrist-row.csv`")
        }
        if text.isEmpty {
            refuse("is empty")
        } else if text.hasPrefix("/") {
            refuse("is absolute")
        } else if text.split(separator: "/").contains("..") {
            refuse("leaves the folder with `..`")
        } else {
            return RelativePath(text)
        }
        return nil
    }
}
