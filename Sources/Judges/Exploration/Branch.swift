import ScenarioFile
import YAML

/// A world that is like the run without a fault up to a packet, by numbers: so little has to be said about it to
/// a process that knows the points of that run.
package struct Branch: Sendable, Equatable {
    /// Where it is in the points.
    package var point: Int
    /// Which of all faults and their weaker forms.
    package var trouble: Int

    /// A branch by its numbers.
    package init(point: Int, trouble: Int) { (self.point, self.trouble) = (point, trouble) }

    /// nil if its fault is not at a packet of that run, or not the only one.
    ///
    /// - Parameter places: of the points of that run.
    package init?(_ world: World, places: [Point: Int]) {
        guard let event = world.only, event.point.isPacket, let point = places[event.point],
            let trouble = Self.troubles.firstIndex(of: event.trouble)
        else { return nil }
        self.init(point: point, trouble: trouble)
    }

    /// How many faults and weaker forms there are.
    package static var troubleCount: Int { troubles.count }

    private static let troubles = Trouble.all.flatMap { trouble in
        [trouble] + trouble.weaker.map(trouble.with)
    }

    /// A scenario with its boards, at rest, and its fault, and nothing else.
    ///
    /// - Parameters:
    ///   - root: the scenario without the fault.
    ///   - boards: their names.
    ///   - points: of the run without the fault.
    package func fault(in root: Node, boards: [String], points: [Point]) -> Node? {
        guard points.indices.contains(point), Self.troubles.indices.contains(trouble),
            case .mapping(let entries) = root.content
        else { return nil }
        var part = Node(
            .mapping(entries.filter { ["version", "boards"].contains($0.name) }), mark: root.mark)
        // A fault does not ask how a board moves, and reading that takes longer than all else.
        part = part.changing("boards") { $0.map { $0.without("motion") } }
        return Self.troubles[trouble].applied(to: part, at: points[point], boards: boards)
    }
}

extension Point {
    /// What a fault at it waits for; nil if it is no packet.
    package var occurrence: PacketOccurrence? {
        guard case .packet(let occurrence) = place else { return nil }
        return occurrence
    }
}

extension Node {
    fileprivate func without(_ key: String) -> Node {
        guard case .mapping(let entries) = content else { return self }
        return Node(.mapping(entries.filter { $0.name != key }), mark: mark)
    }
}
