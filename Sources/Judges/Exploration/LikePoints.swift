import ScenarioFile

/// Points at which a fault is expected to do the same: packets of one kind, each between the same kinds of
/// packets, with no kind of packet that is new since the first of them.
///
/// A stream of 6,000 notifications has 6,000 points, most of which are alike; the packets of a page of a
/// readout are like those of the next.
package struct LikePoints {
    /// In the order in which they come.
    package private(set) var points: [Point]

    private struct Kind: Hashable {
        var board: Int
        var connection: Int?
        var label: String
        /// How many kinds of packets there were before, of all boards.
        var known: Int
        /// The kinds of its neighbours.
        var before: String?
        var after: String?
    }

    /// The points of a run in groups, in the order of their first points; a silence is alone.
    package static func groups(of points: [Point]) -> [LikePoints] {
        var groups: [LikePoints] = []
        var places: [Kind: Int] = [:]
        var seen: Set<Kind> = []
        let neighbours = neighbours(of: points)
        for (index, point) in points.enumerated() {
            guard let label = point.label else {
                groups.append(LikePoints(points: [point]))
                continue
            }
            var kind = Kind(board: point.board, label: label, known: seen.count)
            if case .packet(let occurrence) = point.place {
                kind.connection = occurrence.connection
                kind.known = 0
                let isNew = seen.insert(kind).inserted
                kind.known = seen.count - (isNew ? 1 : 0)
            }
            (kind.before, kind.after) = neighbours[index]
            if let place = places[kind] {
                groups[place].points.append(point)
            } else {
                places[kind] = groups.count
                groups.append(LikePoints(points: [point]))
            }
        }
        return groups
    }

    /// The labels of the points before and after each, of the same board.
    private static func neighbours(of points: [Point]) -> [(before: String?, after: String?)] {
        var neighbours = [(before: String?, after: String?)](
            repeating: (nil, nil), count: points.count)
        var last: [Int: Int] = [:]
        for (index, point) in points.enumerated() {
            if let former = last[point.board] {
                neighbours[index].before = points[former].packetLabel
                neighbours[former].after = point.packetLabel
            }
            last[point.board] = index
        }
        return neighbours
    }

    /// Those that are tried in any case: the first, the last, the second, and three between them.
    package static let probes = 6
}

extension Point {
    /// nil for what is no packet.
    fileprivate var packetLabel: String? {
        guard case .packet = place else { return nil }
        return label
    }
}
