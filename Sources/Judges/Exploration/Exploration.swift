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

        package init(root: Node, seed: UInt64? = nil, showsPoints: Bool = false) {
            (self.root, self.seed, self.showsPoints) = (root, seed, showsPoints)
        }
    }

    /// Failures of one kind.
    package struct Group: Sendable {
        package var failure: WorldOutcome.Failure
        /// In the order in which they were found.
        package var worlds: [World]
        /// The smallest one that was found to fail like this.
        package var smallest: World
        /// The same with another seed; nil if it was not tried.
        package var failsWithOtherSeed: Bool?
        /// Where its fault fails; nil if it is not at a packet.
        package var window: FailureWindow?
    }

    private let root: Node
    private let boards: [String]
    private let seed: UInt64
    private let play: Player
    /// Asked before each run: nothing more is tried once it is true.
    private let isOver: () -> Bool
    /// How many worlds are given to the player at once.
    private let width: Int

    /// The points of the run without a fault.
    package private(set) var points: [Point] = []
    /// What the run without a fault did.
    package private(set) var base = WorldOutcome()
    /// Worlds with one fault; fewer were tried if the time was over before.
    package private(set) var planned = 0
    package private(set) var tried = 0
    /// Runs for shrinking and for windows.
    package private(set) var probes = 0
    /// Worlds that could not be run, and why.
    package private(set) var problems: [(world: World, why: String)] = []
    package private(set) var groups: [Group] = []

    /// - Parameters:
    ///   - root: the scenario.
    ///   - boards: their names.
    ///   - seed: of the file; shrinking also tries another one.
    package init(
        _ root: Node, boards: [String], seed: UInt64, width: Int = 1,
        isOver: @escaping () -> Bool, play: @escaping Player
    ) {
        self.root = root
        self.boards = boards
        self.seed = seed
        self.width = max(1, width)
        self.isOver = isOver
        self.play = play
    }

    /// Runs the world without a fault; false if it fails or cannot be run: then nothing else has a
    /// meaning.
    package func begin() -> Bool {
        base = play([Run(root: root, showsPoints: true)])[0]
        points = base.points
        return base.failure == nil && base.problem == nil
    }

    /// Tries the worlds with one fault, then those with two.
    ///
    /// - Parameters:
    ///   - kinds: of faults; nil for all.
    ///   - depth: the most faults of a world, 1 or 2.
    ///   - most: the most worlds; nil for as many as there is time for.
    package func search(
        kinds: Set<String>? = nil, depth: Int = 1, hasRegisters: Bool = true, most: Int? = nil
    ) {
        let plan = ExplorationPlan(points, kinds: kinds, hasRegisters: hasRegisters).worlds
        planned = plan.count
        let limit = most ?? .max
        var news: [(world: World, points: [Point])] = []
        let known = Set(points.compactMap(\.label))
        attempt(plan, limit: limit, showsPoints: depth > 1) { world, outcome in
            let new = outcome.points.filter { $0.label.map { !known.contains($0) } ?? false }
            if outcome.failure == nil, !new.isEmpty { news.append((world, new)) }
        }
        guard depth > 1 else { return }
        // A second fault where the client does something that it does not do without the first.
        for (world, points) in news {
            let second = ExplorationPlan(points, kinds: kinds, hasRegisters: false).worlds
            let pairs = second.map { World(before: world.before, events: world.events + $0.events) }
            planned += pairs.count
            attempt(pairs, limit: limit, showsPoints: false) { _, _ in }
        }
    }

    private func attempt(
        _ worlds: [World], limit: Int, showsPoints: Bool,
        then: (World, WorldOutcome) -> Void
    ) {
        var next = 0
        while next < worlds.count, tried < limit, !isOver() {
            let count = min(width, worlds.count - next, limit - tried)
            let batch = worlds[next..<next + count]
            next += count
            let outcomes = play(batch.map { run($0, showsPoints: showsPoints) })
            for (world, outcome) in zip(batch, outcomes) {
                tried += 1
                take(world, outcome)
                then(world, outcome)
            }
        }
    }

    private func run(_ world: World, seed: UInt64? = nil, showsPoints: Bool = false) -> Run {
        Run(
            root: world.applied(to: root, boards: boards), seed: seed, showsPoints: showsPoints)
    }

    private func take(_ world: World, _ outcome: WorldOutcome) {
        if let why = outcome.problem { problems.append((world, why)) }
        guard let failure = outcome.failure, !isExcused(world, failure) else { return }
        if let index = groups.firstIndex(where: { $0.failure.key == failure.key }) {
            groups[index].worlds.append(world)
        } else {
            groups.append(Group(failure: failure, worlds: [world], smallest: world))
        }
    }

    /// Without a link nothing succeeds; but a client has to come to an end.
    private func isExcused(_ world: World, _ failure: WorldOutcome.Failure) -> Bool {
        world.isFatal && !failure.isHang
    }

    /// Makes the worlds of the groups smaller, and finds where their faults fail.
    package func explain() {
        for index in groups.indices where !isOver() {
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
        guard best.events.count == 1, let event = best.events.first else { return best }
        for value in event.trouble.weaker where !isOver() {
            var world = best
            world.events[0].trouble = event.trouble.with(value)
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
        return play(seeds.map { run(world, seed: $0) })
            .allSatisfy { $0.failure?.key == group.failure.key }
    }

    /// The neighbouring points at which the same fault fails in the same way, with two seeds.
    private func window(of group: Group) -> FailureWindow? {
        guard group.smallest.before == nil, group.smallest.events.count == 1,
            let event = group.smallest.events.first, event.trouble.moment != .packet,
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
        return FailureWindow(
            first: line[range.lowerBound], last: line[range.upperBound],
            next: range.upperBound + 1 < line.count ? line[range.upperBound + 1] : nil,
            isExact: search.isExact)
    }
}
