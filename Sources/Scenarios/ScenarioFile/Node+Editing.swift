import YAML

/// A scenario file with other values, before it is read.
extension Node {
    /// The value of a key; nil if this is no mapping, or has no such key.
    package subscript(key: String) -> Node? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.name == key }?.value
    }

    /// Of a list; none if this is none.
    package var items: [Node] {
        guard case .sequence(let items) = content else { return [] }
        return items
    }

    /// With another value of a key.
    package func with(_ key: String, _ value: Node) -> Node {
        guard case .mapping(var entries) = content else { return self }
        if let index = entries.firstIndex(where: { $0.name == key }) {
            entries[index].value = value
        } else {
            entries.append(Entry(name: key, mark: .start, value: value))
        }
        return Node(.mapping(entries), mark: mark)
    }

    /// With one more item in the list of a key.
    package func adding(_ item: Node, to key: String) -> Node {
        with(key, Node(.sequence((self[key]?.items ?? []) + [item]), mark: .start))
    }
}
