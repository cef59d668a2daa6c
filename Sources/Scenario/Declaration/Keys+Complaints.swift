import YAML

extension Keys {
    /// Complains about what was never asked for.
    func finish() {
        guard let node else { return }
        if isShort, !isShortTaken {
            let known = knownNames
            reader.mismatch(
                node, expected: "a mapping for `\(title)`",
                mend: known.isEmpty
                    ? "leave the value out"
                    : "write it with the keys: " + known.joined(separator: ", "))
        }
        for entry in entries where !isKnown(entry.name) {
            reader.fail(
                "unknown key `\(entry.name)` in \(title)", at: entry.mark,
                mend: mend(unknown: entry.name))
        }
    }

    /// Complains that a required key does not stand there.
    func missing(_ name: String, _ shape: Shape) {
        guard let node else { return }
        reader.fail(
            "\(title) lacks the key `\(name)`", at: node.mark,
            mend: "add `\(name): \(shape.sample)`")
    }

    /// Describes the bounds of the last key, and complains if its value is outside.
    func limit<V: DeclaredValue & Comparable>(
        _ value: V?, _ name: String, _ bounds: ClosedRange<V>
    ) {
        let last = descriptions.count - 1
        if node == nil {
            descriptions[last].bounds = Self.text(bounds)
            descriptions[last].limits = (bounds.lowerBound, bounds.upperBound)
            descriptions[last].integers = bounds as? ClosedRange<Int>
        }
        guard let value, !bounds.contains(value),
            let found = find(name, descriptions[last].isPrincipal)
        else { return }
        // The name of a principal key that stands alone is nowhere in the file.
        reader.fail(
            isShort
                ? "`\(value.text)` is out of range" : "`\(name)` is out of range: \(value.text)",
            at: found.mark,
            mend: bounds.lowerBound == bounds.upperBound
                ? "write `\(isShort ? "" : "\(name): ")\(bounds.lowerBound.text)`"
                : "give \(Self.text(bounds))")
    }

    private static func text<V: DeclaredValue & Comparable>(_ bounds: ClosedRange<V>) -> String {
        if bounds.lowerBound == bounds.upperBound { return "only \(bounds.lowerBound.text)" }
        if bounds.upperBound as? Int == .max { return "\(bounds.lowerBound.text) or more" }
        return "\(bounds.lowerBound.text) to \(bounds.upperBound.text)"
    }

    private var knownNames: [String] {
        descriptions.map(\.name) + (alternatives?.keyDescriptions.map(\.name) ?? [])
    }

    private func isKnown(_ name: String) -> Bool {
        chosenKey?.name == name || descriptions.contains { $0.name == name }
            || alternatives?.has(name) ?? false
    }

    private func mend(unknown name: String) -> String {
        guard let chosenKey else {
            let known = knownNames
            return known.isEmpty
                ? "it has no keys" : Suggestion.mend(name, known: known, what: "keys")
        }
        if case .section(let section) = chosenKey.shape,
            section.keys.descriptions.contains(where: { $0.name == name })
        {
            return "write it inside: `\(chosenKey.name): {\(name): …}`"
        }
        let common = descriptions.map(\.name) + [chosenKey.name]
        return Suggestion.mend(name, known: common, what: "keys")
    }
}
