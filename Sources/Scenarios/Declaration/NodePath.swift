import YAML

/// The way to a value in a file: `boards[0].model`, or by name `clients[phone].steps[2].wait`.
package struct NodePath: Sendable, Hashable, CustomStringConvertible {
    /// One part of the way.
    package enum Part: Sendable, Hashable {
        /// Of a mapping.
        case key(String)
        /// Of a list, from 0.
        case place(Int)
        /// The entry of a list with this `name`.
        case named(String)
    }

    package var parts: [Part]
    package let description: String

    /// Nil if the text is not a path.
    package init?(_ text: String) {
        description = text
        parts = []
        for word in text.split(separator: ".", omittingEmptySubsequences: false) {
            let pieces = word.split(separator: "[", omittingEmptySubsequences: false)
            guard let key = pieces.first, !key.isEmpty, !key.contains("]") else { return nil }
            parts.append(.key(String(key)))
            for piece in pieces.dropFirst() {
                guard piece.hasSuffix("]"), piece.count > 1 else { return nil }
                let inside = String(piece.dropLast())
                guard !inside.contains("]") else { return nil }
                parts.append(Int(inside).map { .place($0) } ?? .named(inside))
            }
        }
    }
}

/// Why a path leads nowhere in a file.
package struct NodePathError: Error, Equatable, CustomStringConvertible {
    package var description: String
}

extension Node {
    /// The value at a path; nil if it is absent there.
    package subscript(path path: NodePath) -> Node? {
        var node = self
        for part in path.parts {
            guard let next = node.child(part) else { return nil }
            node = next
        }
        return node
    }

    /// The tree with another value at a path; a key that is absent is added.
    package func setting(_ path: NodePath, to value: Node) throws(NodePathError) -> Node {
        try setting(path.parts[...], of: path, to: value)
    }

    private func setting(
        _ rest: ArraySlice<NodePath.Part>, of path: NodePath, to value: Node
    ) throws(NodePathError) -> Node {
        guard let part = rest.first else { return value.placed(at: mark) }
        var node = self
        switch (part, content) {
        case (.key(let name), .mapping(var entries)):
            if let place = entries.firstIndex(where: { $0.name == name }) {
                entries[place].value = try entries[place].value
                    .setting(rest.dropFirst(), of: path, to: value)
            } else {
                let new = try Node(.mapping([]), mark: mark)
                    .setting(rest.dropFirst(), of: path, to: value)
                entries.append(Entry(name: name, mark: mark, value: new))
            }
            node.content = .mapping(entries)
        // A section that was left empty: `world:`.
        case (.key, .scalar) where isNull:
            return try Node(.mapping([]), mark: mark).setting(rest, of: path, to: value)
        case (.place, .sequence(var items)), (.named, .sequence(var items)):
            guard let place = place(of: part) else {
                throw NodePathError(
                    description: "`\(path)`: the list has \(items.count)"
                        + " \(items.count == 1 ? "entry" : "entries") and no `\(part.word)`;"
                        + " write a place, counted from 0, or the `name` of an entry")
            }
            items[place] = try items[place].setting(rest.dropFirst(), of: path, to: value)
            node.content = .sequence(items)
        case (.key(let name), _):
            throw NodePathError(
                description: "`\(path)`: \(summary) has no key `\(name)`; write the value as a"
                    + " mapping in the file, or name the value itself")
        default:
            throw NodePathError(
                description: "`\(path)`: \(summary) is not a list, so it has no `\(part.word)`")
        }
        return node
    }

    /// The same with all its parts at one place: of a value that was not written in the file.
    private func placed(at mark: Mark) -> Node {
        switch content {
        case .scalar: return Node(content, mark: mark)
        case .sequence(let items):
            return Node(.sequence(items.map { $0.placed(at: mark) }), mark: mark)
        case .mapping(let entries):
            let placed = entries.map {
                Entry(name: $0.name, mark: mark, value: $0.value.placed(at: mark))
            }
            return Node(.mapping(placed), mark: mark)
        }
    }

    /// The value at one step of a path.
    package func child(_ part: NodePath.Part) -> Node? {
        switch (part, content) {
        case (.key(let name), .mapping(let entries)):
            entries.first { $0.name == name }?.value
        case (_, .sequence(let items)): place(of: part).map { items[$0] }
        default: nil
        }
    }

    private func place(of part: NodePath.Part) -> Int? {
        guard case .sequence(let items) = content else { return nil }
        switch part {
        case .place(let place): return items.indices.contains(place) ? place : nil
        case .named(let name):
            return items.firstIndex { item in
                guard case .scalar(let text, _)? = item.child(.key("name"))?.content else {
                    return false
                }
                return text == name
            }
        case .key: return nil
        }
    }
}

extension NodePath.Part {
    fileprivate var word: String {
        switch self {
        case .key(let name): name
        case .place(let place): "[\(place)]"
        case .named(let name): "[\(name)]"
        }
    }
}
