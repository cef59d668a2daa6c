import YAML

/// The name of a part of a scenario, which files and folders are named after.
enum PartName {
    /// In characters; a folder's name may have 255 bytes.
    static let longest = 60

    /// Reports a name that cannot be used, or that would lead to another folder.
    static func check(_ name: String, of kind: NameKind, at mark: Mark, _ reader: Reader) {
        func refuse(_ why: String, _ fix: String) {
            reader.fail("the \(kind.rawValue)'s name `\(name)` \(why)", at: mark, fix: fix)
        }
        if name.isEmpty {
            reader.fail(
                "the \(kind.rawValue) has an empty name", at: mark,
                fix: "give it a name, or remove `name`")
        } else if name == "." || name == ".." {
            refuse("is the name of a folder", "choose another name")
        } else if name.contains("/") {
            refuse("contains a slash", "remove it: files are named after the \(kind.rawValue)")
        } else if name.hasPrefix(" ") || name.hasSuffix(" ") {
            refuse("begins or ends with a space", "remove the space")
        } else if name.count > longest || name.utf8.count > 4 * longest {
            refuse("has \(name.count) characters", "use 1 to \(longest)")
        }
    }
}
