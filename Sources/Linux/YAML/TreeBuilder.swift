/// Builds nodes from events and rejects YAML features that are not supported.
struct TreeBuilder: ~Copyable {
    private var events: EventReader

    init(_ events: consuming EventReader) { self.events = events }

    mutating func document() throws(YAMLError) -> Node {
        _ = try events.next()  // The stream's start.
        let (start, mark) = try events.next()
        guard case .documentStart = start else {
            throw YAMLError("the file is empty", at: mark)
        }
        guard let root = try node(depth: 0) else {
            throw YAMLError("the file is empty", at: mark)
        }
        _ = try events.next()  // The document's end.
        let (last, place) = try events.next()
        guard case .streamEnd = last else {
            throw YAMLError(
                "a second document begins here", at: place,
                fix: "keep one document per file and remove the `---`")
        }
        return root
    }

    /// The next node, or `nil` at the end of the enclosing collection.
    private mutating func node(depth: Int) throws(YAMLError) -> Node? {
        let (event, mark) = try events.next()
        switch event {
        case .scalar(let text, let quoted): return Node(.scalar(text, quoted: quoted), mark: mark)
        case .sequence, .mapping:
            guard depth < Node.deepest else {
                throw YAMLError(
                    "nested deeper than \(Node.deepest) levels", at: mark,
                    fix: "nest fewer lists and mappings")
            }
            if case .sequence = event {
                return Node(.sequence(try items(depth: depth + 1)), mark: mark)
            }
            return Node(.mapping(try entries(depth: depth + 1)), mark: mark)
        case .streamStart, .documentStart, .end, .streamEnd: return nil
        }
    }

    private mutating func items(depth: Int) throws(YAMLError) -> [Node] {
        var items: [Node] = []
        while let item = try node(depth: depth) { items.append(item) }
        return items
    }

    private mutating func entries(depth: Int) throws(YAMLError) -> [Node.Entry] {
        var entries: [Node.Entry] = []
        var lines: [String: Int] = [:]
        while let key = try node(depth: depth) {
            guard case .scalar(let name, let quoted) = key.content else {
                throw YAMLError("a key must be one word", at: key.mark, fix: "write `key: value`")
            }
            if name == "<<", !quoted {
                throw YAMLError(
                    "merge keys are not supported", at: key.mark, fix: "write the entries out")
            }
            if let line = lines.updateValue(key.mark.line, forKey: name) {
                throw YAMLError(
                    "duplicate key `\(name)`, first used in line \(line)", at: key.mark,
                    fix: "keep one of them")
            }
            guard let value = try node(depth: depth) else { break }
            entries.append(Node.Entry(name: name, mark: key.mark, value: value))
        }
        return entries
    }
}
