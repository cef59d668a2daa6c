import Declaration
import YAML

/// A ready-made way in which the world is hostile to clients: a few lines of the scenario language for each board.
package struct HostileWorld: Sendable, Hashable {
    /// As `--world` has it.
    package let name: String
    /// For a person: `a stream of an earlier owner runs`.
    package let words: String
    /// The kind of fault of an exploration that it is, as `--faults` has it; nil: it is none.
    package let kind: String?
    /// The lines: keys of each board under `board`, and entries of `inputs` and `faults` without `board`.
    package let lines: String

    init(_ name: String, _ words: String, kind: String? = nil, _ lines: String) {
        (self.name, self.words, self.kind, self.lines) = (name, words, kind, lines)
    }

    /// Their names, in the order of the table.
    package static let names = all.map(\.name)

    /// The one of a name.
    package init?(_ name: String) {
        guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
        self = known
    }

    /// A scenario in this world.
    ///
    /// A key replaces that of the file, but a list of packets comes before the file's own. Returned unchanged if
    /// no board can be so.
    package func applied(to root: Node) -> Node { change(root).root }

    /// Whether a board of a scenario can be so.
    package func fits(_ root: Node) -> Bool { change(root).boards > 0 }

    /// - Returns: the scenario, and how many boards are different.
    private func change(_ root: Node) -> (root: Node, boards: Int) {
        guard let lines = try? Node(parsing: Array(self.lines.utf8)),
            case .sequence(let boards)? = root["boards"]?.content
        else { return (root, 0) }
        var result = root
        var changed: [Node] = []
        var count = 0
        for board in boards {
            guard let new = lines.applied(to: board) else {
                changed.append(board)
                continue
            }
            count += 1
            changed.append(new)
            for list in ["inputs", "faults"] {
                for item in lines[list]?.items ?? [] {
                    result = result.adding(item.of(board), to: list)
                }
            }
        }
        return (result.with("boards", Node(.sequence(changed), mark: .start)), count)
    }
}

extension Node {
    /// An entry of `inputs` or `faults` for one board.
    fileprivate func of(_ board: Node) -> Node {
        board["name"].map { with("board", $0) } ?? self
    }

    /// A board with the keys of these lines; nil if it can have none of them.
    fileprivate func applied(to board: Node) -> Node? {
        var keys: [Entry] = []
        if case .mapping(let entries)? = self["board"]?.content { keys = entries }
        var hasRegisters = true
        if case .scalar(let model, _)? = board["model"]?.content {
            hasRegisters = model != BoardModel.triki.rawValue
        }
        let usable = keys.filter { hasRegisters || !Self.keysOfRegisters.contains($0.name) }
        guard usable.count == keys.count else { return nil }
        return usable.reduce(board) { board, entry in
            let own = board[entry.name]?.items ?? []
            let value =
                own.isEmpty
                ? entry.value : Node(.sequence(entry.value.items + own), mark: .start)
            return board.with(entry.name, value)
        }
    }

    /// Keys of a board with registers and a log.
    private static let keysOfRegisters = ["before", "log-fill", "uptime"]
}
