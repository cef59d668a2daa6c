import YAML

/// How a world may differ before its start: what an earlier owner has left, and what a board has been
/// through.
package struct Beginning: Sendable, Hashable {
    package let name: String
    package let words: String
    /// A key of every board, unless the file has it.
    private let key: String
    private let values: [String]

    private init(_ name: String, _ words: String, _ key: String, _ values: String...) {
        (self.name, self.words, self.key, self.values) = (name, words, key, values)
    }

    /// In the order in which they are tried.
    package static let all: [Beginning] = [
        Self(
            "previous-owner", "a stream of an earlier owner runs", "before", "13 03 a8 03",
            "13 04 01", "13 02 01 00", "13 01 01"),
        Self(
            "previous-owner", "a logger of an earlier owner is left", "before", "0b 02 04 c1 01 20"),
        Self(
            "previous-owner", "a timer of an earlier owner is left", "before",
            "0c 02 60 ea 00 00 ff ff 00"),
        Self(
            "previous-owner", "the lamp of an earlier owner blinks", "before",
            "02 03 00 02 10 10 00 00 f4 01 00 00 e8 03 00 00 ff", "02 01 01"),
        Self("log-fill", "the log has 0.02 % of an earlier session", "log-fill", "0.02 %"),
        Self("log-fill", "the log is nearly full", "log-fill", "99.9 %"),
        Self("battery", "the battery is at 5 %", "battery", "5 %"),
        // It wraps after 6,291,456 s (behaviour of the log's clock).
        Self("uptime", "the log's clock wraps 5 s after the start", "uptime", "6291451 s"),
        Self("uptime", "the log's clock wraps 30 s after the start", "uptime", "6291426 s"),
    ]

    /// As `--faults` has them, each once.
    package static let names = all.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name), !Trouble.names.contains(name) { names.append(name) }
    }

    func applied(to root: Node) -> Node {
        guard case .mapping(var entries) = root.content,
            let index = entries.firstIndex(where: { $0.name == "boards" }),
            case .sequence(let boards) = entries[index].value.content
        else { return root }
        entries[index].value.content = .sequence(boards.map(changed))
        return Node(.mapping(entries), mark: root.mark)
    }

    private func changed(_ board: Node) -> Node {
        guard case .mapping(var entries) = board.content,
            !entries.contains(where: { $0.name == key })
        else { return board }
        let items = values.map { Node(.scalar($0, quoted: key == "before"), mark: .start) }
        entries.append(
            Node.Entry(name: key, mark: .start, value: key == "before" ? Node(items) : items[0]))
        return Node(.mapping(entries), mark: board.mark)
    }
}
