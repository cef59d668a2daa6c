import YAML

/// A search for the worlds in which a client fails.
package final class Exploration {
    /// Runs scenarios, side by side if it can; in their order. nil: that one was not played, as the exploration
    /// was interrupted, or is put together of what others have played.
    package typealias Player = (_ runs: [Run]) -> [WorldOutcome?]

    /// A scenario to be run.
    package struct Run: Sendable {
        package var root: Node
        /// nil: that of the file.
        package var seed: UInt64?
        /// Whether its points are wanted.
        package var showsPoints = false
        /// The file of a known failure of an earlier exploration, whose boards may move otherwise; nil for a
        /// world of this one.
        package var known: String?
        /// What goes wrong in it; nil for a known failure, whose file says it.
        package var world: World?

        init(
            root: Node, seed: UInt64? = nil, showsPoints: Bool = false, world: World
        ) {
            (self.root, self.seed) = (root, seed)
            (self.showsPoints, self.world) = (showsPoints, world)
        }

        /// The run without a fault.
        package init(withoutFault root: Node) { self.init(root: root, world: World()) }

        /// A known failure of an earlier exploration.
        package init(known: String, root: Node) {
            (self.known, self.root) = (known, root)
        }

        /// Whether it is the run without a fault.
        package var isWithoutFault: Bool { world?.events.isEmpty ?? false }

        /// For a person: what goes wrong in it.
        package var words: String { world?.words ?? "known failure" }
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
    let seed: UInt64
    private let player: Player
    private let played: PlayedWorlds
    /// Whether a scenario can be run: a board without a charger has no fault of one.
    private let canPlay: (Node) -> Bool
    /// Asked before each run: nothing more is tried once it is true.
    let isOver: () -> Bool
    /// Whether the time that is left is needed to explain so many failures.
    private let isFull: (_ unexplained: Int) -> Bool
    /// Whether a lot of the plan, by its number, belongs to this part of the exploration.
    private let isOwn: (Int) -> Bool
    /// How many worlds are given to the player at once.
    private let width: Int

    /// The points of the run without a fault.
    package private(set) var points: [Point] = []
    /// The kinds of its packets.
    private var labels: Set<String> = []
    /// What the run without a fault did.
    package private(set) var base = WorldOutcome()
    /// The rules that are broken without a fault.
    private var brokenAnyway: Set<String> = []
    /// The points of the run without a fault in groups whose points are alike.
    package private(set) var likePoints = 0
    /// Worlds of this part of the plan; without time for all, some were neither played nor inferred.
    package private(set) var planned = 0
    /// Worlds of the plan that were played.
    package private(set) var tried = 0
    /// How many worlds of the plan have had their turn, those of other parts included.
    private var passed = 0
    /// Whether what a world does may be wanted, because another fault can follow.
    private var showsPoints = false
    /// Worlds that were not played, because like ones on both sides ended alike.
    package private(set) var inferred = 0
    /// What was played with one fault at a point, in the order in which it was played.
    package private(set) var trials: [Trial] = []
    /// Runs for shrinking and for windows.
    package internal(set) var probes = 0
    /// Worlds that could not be run, and why.
    package private(set) var problems: [(world: World, why: String)] = []
    package internal(set) var groups: [Group] = []
    /// What some world has to reach, and none did so far: titles of expectations.
    package private(set) var unreached: [String] = []

    /// - Parameters:
    ///   - root: the scenario.
    ///   - boards: their names.
    ///   - canPlay: whether a scenario is one that can be run.
    ///   - seed: of the file; shrinking also tries another one.
    ///   - played: what is known of an earlier call, and what is told of this one.
    ///   - isOwn: whether a lot of the plan, by its number, belongs to this part of the exploration.
    ///   - isFull: whether the time that is left is needed to explain so many failures; then they are, and the
    ///     search goes on if time is left.
    package init(
        _ root: Node, boards: [String], seed: UInt64, width: Int = 1,
        played: PlayedWorlds = PlayedWorlds(), canPlay: @escaping (Node) -> Bool,
        isOwn: @escaping (_ lot: Int) -> Bool = { _ in true }, isOver: @escaping () -> Bool,
        isFull: @escaping (_ unexplained: Int) -> Bool, play: @escaping Player
    ) {
        (self.played, self.isOwn) = (played, isOwn)
        self.canPlay = canPlay
        self.isFull = isFull
        self.root = root
        self.boards = boards
        self.seed = seed
        self.width = max(1, width)
        self.isOver = isOver
        player = play
    }

    /// Plays worlds that were not played before; of their points, those are kept that the run without a fault
    /// does not have.
    package func play(_ runs: [Run]) -> [WorldOutcome?] {
        played.outcomes(of: runs) { runs in
            player(runs).map { outcome in
                guard var outcome else { return nil }
                outcome.points.removeAll { $0.label.map { labels.contains($0) } ?? true }
                return outcome
            }
        }.map { $0.map(judged) }
    }

    /// A rule that is broken without a fault, too, is no failure of a world.
    package func judged(_ outcome: WorldOutcome) -> WorldOutcome {
        var outcome = outcome
        outcome.failure =
            outcome.failure ?? outcome.breaches.first { !brokenAnyway.contains($0.key) }?.failure
        return outcome
    }

    /// Runs the world without a fault; false if it fails or cannot be run: then nothing else has a
    /// meaning.
    package func begin() -> Bool {
        let run = Run(root: root, showsPoints: true, world: World())
        base =
            played.outcomes(of: [run], player)[0] ?? WorldOutcome(problem: "it was interrupted")
        points = base.points
        labels = Set(points.compactMap(\.label))
        brokenAnyway = Set(base.breaches.map(\.key))
        unreached = base.unreached
        return base.failure == nil && base.problem == nil
    }

    /// Tries the worlds with one fault, then those with more: the next fault is tried where the client does something
    /// that it does not do without it, so that conditions that are rare by themselves are met one after the other.
    ///
    /// - Parameters:
    ///   - kinds: of faults; nil for all.
    ///   - depth: the most faults of a world, from 1 on.
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
        showsPoints = depth > 1
        var leads: [Lead] = []
        let plan = ExplorationPlan(
            points, kinds: kinds, isEvery: isEvery, isPossible: isPossible)
        follow(plan, limit: limit, isOwn) {
            if let lead = Lead($0, $1) { leads.append(lead) }
        }
        for _ in 1..<max(1, depth) {
            var next: [Lead] = []
            for lead in leads {
                let plan = ExplorationPlan(
                    lead.points, kinds: kinds, hasStart: false, isEvery: isEvery,
                    isPossible: isPossible)
                follow(plan, after: lead.world, limit: limit, { _ in true }) {
                    if let lead = Lead($0, $1, after: lead) { next.append(lead) }
                }
            }
            leads = next
        }
    }

    /// A world in which the client did something that it does not do with a fault less.
    private struct Lead {
        var world: World
        /// What is new there.
        var points: [Point]
        /// What was new there, and in the worlds that led to it.
        private var labels: Set<String>

        /// - Parameter earlier: with a fault less; nil for the run without a fault, whose points an outcome does not have.
        init?(_ world: World, _ outcome: WorldOutcome, after earlier: Lead? = nil) {
            let known = earlier?.labels ?? []
            points = outcome.points.filter { $0.label.map { !known.contains($0) } ?? false }
            guard outcome.failure == nil, !points.isEmpty else { return nil }
            self.world = world
            labels = known.union(points.compactMap(\.label))
        }
    }

    /// Plays the worlds of a plan, then those between like ones that ended differently, and counts the
    /// others.
    ///
    /// - Parameters:
    ///   - first: what each of them begins with; nil for nothing.
    ///   - isOwn: whether a lot belongs to this part.
    private func follow(
        _ plan: ExplorationPlan, after first: World? = nil, limit: Int,
        _ isOwn: (_ lot: Int) -> Bool, then: (World, WorldOutcome) -> Void
    ) {
        var plan = plan
        planned += plan.count(of: isOwn)
        var worlds = plan.worlds
        while !worlds.isEmpty {
            let own = worlds.map { isOwn(plan.lot(of: $0)) }
            let before = tried
            let isComplete = attempt(worlds, own, after: first, limit: limit) {
                alone, world, outcome in
                plan.take(alone, end(of: world, outcome))
                then(world, outcome)
            }
            // Nothing follows from worlds of which none was played.
            worlds = isComplete && tried > before ? plan.refinement : []
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

    /// Plays the worlds of this part in their order; false if the time was over before.
    private func attempt(
        _ worlds: [World], _ own: [Bool], after first: World?, limit: Int,
        then: (_ alone: World, _ whole: World, WorldOutcome) -> Void
    ) -> Bool {
        var next = 0
        while next < worlds.count {
            guard passed < limit, hasTime() else { return false }
            var batch: [World] = []
            while next < worlds.count, batch.count < width, passed < limit {
                if own[next] { batch.append(worlds[next]) }
                next += 1
                passed += 1
            }
            let whole = batch.map { world in
                World(events: (first?.events ?? []) + world.events)
            }
            let outcomes = play(whole.map { run($0) })
            for ((alone, world), outcome) in zip(zip(batch, whole), outcomes) {
                guard let outcome else { continue }
                tried += 1
                take(world, outcome)
                then(alone, world, outcome)
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

    func run(_ world: World, seed: UInt64? = nil) -> Run {
        Run(
            root: world.applied(to: root, boards: boards), seed: seed, showsPoints: showsPoints,
            world: world)
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

    func record(_ world: World, _ outcome: WorldOutcome) {
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
}
