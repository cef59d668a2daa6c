import ScenarioFile
import Simulation

/// The worlds with one fault, in an order that sees every kind of point and of fault early.
///
/// First what differs before the start; then a few moments of the whole run; then the points by their
/// kind: the first of each kind, the last, the second, the middle, and so on, halving.
package struct ExplorationPlan {
    package private(set) var worlds: [World] = []
    /// Kinds of fault that are left out, or nil for none.
    private let kinds: Set<String>?

    /// - Parameters:
    ///   - points: of the run without a fault.
    ///   - kinds: the kinds of fault, as `--faults` names them; nil for all.
    ///   - boards: whether each board has registers: nothing is left behind by earlier owners of others.
    package init(_ points: [Point], kinds: Set<String>? = nil, hasRegisters: Bool = true) {
        self.kinds = kinds
        for before in Beginning.all where hasRegisters && isWanted(before.name) {
            worlds.append(World(before: before))
        }
        addMoments(points)
        addAll(points)
        var seen: Set<World> = []
        worlds = worlds.filter { seen.insert($0).inserted }
    }

    private func isWanted(_ name: String) -> Bool { kinds?.contains(name) ?? true }

    private mutating func add(_ trouble: Trouble, at point: Point) {
        guard isWanted(trouble.name), trouble.fits(point) else { return }
        worlds.append(World(events: [World.Event(point: point, trouble: trouble)]))
    }

    private mutating func addMoments(_ points: [Point]) {
        guard let end = points.last?.time else { return }
        for share in [50, 30, 70, 15, 90] as [Int64] {
            let goal = Instant.zero + (end - .zero).part(share, of: 100)
            guard let point = points.first(where: { $0.time >= goal }) else { continue }
            for trouble in Trouble.all.prefix(3) { add(trouble, at: point) }
        }
    }

    private mutating func addAll(_ points: [Point]) {
        struct Kind: Hashable {
            var board: Int
            var label: String?
            var connection: Int?
        }
        var kinds: [Kind] = []
        var members: [Kind: [Point]] = [:]
        for point in points {
            var kind = Kind(board: point.board, label: point.label)
            if case .packet(let occurrence) = point.place {
                kind.connection = occurrence.connection
            }
            if members[kind] == nil { kinds.append(kind) }
            members[kind, default: []].append(point)
        }
        let orders = members.mapValues { Self.order($0.count) }
        let most = members.values.map(\.count).max() ?? 0
        for rank in 0..<most {
            let now = kinds.compactMap { kind -> Point? in
                guard let points = members[kind], rank < points.count else { return nil }
                return orders[kind].map { points[$0[rank]] }
            }
            // No kind of fault waits for all points of another.
            for trouble in Trouble.all {
                for point in now { add(trouble, at: point) }
            }
        }
    }

    /// The first of so many, the last, the second, the middle, then halving.
    static func order(_ count: Int) -> [Int] {
        var order: [Int] = []
        var isTaken = [Bool](repeating: false, count: count)
        func take(_ index: Int) {
            guard index >= 0, index < count, !isTaken[index] else { return }
            isTaken[index] = true
            order.append(index)
        }
        take(0)
        take(count - 1)
        take(1)
        var parts = 2
        while order.count < count, parts < 2 * count {
            for part in stride(from: 1, to: parts, by: 2) { take(count * part / parts) }
            parts *= 2
        }
        for index in 0..<count { take(index) }
        return order
    }
}
