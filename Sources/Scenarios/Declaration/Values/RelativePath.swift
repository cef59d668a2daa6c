import YAML

/// A file or folder that a file names: it stands in the folder of that file, or in one inside it.
///
/// Files of strangers are run too, in CI for one; they read and write nothing elsewhere.
package struct RelativePath: DeclaredValue, Hashable {
    /// As it was written.
    package var text: String

    /// A path that was checked.
    package init(_ text: String) { self.text = text }

    /// Names with slashes between them.
    package static var shape: Shape {
        .form(
            name: "path",
            about:
                "A file or folder, from the folder of the file that names it; it stands in there.",
            pattern: "^(?!/)(?!(.*/)?\\.\\.(/|$)).+$", example: "data/wrist-row.csv")
    }

    /// Reads a path that stays in the folder.
    package static func read(_ node: Node, _ reader: Reader) -> RelativePath? {
        guard let text = String.read(node, reader) else { return nil }
        func refuse(_ why: String) {
            reader.fail(
                "the path `\(text)` \(why)", at: node.mark,
                fix: "give one inside the folder of this file, such as `data/wrist-row.csv`")
        }
        if text.isEmpty {
            refuse("is empty")
        } else if text.hasPrefix("/") {
            refuse("is absolute")
        } else if text.split(separator: "/").contains("..") {
            refuse("leads out of the folder with `..`")
        } else {
            return RelativePath(text)
        }
        return nil
    }
}
