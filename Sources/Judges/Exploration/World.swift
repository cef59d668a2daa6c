import Declaration
import ScenarioFile
import YAML

/// One way in which a run goes wrong: what differs before its start, and what happens at points.
package struct World: Sendable, Hashable {
    /// Something at a point.
    package struct Event: Sendable, Hashable {
        package var point: Point
        package var trouble: Trouble

        /// For a person: `the link is lost for 8 s before packet 1 of > 0b 86`.
        package var words: String {
            switch trouble.moment {
            case .before: "\(trouble.words) before \(point.words)"
            case .after: "\(trouble.words) after \(point.words)"
            case .packet: "\(trouble.words): \(point.words)"
            }
        }
    }

    package var before: Beginning?
    package var events: [Event] = []

    /// Whether nothing can succeed any more.
    package var isFatal: Bool { events.contains { $0.trouble.isFatal } }

    /// The kinds of fault, for groups.
    package var kinds: String {
        ((before.map { [$0.name] } ?? []) + events.map(\.trouble.name)).joined(separator: ", ")
    }

    package var words: String {
        let all = (before.map { ["before the start: \($0.words)"] } ?? []) + events.map(\.words)
        return all.isEmpty ? "no fault" : all.joined(separator: "; then ")
    }

    /// The scenario that goes wrong so.
    package func applied(to root: Node, boards: [String]) -> Node {
        var root = root
        if let before { root = before.applied(to: root) }
        for event in events {
            let (list, node) = event.trouble.entry(
                at: event.point, board: boards[event.point.board])
            root = root.adding(node, to: list)
        }
        return root
    }
}

extension Node {
    /// With one more item in the list of a key at the root.
    func adding(_ item: Node, to key: String) -> Node {
        guard case .mapping(var entries) = content else { return self }
        if let index = entries.firstIndex(where: { $0.name == key }) {
            guard case .sequence(let items) = entries[index].value.content else { return self }
            entries[index].value.content = .sequence(items + [item])
        } else {
            entries.append(Entry(name: key, mark: .start, value: Node([item])))
        }
        return Node(.mapping(entries), mark: mark)
    }
}
