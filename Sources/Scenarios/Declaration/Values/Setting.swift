import YAML

/// One `name: value` of a mapping whose names are free: a quirk.
package struct Setting: Hashable, Sendable {
    package var name: String
    /// The value as written.
    package var value: String
    /// Its position in the file.
    package var mark: Mark

    package init(_ name: String, _ value: String, mark: Mark = .start) {
        self.name = name
        self.value = value
        self.mark = mark
    }
}

/// Quirks with their values, in file order.
package struct QuirkSettings: DeclaredValue, Hashable {
    /// In file order.
    package var settings: [Setting]

    package init(_ settings: [Setting] = []) { self.settings = settings }

    /// A mapping of names to `true` or `false`.
    package static var shape: Shape { .names(.boolean) }
    package var text: String { "" }

    /// Reads a mapping of quirk names to `true` or `false`; the vocabulary says which names exist.
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
                    entry.value, expected: "true or false", fix: "write `\(entry.name): true`")
                continue
            }
            if let known = reader.vocabulary.quirks, !known.contains(entry.name) {
                reader.fail(
                    "unknown quirk `\(entry.name)`", at: entry.mark,
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
