import YAML

/// One `name: value` of a mapping whose names are free: a quirk.
package struct Setting: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The value as written.
    package var value: String
    /// Where it stands.
    package var mark: Mark

    /// A name with a value.
    package init(_ name: String, _ value: String, mark: Mark = .start) {
        self.name = name
        self.value = value
        self.mark = mark
    }
}

/// Names of quirks with their values, in the order of the file.
package struct QuirkSettings: DeclaredValue, Hashable {
    /// In the order of the file.
    package var settings: [Setting]

    /// These settings.
    package init(_ settings: [Setting] = []) { self.settings = settings }

    /// A mapping of names to `true` or `false`.
    package static var shape: Shape { .names(.boolean) }
    /// A mapping needs lines.
    package var text: String { "" }

    /// Reads a mapping of quirk names to words; the caller's vocabulary says which exist.
    package static func read(_ node: Node, _ reader: Reader) -> QuirkSettings? {
        guard case .mapping(let entries) = node.content else {
            reader.mismatch(
                node, expected: "a mapping of quirks",
                fix: "write each quirk as `name: true` or `name: false`")
            return nil
        }
        var settings: [Setting] = []
        for entry in entries {
            guard case .scalar(let value, _) = entry.value.content, !entry.value.isNull else {
                reader.mismatch(
                    entry.value, expected: "a word", fix: "write `\(entry.name): true`")
                continue
            }
            if let known = reader.vocabulary.quirks, !known.contains(entry.name) {
                reader.fail(
                    "there is no quirk `\(entry.name)`", at: entry.mark,
                    fix: Suggestion.fix(entry.name, known: known, what: "quirks"))
            }
            if !["true", "false", "on", "off"].contains(value) {
                reader.fail(
                    "the quirk `\(entry.name)` cannot be `\(value)`", at: entry.value.mark,
                    fix: "write `\(entry.name): true` or `\(entry.name): false`")
            }
            settings.append(Setting(entry.name, value, mark: entry.mark))
        }
        return QuirkSettings(settings)
    }
}
