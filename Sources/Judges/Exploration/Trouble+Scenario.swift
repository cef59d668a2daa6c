import Declaration
import ScenarioFile
import Simulation
import YAML

extension Trouble {
    /// A scenario in which it happens.
    ///
    /// - Parameters:
    ///   - point: where; nil for before the start.
    ///   - boards: their names.
    func applied(to root: Node, at point: Point?, boards: [String]) -> Node {
        switch effect {
        case .hostile(let world):
            return world.applied(to: root)
        case .stranger(let time):
            return root.withStranger(at: boards.first ?? "", for: time)
        case .act(let key, let value):
            guard let point else { return root }
            let act = [(key, value == "{}" ? Node([(String, Node)]()) : Node(value))]
            let board = boards[point.board]
            guard case .packet(let occurrence) = point.place else {
                let entry = [("at", Node((point.time - .zero).text)), ("board", Node(board))]
                let isInput = ["button", "battery", "charger"].contains(key)
                return root.adding(Node(entry + act), to: isInput ? "inputs" : "faults")
            }
            return faults(at: occurrence, act).reduce(root) { root, fault in
                root.adding(
                    Node([("at", Node("0 s")), ("board", Node(board)), fault]), to: "faults")
            }
        }
    }

    /// The faults at a packet, by their keys.
    private func faults(
        at occurrence: PacketOccurrence, _ act: [(String, Node)]
    ) -> [(String, Node)] {
        func keys(_ occurrence: PacketOccurrence) -> [(String, Node)] {
            var keys = [
                ("packet", Node(.scalar(occurrence.pattern.text, quoted: true), mark: .start)),
                ("number", Node("\(occurrence.number)")),
            ]
            if let connection = occurrence.connection {
                keys.append(("connection", Node("\(connection)")))
            }
            return keys
        }
        func upon(_ side: String, _ occurrence: PacketOccurrence) -> (String, Node) {
            ("upon", Node(keys(occurrence) + [("when", Node(side)), ("do", Node(act))]))
        }
        switch moment {
        case .start: return []
        case .before: return [upon("before", occurrence)]
        case .after: return [upon("after", occurrence)]
        case .packet: return act.map { ($0.0, Node(keys(occurrence))) }
        case .connection:
            let first = occurrence.connection ?? 1
            return [first, first + 1].map { connection in
                var next = occurrence
                next.connection = connection
                return upon("before", next)
            }
        }
    }
}

extension Node {
    /// With the items of a list at the root changed; as it is if there is no such list.
    func changing(_ key: String, _ change: ([Node]) -> [Node]) -> Node {
        guard case .mapping(var entries) = content,
            let index = entries.firstIndex(where: { $0.name == key }),
            case .sequence(let items) = entries[index].value.content
        else { return self }
        entries[index].value.content = .sequence(change(items))
        return Node(.mapping(entries), mark: mark)
    }

    /// With a client before the others, which holds a board for a while.
    fileprivate func withStranger(at board: String, for time: String) -> Node {
        func mayFail(_ step: (String, Node)) -> Node {
            Node([step, ("board", Node(board)), ("may-fail", Node("true"))])
        }
        let name = "another host"
        let stranger = Node([
            ("name", Node(name)),
            (
                "steps",
                Node([
                    mayFail(("connect", Node([("board", Node(board)), ("within", Node(time))]))),
                    Node([("wait", Node(time))]),
                    mayFail(("disconnect", Node([(String, Node)]()))),
                ])
            ),
        ])
        var only: Node?
        let root = changing("clients") { clients in
            if clients.count == 1 { only = clients[0].value(of: "name") ?? Node("client") }
            return [stranger] + clients
        }
        guard case .mapping(let entries) = content,
            entries.contains(where: { $0.name == "clients" })
        else { return adding(stranger, to: "clients") }
        // There is no only client any more.
        guard let only else { return root }
        return root.changing("expect") { $0.map { $0.withClient(only) } }
    }

    private func value(of key: String) -> Node? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.name == key }?.value
    }

    private func withClient(_ client: Node) -> Node {
        guard case .mapping(var entries) = content,
            !entries.contains(where: { $0.name == "client" })
        else { return self }
        entries.append(Entry(name: "client", mark: .start, value: client))
        return Node(.mapping(entries), mark: mark)
    }
}
