import Declaration
import YAML

extension Node {
    /// A way with the places of entries in the stead of their names.
    func places(_ way: [NodePath.Part]) -> [NodePath.Part] {
        var node = self
        return way.map { part in
            var place = part
            if case .named = part, case .sequence(let items) = node.content,
                let child = node.child(part),
                let index = items.firstIndex(where: { $0.mark == child.mark })
            {
                place = .place(index)
            }
            node = node.child(part) ?? node
            return place
        }
    }

    /// The tree with one entry of a list at its root.
    func keeping(only place: Int, of key: String) -> Node {
        guard case .mapping(var entries) = content,
            let index = entries.firstIndex(where: { $0.name == key }),
            case .sequence(let items) = entries[index].value.content, items.indices.contains(place)
        else { return self }
        entries[index].value.content = .sequence([items[place]])
        return Node(.mapping(entries), mark: mark)
    }

    /// Nil if there is no such key.
    func removing(key: String, at way: ArraySlice<NodePath.Part>) -> Node? {
        changed(at: way) { (node: Node) -> Node? in
            guard case .mapping(var entries) = node.content,
                let place = entries.firstIndex(where: { $0.name == key })
            else { return nil }
            entries.remove(at: place)
            return Node(.mapping(entries), mark: node.mark)
        }
    }

    /// Nil if there are no such entries.
    func removing(items range: Range<Int>, at way: ArraySlice<NodePath.Part>) -> Node? {
        changed(at: way) { (node: Node) -> Node? in
            guard case .sequence(var items) = node.content, range.upperBound <= items.count else {
                return nil
            }
            items.removeSubrange(range)
            return Node(.sequence(items), mark: node.mark)
        }
    }

    /// Nil if there is nothing at this place, or the value is there already.
    func replacing(at way: ArraySlice<NodePath.Part>, with value: Node) -> Node? {
        changed(at: way) { (node: Node) -> Node? in node.flow == value.flow ? nil : value }
    }

    private func changed(
        at way: ArraySlice<NodePath.Part>, _ change: (Node) -> Node?
    ) -> Node? {
        guard let part = way.first else { return change(self) }
        var node = self
        switch (part, content) {
        case (.key(let name), .mapping(var entries)):
            guard let place = entries.firstIndex(where: { $0.name == name }),
                let value = entries[place].value.changed(at: way.dropFirst(), change)
            else { return nil }
            entries[place].value = value
            node.content = .mapping(entries)
        case (.place(let place), .sequence(var items)):
            guard items.indices.contains(place),
                let value = items[place].changed(at: way.dropFirst(), change)
            else { return nil }
            items[place] = value
            node.content = .sequence(items)
        default: return nil
        }
        return node
    }
}
