import YAML

/// Reads one section from a node, and keeps what its keys found.
package final class Reading {
    let node: Node
    /// Where problems go.
    package let reader: Reader
    private let title: String
    private let entries: [Node.Entry]
    /// The section was written as the value of its principal key.
    private let isShort: Bool
    private var isShortTaken = false
    /// The key found, of several that exclude each other.
    private var chosenKey: KeyDescription?

    init(_ node: Node, _ reader: Reader, title: String) {
        self.node = node
        self.reader = reader
        self.title = title
        if case .mapping(let entries) = node.content {
            self.entries = entries
            isShort = false
        } else {
            entries = []
            isShort = !node.isNull
        }
    }

    package func find(_ name: String, _ isPrincipal: Bool = false) -> Node? {
        if isShort { return isPrincipal ? node : nil }
        return entries.first { $0.name == name }?.value
    }

    /// Where a key's value is, or the section if the key is absent.
    func mark(of name: String, _ isPrincipal: Bool = false) -> Mark {
        find(name, isPrincipal)?.mark ?? node.mark
    }

    func read<V: DeclaredValue>(_ name: String, _: V.Type, _ isPrincipal: Bool) -> V? {
        guard let found = find(name, isPrincipal) else { return nil }
        if isShort { isShortTaken = true }
        return V.read(found, reader)
    }

    /// - Parameter hasPrincipal: whether this key or one before it is the principal key.
    func isMissing(_ name: String, _ isPrincipal: Bool, hasPrincipal: Bool) -> Bool {
        find(name, isPrincipal) == nil && (!isShort || hasPrincipal)
    }

    /// Reads the one key present of several that exclude each other.
    func readOne<U>(of cases: Cases<U>) -> U? {
        if isShort {
            guard case .scalar = node.content else { return nil }  // `finish` complains.
            isShortTaken = true
            return cases.read(word: node, reader)
        }
        let found = entries.compactMap { entry in
            cases[entry.name].map { (entry: entry, choice: $0) }
        }
        guard let (first, chosen) = found.first else {
            let names = cases.keys.map(\.name)
            // A typing error is reported once, as an unknown key.
            if entries.contains(where: { Suggestion.nearest(to: $0.name, in: names) != nil }) {
                return nil
            }
            reader.fail(
                "this \(title) has none of the keys that say what it does", at: node.mark,
                fix: "add one of: " + names.joined(separator: ", "))
            return nil
        }
        chosenKey = chosen.key
        if found.count > 1 {
            reader.fail(
                "`\(found[1].entry.name)` and `\(first.name)` cannot be used together",
                at: found[1].entry.mark, fix: "make it an entry of its own")
        }
        return chosen.read(first.value, reader)
    }
}

extension Reading {
    /// Reports a required key that is missing.
    func missing(_ name: String, _ shape: Shape) {
        reader.fail(
            "missing key `\(name)` in \(title)", at: node.mark,
            fix: "add `\(name): \(shape.sample)`")
    }

    /// Reports a value outside its limits.
    func outOfRange<V: DeclaredValue & Comparable>(
        _ value: V, _ name: String, _ bounds: ClosedRange<V>, _ isPrincipal: Bool
    ) {
        guard let found = find(name, isPrincipal) else { return }
        // In the short form, the name of the principal key does not appear in the file.
        reader.fail(
            isShort
                ? "`\(value.text)` is out of range" : "`\(name)` is out of range: \(value.text)",
            at: found.mark,
            fix: bounds.lowerBound == bounds.upperBound
                ? "write `\(isShort ? "" : "\(name): ")\(bounds.lowerBound.text)`"
                : "use \(bounds.text)")
    }

    /// Reports a list with too few or too many entries.
    func checkCount(_ name: String, _ count: ClosedRange<Int>, _ isPrincipal: Bool) {
        guard let found = find(name, isPrincipal), case .sequence(let items) = found.content,
            !count.contains(items.count)
        else { return }
        let wanted =
            items.count < count.lowerBound
            ? "at least \(count.lowerBound)" : "at most \(count.upperBound)"
        reader.fail(
            "\(isShort ? "this list" : "`\(name)`") has \(items.count)"
                + (items.count == 1 ? " entry" : " entries"),
            at: found.mark, fix: "use \(wanted)")
    }

    /// Reports unknown keys.
    func finish(_ keys: [KeyDescription], _ alternatives: [KeyDescription]) {
        if isShort, !isShortTaken {
            let known = (keys + alternatives).map(\.name)
            reader.mismatch(
                node, expected: "a mapping for `\(title)`",
                fix: known.isEmpty
                    ? "remove the value"
                    : "use the keys: " + known.joined(separator: ", "))
        }
        for entry in entries where !isKnown(entry.name, keys + alternatives) {
            reader.fail(
                "unknown key `\(entry.name)` in \(title)", at: entry.mark,
                fix: fix(unknown: entry.name, keys, alternatives))
        }
    }

    private func isKnown(_ name: String, _ keys: [KeyDescription]) -> Bool {
        chosenKey?.name == name || keys.contains { $0.name == name || $0.former == name }
    }

    private func fix(
        unknown name: String, _ keys: [KeyDescription], _ alternatives: [KeyDescription]
    ) -> String {
        guard let chosenKey else {
            let known = (keys + alternatives).map(\.name)
            return known.isEmpty
                ? "it has no keys" : Suggestion.fix(name, known: known, what: "keys")
        }
        if case .section(let section) = chosenKey.shape,
            section.keyDescriptions.contains(where: { $0.name == name })
        {
            return "write it inside: `\(chosenKey.name): {\(name): …}`"
        }
        return Suggestion.fix(
            name, known: keys.map(\.name) + [chosenKey.name], what: "keys")
    }
}
