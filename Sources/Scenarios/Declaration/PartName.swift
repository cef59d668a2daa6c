import YAML

/// The name of a part of a scenario, which files and folders are named after.
enum PartName {
    /// In characters; a folder's name may have 255 bytes.
    static let longest = 60

    /// Notes a problem if a name is none, or would name a folder elsewhere.
    static func check(_ name: String, of kind: NameKind, at mark: Mark, _ reader: Reader) {
        func refuse(_ why: String, _ fix: String) {
            reader.fail("the \(kind.rawValue)'s name `\(name)` \(why)", at: mark, fix: fix)
        }
        if name.isEmpty {
            reader.fail(
                "the \(kind.rawValue) has an empty name", at: mark,
                fix: "give it one, or leave `name` out")
        } else if name == "." || name == ".." {
            refuse("is that of a folder", "give it another one")
        } else if name.contains("/") {
            refuse("holds a slash", "files are named after it: leave the slash out")
        } else if name.hasPrefix(" ") || name.hasSuffix(" ") {
            refuse("begins or ends with a blank", "leave the blank out")
        } else if name.count > longest || name.utf8.count > 4 * longest {
            refuse("has \(name.count) characters", "give 1 to \(longest)")
        }
    }
}
