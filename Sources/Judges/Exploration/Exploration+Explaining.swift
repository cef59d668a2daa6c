import ScenarioFile

extension Exploration {
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
            guard let isLike = fails(world, like: group) else { break }
            if isLike {
                best = world
                break
            }
        }
        return best
    }

    /// Whether it fails with each of the seeds; nil if that was not played.
    private func fails(_ world: World, like group: Group, seeds: [UInt64?] = [nil]) -> Bool? {
        let outcomes = play(seeds.map { run(world, seed: $0) }).compactMap(\.self)
        guard outcomes.count == seeds.count else { return nil }
        probes += seeds.count
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
