import ScenarioFile
import Simulation

/// The worlds with one fault, in an order that sees every kind of point and of fault early.
///
/// First what differs before the start; then a few moments of the whole run; then the kinds of fault in
/// turn, each at the points by their kind: the first of each kind, the last, the second, the middle, and so
/// on, halving. Of like points, only some are played at first, and then those between two
/// that ended differently.
package struct ExplorationPlan {
    /// One of them; what surrounds boards is called `World`, too.
    package typealias Planned = World

    /// What is played in any case.
    package private(set) var worlds: [World] = []
    /// The number of each lot, from 0 on, in the order of their first worlds.
    private var lots: [Lot: Int] = [:]
    /// How many worlds each lot has, played or inferred.
    private var sizes: [Int] = []
    /// The faults that are tried.
    private let troubles: [Trouble]
    /// Whether nothing is inferred.
    private let isEvery: Bool
    private let groups: [LikePoints]
    /// The group of each point, and its place there.
    private var places: [Point: (group: Int, place: Int)] = [:]
    /// By group and fault, in their order; those with more than one point.
    private var rows: [Row: LikeWorlds] = [:]
    private var order: [Row] = []

    private let isPossible: (World) -> Bool
    private var abilities: [Ability: Bool] = [:]

    private struct Ability: Hashable {
        var trouble: Trouble
        /// nil: all of them.
        var board: Int?
    }

    private struct Row: Hashable {
        var group: Int
        var trouble: Trouble
    }

    /// Worlds that one part of an exploration plays: how some of them end decides which others are played.
    private enum Lot: Hashable {
        case row(Row)
        case single(World)
    }

    /// - Parameters:
    ///   - points: of the run without a fault.
    ///   - kinds: the kinds of fault, as `--faults` names them; nil for all.
    ///   - hasStart: whether something may differ before the start.
    ///   - isEvery: whether every world is played, and none inferred.
    ///   - isPossible: whether a world can be made; asked once for each fault and board.
    package init(
        _ points: [Point], kinds: Set<String>? = nil, hasStart: Bool = true,
        isEvery: Bool = false, isPossible: @escaping (World) -> Bool = { _ in true }
    ) {
        troubles = Trouble.all.filter { kinds?.contains($0.name) ?? true }
        self.isEvery = isEvery
        self.isPossible = isPossible
        groups = LikePoints.groups(of: points)
        for (group, like) in groups.enumerated() {
            for (place, point) in like.points.enumerated() { places[point] = (group, place) }
        }
        if hasStart { for trouble in troubles { add(trouble, at: nil) } }
        addMoments(points)
        addAll(points)
        var seen: Set<World> = []
        worlds = worlds.filter { seen.insert($0).inserted }
        addLots()
        for (group, like) in groups.enumerated() where like.points.count > 1 {
            for trouble in troubles where isTried(trouble, at: like.points[0]) {
                let row = Row(group: group, trouble: trouble)
                rows[row] = LikeWorlds(like.points, trouble)
                order.append(row)
            }
        }
    }

    private mutating func addLots() {
        for world in worlds {
            let lot = name(of: world)
            guard lots[lot] == nil else { continue }
            lots[lot] = sizes.count
            if case .row(let row) = lot {
                sizes.append(groups[row.group].points.count)
            } else {
                sizes.append(1)
            }
        }
    }

    private func name(of world: World) -> Lot {
        guard !isEvery, let event = world.only, let (group, _) = places[event.point] else {
            return .single(world)
        }
        return .row(Row(group: group, trouble: event.trouble))
    }

    /// The number of the lot to which a world of this plan belongs.
    package func lot(of world: World) -> Int { lots[name(of: world)] ?? 0 }

    /// All worlds, played or inferred.
    package var count: Int { sizes.reduce(0, +) }

    /// How many worlds some lots have, played or inferred.
    package func count(of isOwn: (_ lot: Int) -> Bool) -> Int {
        sizes.enumerated().reduce(0) { $0 + (isOwn($1.offset) ? $1.element : 0) }
    }

    private mutating func add(_ trouble: Trouble, at point: Point?) {
        guard isTried(trouble, at: point) else { return }
        worlds.append(World(events: [World.Event(point: point, trouble: trouble)]))
    }

    /// Whether a fault makes sense at a point, and is possible on its board.
    private mutating func isTried(_ trouble: Trouble, at point: Point?) -> Bool {
        guard trouble.fits(point) else { return false }
        let ability = Ability(trouble: trouble, board: point?.board)
        if let known = abilities[ability] { return known }
        let answer = isPossible(World(events: [World.Event(point: point, trouble: trouble)]))
        abilities[ability] = answer
        return answer
    }

    private mutating func addMoments(_ points: [Point]) {
        guard let end = points.last?.time else { return }
        for share in [50, 30, 70, 15, 90] as [Int64] {
            let goal = Instant.zero + (end - .zero).part(share, of: 100)
            guard let point = points.first(where: { $0.time >= goal }) else { continue }
            for trouble in Trouble.all.lazy.filter({ $0.moment != .start }).prefix(3)
            where troubles.contains(trouble) { add(trouble, at: point) }
        }
    }

    private mutating func addAll(_ points: [Point]) {
        struct Kind: Hashable {
            var board: Int
            var label: String?
            var connection: Int?
        }
        let probes = probes
        var kinds: [Kind] = []
        var members: [Kind: [Point]] = [:]
        for point in points where probes.contains(point) {
            var kind = Kind(board: point.board, label: point.label)
            if case .packet(let occurrence) = point.place {
                kind.connection = occurrence.connection
            }
            if members[kind] == nil { kinds.append(kind) }
            members[kind, default: []].append(point)
        }
        let orders = members.mapValues { Self.order($0.count) }
        let most = members.values.map(\.count).max() ?? 0
        let ranks = (0..<most).map { rank in
            kinds.compactMap { kind -> Point? in
                guard let points = members[kind], rank < points.count else { return nil }
                return orders[kind].map { points[$0[rank]] }
            }
        }
        for (trouble, point) in turns(at: ranks) { add(trouble, at: point) }
    }

    /// The faults at points of different kinds, so that no kind of fault waits for all points of another.
    ///
    /// Lost links take every other turn: they break clients most. What becomes of a single packet, and what is
    /// unlike all others, share the rest; what resembles one of these is last. Values come before the other
    /// packets, because a host's stack sends most of these by itself, and not the client.
    ///
    /// - Parameter ranks: the first point of each kind, then the last of each, and so on.
    private func turns(at ranks: [[Point]]) -> [(Trouble, Point)] {
        let kinds = Dictionary(grouping: Trouble.atPoints, by: \.rarity)
        let usual = kinds[.usual] ?? []
        let values = ranks.map { $0.filter(\.isValue) }
        let others = ranks.map { $0.filter { !$0.isValue } }
        let parts = zip(values, others).map { [$0, $1] }
        var lanes: [Trouble.Rarity: ArraySlice<(Trouble, Point)>] = [
            .usual: parts.flatMap(\.self).flatMap { part in
                usual.flatMap { trouble in part.map { (trouble, $0) } }
            }[...],
            // The last page of a readout is another thing than the first: few values can be lost, so both come before
            // any request of the host's stack.
            .packet: stride(from: 0, to: ranks.count, by: 2).flatMap { rank in
                [values, others].flatMap { $0.dropFirst(rank).prefix(2) }
            }.flatMap { Self.rotated(kinds[.packet] ?? [], $0) }[...],
        ]
        for rarity in [Trouble.Rarity.other, .alike] {
            lanes[rarity] =
                parts.flatMap { Self.rotated(kinds[rarity] ?? [], $0.flatMap(\.self)) }[...]
        }
        var turns: [(Trouble, Point)] = []
        while lanes.values.contains(where: { !$0.isEmpty }) {
            for lane in Self.lanes {
                // What does not fit costs no turn.
                while let next = lanes[lane]?.popFirst() {
                    guard troubles.contains(next.0), next.0.fits(next.1) else { continue }
                    turns.append(next)
                    break
                }
            }
        }
        return turns
    }

    private static let lanes: [Trouble.Rarity] = [
        .usual, .packet, .usual, .other, .usual, .packet, .usual, .other, .alike,
    ]

    /// Each fault at each point, so that neighbours in the list differ in both.
    private static func rotated(_ troubles: [Trouble], _ points: [Point]) -> [(Trouble, Point)] {
        troubles.indices.flatMap { turn in
            points.enumerated().map { (troubles[($0.offset + turn) % troubles.count], $0.element) }
        }
    }

    /// The points that are played in any case.
    private var probes: Set<Point> {
        var probes: Set<Point> = []
        for like in groups {
            let order = Self.order(like.points.count)
            for place in isEvery ? order[...] : order.prefix(LikePoints.probes) {
                probes.insert(like.points[place])
            }
        }
        return probes
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

    // MARK: What is inferred

    /// Takes how a world of this plan ended.
    mutating func take(_ world: World, _ end: LikeWorlds.End) {
        guard let event = world.only, let (group, place) = places[event.point] else { return }
        rows[Row(group: group, trouble: event.trouble)]?.take(end, at: place)
    }

    /// What is to be played next, because like worlds ended differently; empty if nothing is left.
    var refinement: [World] {
        order.flatMap { row in
            guard let worlds = rows[row] else { return [World]() }
            return worlds.open.map {
                World(events: [World.Event(point: worlds.points[$0], trouble: row.trouble)])
            }
        }
    }

    /// How many worlds are inferred, by how they end. Those between neighbours of which one was not yet
    /// played are not among them.
    var inferred: [LikeWorlds.End: Int] {
        rows.values.reduce(into: [:]) { counts, worlds in
            guard worlds.open.isEmpty,
                worlds.ends.count >= min(LikePoints.probes, worlds.points.count)
            else { return }
            counts.merge(worlds.inferred, uniquingKeysWith: +)
        }
    }
}
