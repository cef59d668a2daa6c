import ScenarioFile

extension Exploration {
    /// Makes the worlds of the groups smaller, and finds where their faults fail.
    package func explain() {
        for index in groups.indices where !groups[index].isExplained && !isOver() {
            groups[index].isExplained = true
            explain(&groups[index])
        }
    }

    /// What fails only by luck explains little: then the next world is looked at, too.
    private func explain(_ group: inout Group) {
        for world in group.smallestFirst.prefix(Self.mostExplained) where !isOver() {
            let best = weakest(of: world, in: group)
            let isFirst = group.failsWithOtherSeed == nil
            if isFirst { group.smallest = best }
            guard let fails = fails(best, like: group, seed: seed &+ 1) else { break }
            if isFirst { group.failsWithOtherSeed = fails }
            guard fails else { continue }
            group.smallest = best
            group.failsWithOtherSeed = true
            group.window = window(of: group)
            break
        }
    }

    /// How many worlds of a group are looked at, so that explaining it has an end.
    private static let mostExplained = 3

    /// The weakest form of a world that fails like its group.
    private func weakest(of world: World, in group: Group) -> World {
        for weaker in world.weaker where !isOver() {
            guard let isLike = fails(weaker, like: group) else { break }
            if isLike { return weaker }
        }
        return world
    }

    /// Whether a world fails like a group with a seed, or with that of the file; nil if that was not played.
    private func fails(_ world: World, like group: Group, seed: UInt64? = nil) -> Bool? {
        guard let outcome = play([run(world, seed: seed)])[0] else { return nil }
        probes += 1
        if seed == nil { record(world, outcome) }
        return outcome.failure?.key == group.failure.key
    }

    /// The neighbouring points at which the same fault fails in the same way; at both edges with another
    /// seed, too.
    private func window(of group: Group) -> FailureWindow? {
        guard let event = group.smallest.only, event.trouble.canBeShifted else { return nil }
        let board = points.filter { $0.board == event.point.board }
        let line = board.filter(event.trouble.fits)
        guard let place = line.firstIndex(of: event.point) else { return nil }
        var search = EdgeSearch(count: line.count, start: place) { [self] index, isSure in
            var world = group.smallest
            world.events[0].point = line[index]
            // Beyond the time, what is known so far is told.
            guard !isOver() else { return nil }
            return fails(world, like: group, seed: isSure ? seed &+ 1 : nil)
        }
        let range = search.range()
        return FailureWindow(
            of: event.trouble, at: line, in: range, among: board, isExact: search.isExact)
    }
}

extension Exploration.Group {
    /// Few faults first, then those whose window can be found, then those that break little: they say most about
    /// the cause. In the order in which they were found, else.
    fileprivate var smallestFirst: [World] {
        worlds.enumerated().sorted { one, other in
            (one.element.size, one.offset) < (other.element.size, other.offset)
        }.map(\.element)
    }
}

extension World {
    fileprivate var size: Int {
        let strength = events.map(\.trouble.strength).max() ?? 0
        let hasWindow = only?.trouble.canBeShifted ?? false
        return (events.count * 2 + (hasWindow ? 0 : 1)) * Trouble.strengths + strength
    }
}
