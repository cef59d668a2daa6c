import YAML

/// A search for the worlds in which a client fails.
package final class Exploration {
    /// Runs scenarios, side by side if it can; in their order.
    package typealias Player = (_ runs: [Run]) -> [WorldOutcome]

    /// A scenario to be run.
    package struct Run: Sendable {
        package var root: Node
        /// nil: that of the file.
        package var seed: UInt64?
        /// Whether its points are wanted.
        package var showsPoints = false
        /// Whether it is of an earlier exploration: its boards may move otherwise.
        package var isForeign = false

        package init(
            root: Node, seed: UInt64? = nil, showsPoints: Bool = false, isForeign: Bool = false
        ) {
            (self.root, self.seed) = (root, seed)
            (self.showsPoints, self.isForeign) = (showsPoints, isForeign)
        }
    }

    /// What came of one fault at one point.
    package struct Trial: Sendable {
        /// How many worlds had been tried, it included; those that explain a failure come after all.
        package var number: Int
        package var point: Point
        package var trouble: Trouble
        /// The kind of failure; nil if it held.
        package var failure: String?
    }

    /// Failures of one kind.
    package struct Group: Sendable {
        package var failure: WorldOutcome.Failure
        /// In the order in which they were found.
        package var worlds: [World]
        /// How many more fail so, as is inferred from their neighbours.
        package var inferred = 0
        /// How many worlds had been tried when the first of them failed, it included.
        package var firstFound: Int
        /// The smallest one that was found to fail like this.
        package var smallest: World
        /// The same with another seed; nil if it was not tried.
        package var failsWithOtherSeed: Bool?
        /// Where its fault fails; nil if it is not at a packet.
        package var window: FailureWindow?
        /// Whether the smallest world was looked for.
        var isExplained = false
    }

    private let root: Node
    private let boards: [String]
    private let seed: UInt64
    private let player: Player
    /// Whether a scenario can be run: a board without a charger has no fault of one.
    private let canPlay: (Node) -> Bool
    /// Asked before each run: nothing more is tried once it is true.
    private let isOver: () -> Bool
    /// Whether the time that is left is needed to explain so many failures.
    private let isFull: (_ unexplained: Int) -> Bool
    /// How many worlds are given to the player at once.
    private let width: Int

    /// The points of the run without a fault.
    package private(set) var points: [Point] = []
    /// What the run without a fault did.
    package private(set) var base = WorldOutcome()
    /// The rules that are broken without a fault.
    private var brokenAnyway: Set<String> = []
    /// The points of the run without a fault in groups whose points are alike.
    package private(set) var likePoints = 0
    /// Worlds of the plan; without time for all, some were neither played nor inferred.
    package private(set) var planned = 0
    /// Worlds of the plan that were played.
    package private(set) var tried = 0
    /// Worlds that were not played, because like ones on both sides ended alike.
    package private(set) var inferred = 0
    /// What was played with one fault at a point, in the order in which it was played.
    package private(set) var trials: [Trial] = []
    /// Runs for shrinking and for windows.
    package private(set) var probes = 0
    /// Worlds that could not be run, and why.
    package private(set) var problems: [(world: World, why: String)] = []
    package private(set) var groups: [Group] = []
    /// What some world has to reach, and none did so far: titles of expectations.
    package private(set) var unreached: [String] = []

    /// - Parameters:
    ///   - root: the scenario.
    ///   - boards: their names.
    ///   - canPlay: whether a scenario is one that can be run.
    ///   - seed: of the file; shrinking also tries another one.
    ///   - isFull: whether the time that is left is needed to explain so many failures; then they are, and the
    ///     search goes on if time is left.
    package init(
        _ root: Node, boards: [String], seed: UInt64, width: Int = 1,
        canPlay: @escaping (Node) -> Bool, isOver: @escaping () -> Bool,
        isFull: @escaping (_ unexplained: Int) -> Bool, play: @escaping Player
    ) {
        self.canPlay = canPlay
        self.isFull = isFull
        self.root = root
        self.boards = boards
        self.seed = seed
        self.width = max(1, width)
        self.isOver = isOver
        player = play
    }

    /// Plays worlds; a rule that is broken without a fault, too, is no failure of them.
    package func play(_ runs: [Run]) -> [WorldOutcome] {
        player(runs).map { outcome in
            var outcome = outcome
            outcome.failure =
                outcome.failure
                ?? outcome.breaches.first { !brokenAnyway.contains($0.key) }?.failure
            return outcome
        }
    }

    /// Runs the world without a fault; false if it fails or cannot be run: then nothing else has a
    /// meaning.
    package func begin() -> Bool {
        base = player([Run(root: root, showsPoints: true)])[0]
        points = base.points
        brokenAnyway = Set(base.breaches.map(\.key))
        unreached = base.unreached
        return base.failure == nil && base.problem == nil
    }

    /// Tries the worlds with one fault, then those with two.
    ///
    /// - Parameters:
    ///   - kinds: of faults; nil for all.
    ///   - depth: the most faults of a world, 1 or 2.
    ///   - most: the most worlds; nil for as many as there is time for.
    ///   - isEvery: whether every world is played, and none inferred.
    package func search(
        kinds: Set<String>? = nil, depth: Int = 1, most: Int? = nil, isEvery: Bool = false
    ) {
        let isPossible = { [self] (world: World) in
            world.isPossible(in: root, boards: boards, canPlay: canPlay)
        }
        let limit = most ?? .max
        likePoints = LikePoints.groups(of: points).count
        var news: [(world: World, points: [Point])] = []
        let known = Set(points.compactMap(\.label))
        let plan = ExplorationPlan(
            points, kinds: kinds, isEvery: isEvery, isPossible: isPossible)
        follow(plan, limit: limit, showsPoints: depth > 1) { world, outcome in
            let new = outcome.points.filter { $0.label.map { !known.contains($0) } ?? false }
            if outcome.failure == nil, !new.isEmpty { news.append((world, new)) }
        }
        guard depth > 1 else { return }
        // A second fault where the client does something that it does not do without the first.
        for (world, points) in news {
            let plan = ExplorationPlan(
                points, kinds: kinds, hasStart: false, isEvery: isEvery, isPossible: isPossible)
            follow(plan, after: world, limit: limit, showsPoints: false) { _, _ in }
        }
    }

    /// Plays the worlds of a plan, then those between like ones that ended differently, and counts the
    /// others.
    ///
    /// - Parameter first: what each of them begins with; nil for nothing.
    private func follow(
        _ plan: ExplorationPlan, after first: World? = nil, limit: Int, showsPoints: Bool,
        then: (World, WorldOutcome) -> Void
    ) {
        var plan = plan
        planned += plan.count
        var worlds = plan.worlds
        while !worlds.isEmpty {
            let isComplete = attempt(worlds, after: first, limit: limit, showsPoints: showsPoints) {
                own, world, outcome in
                plan.take(own, end(of: world, outcome))
                then(world, outcome)
            }
            worlds = isComplete ? plan.refinement : []
        }
        for (end, count) in plan.inferred {
            inferred += count
            guard case .failed(let key) = end else { continue }
            if let index = groups.firstIndex(where: { $0.failure.key == key }) {
                groups[index].inferred += count
            }
        }
    }

    private func end(of world: World, _ outcome: WorldOutcome) -> LikeWorlds.End {
        if outcome.problem != nil { return .unknown }
        guard let failure = outcome.failure, !isExcused(world, failure) else { return .held }
        return .failed(failure.key)
    }

    /// Plays worlds in their order; false if the time was over before.
    private func attempt(
        _ worlds: [World], after first: World?, limit: Int, showsPoints: Bool,
        then: (_ own: World, _ whole: World, WorldOutcome) -> Void
    ) -> Bool {
        var next = 0
        while next < worlds.count {
            guard tried < limit, hasTime() else { return false }
            let count = min(width, worlds.count - next, limit - tried)
            let batch = worlds[next..<next + count]
            next += count
            let whole = batch.map { world in
                World(events: (first?.events ?? []) + world.events)
            }
            let outcomes = play(whole.map { run($0, showsPoints: showsPoints) })
            for ((own, world), outcome) in zip(zip(batch, whole), outcomes) {
                tried += 1
                take(world, outcome)
                then(own, world, outcome)
            }
        }
        return true
    }

    /// Whether the search may go on; explains what was found if there will be no time for it later.
    private func hasTime() -> Bool {
        if isFull(unexplained) { explain() }
        return !isOver() && !isFull(unexplained)
    }

    private var unexplained: Int { groups.count { !$0.isExplained } }

    private func run(_ world: World, seed: UInt64? = nil, showsPoints: Bool = false) -> Run {
        Run(
            root: world.applied(to: root, boards: boards), seed: seed, showsPoints: showsPoints)
    }

    private func take(_ world: World, _ outcome: WorldOutcome) {
        if let why = outcome.problem {
            problems.append((world, why))
        } else {
            unreached.removeAll { !outcome.unreached.contains($0) }
        }
        record(world, outcome)
        guard let failure = outcome.failure, !isExcused(world, failure) else { return }
        if let index = groups.firstIndex(where: { $0.failure.key == failure.key }) {
            groups[index].worlds.append(world)
        } else {
            groups.append(
                Group(failure: failure, worlds: [world], firstFound: tried, smallest: world))
        }
    }

    private func record(_ world: World, _ outcome: WorldOutcome) {
        guard let event = world.only else { return }
        let failure = outcome.failure.flatMap { isExcused(world, $0) ? nil : $0.key }
        trials.append(
            Trial(
                number: tried, point: event.point, trouble: event.trouble, failure: failure))
    }

    /// Without a link nothing succeeds; but a client has to come to an end.
    private func isExcused(_ world: World, _ failure: WorldOutcome.Failure) -> Bool {
        world.isFatal && !failure.isHang && !failure.isInformed
    }

    /// Makes the worlds of the groups smaller, and finds where their faults fail.
    package func explain() {
        for index in groups.indices where !groups[index].isExplained && !isOver() {
            groups[index].isExplained = true
            groups[index].smallest = smallest(of: groups[index])
            groups[index].failsWithOtherSeed = fails(
                groups[index].smallest, like: groups[index], seeds: [seed &+ 1])
            if groups[index].failsWithOtherSeed == true {
                groups[index].window = window(of: groups[index])
            }
        }
    }

    /// Fewer events, then weaker ones.
    private func smallest(of group: Group) -> World {
        var best = group.worlds.min { $0.events.count < $1.events.count } ?? group.smallest
        for world in best.weaker where !isOver() {
            if fails(world, like: group) {
                best = world
                break
            }
        }
        return best
    }

    /// Whether it fails with each of the seeds.
    private func fails(_ world: World, like group: Group, seeds: [UInt64?] = [nil]) -> Bool {
        probes += seeds.count
        let outcomes = play(seeds.map { run(world, seed: $0) })
        if let seed = seeds.first, seed == nil { record(world, outcomes[0]) }
        return outcomes.allSatisfy { $0.failure?.key == group.failure.key }
    }

    /// The neighbouring points at which the same fault fails in the same way, with two seeds.
    private func window(of group: Group) -> FailureWindow? {
        guard let event = group.smallest.only, [.before, .after].contains(event.trouble.moment),
            case .packet = event.point.place
        else { return nil }
        let line = points.filter {
            guard case .packet = $0.place else { return false }
            return $0.board == event.point.board
        }
        guard let place = line.firstIndex(of: event.point) else { return nil }
        var search = EdgeSearch(count: line.count, start: place) { [self] index in
            var world = group.smallest
            world.events[0].point = line[index]
            // Beyond the time, what is known so far is told.
            guard !isOver() else { return nil }
            return fails(world, like: group, seeds: [nil, seed &+ 1])
        }
        let range = search.range()
        // What happens after a packet concerns the one that follows.
        let isAfter = event.trouble.moment == .after
        let first = min(range.lowerBound + (isAfter ? 1 : 0), line.count - 1)
        return FailureWindow(
            first: line[first], last: line[max(first, range.upperBound)],
            next: range.upperBound + 1 < line.count ? line[range.upperBound + 1] : nil,
            isExact: search.isExact)
    }
}
