import ScenarioFile
import YAML

/// One way in which a run goes wrong: what differs before its start, and what happens at points.
package struct World: Sendable, Hashable {
    /// Something at a point.
    package struct Event: Sendable, Hashable {
        /// nil: before the start.
        package var point: Point?
        package var trouble: Trouble

        /// For a person: `the link is lost for 8 s before packet 1 of > 0b 86`.
        package var words: String {
            let place = point?.words ?? ""
            return switch trouble.moment {
            case .start: "before the start: \(trouble.words)"
            case .before: "\(trouble.words) before \(place)"
            case .after: "\(trouble.words) \(point?.isWait == true ? "in" : "after") \(place)"
            case .packet: "\(place) \(trouble.words)"
            case .connection: "connections \(connection) and \(connection + 1) \(trouble.words)"
            }
        }

        private var connection: Int {
            guard case .packet(let occurrence)? = point?.place else { return 1 }
            return occurrence.connection ?? 1
        }
    }

    package var events: [Event] = []

    /// Whether nothing can succeed any more.
    package var isFatal: Bool { events.contains { $0.trouble.isFatal } }

    /// Its one fault at a point; nil if it has none, more, or one before the start.
    var only: (point: Point, trouble: Trouble)? {
        guard events.count == 1, let point = events[0].point else { return nil }
        return (point, events[0].trouble)
    }

    /// The same with a weaker fault, the weakest first; none if it has several.
    package var weaker: [World] {
        guard events.count == 1, let event = events.first else { return [] }
        return event.trouble.weaker.map { value in
            var world = self
            world.events[0].trouble = event.trouble.with(value)
            return world
        }
    }

    /// The kinds of fault, for groups.
    package var kinds: String { events.map(\.trouble.name).joined(separator: ", ") }

    package var words: String {
        events.isEmpty ? "no fault" : events.map(\.words).joined(separator: "; then ")
    }

    /// Whether a scenario can go wrong so.
    ///
    /// - Parameter canPlay: whether a scenario is one that can be run.
    package func isPossible(
        in root: Node, boards: [String], canPlay: (Node) -> Bool
    ) -> Bool {
        events.allSatisfy { $0.trouble.isPossible(in: root) }
            && canPlay(applied(to: root, boards: boards))
    }

    /// The scenario that goes wrong so.
    package func applied(to root: Node, boards: [String]) -> Node {
        events.reduce(root) { $1.trouble.applied(to: $0, at: $1.point, boards: boards) }
    }
}
