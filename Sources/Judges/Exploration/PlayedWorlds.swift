/// What came of the runs of an exploration, so that none is played twice, and none again by a later call.
package final class PlayedWorlds {
    private var outcomes: [ExplorationRow.Key: WorldOutcome] = [:]
    /// Told each run that was played.
    private let keep: (ExplorationRow) -> Void
    /// How many runs were played, and not known before.
    package private(set) var count = 0

    /// - Parameters:
    ///   - rows: what is known; of one run, the last row counts.
    ///   - keep: told each run that was played.
    package init(
        _ rows: [ExplorationRow] = [], keep: @escaping (ExplorationRow) -> Void = { _ in }
    ) {
        for row in rows { outcomes[row.key] = row.outcome }
        self.keep = keep
    }

    /// The outcomes, in the order of the runs.
    ///
    /// - Parameter player: asked for those that are not known.
    func outcomes(
        of runs: [Exploration.Run], _ player: Exploration.Player
    ) -> [WorldOutcome?] {
        let keys = runs.map { ExplorationRow.Key($0) }
        var open: [ExplorationRow.Key: Exploration.Run] = [:]
        var order: [ExplorationRow.Key] = []
        for (key, run) in zip(keys, runs) where outcomes[key] == nil {
            if open.updateValue(run, forKey: key) == nil { order.append(key) }
        }
        let played = order.isEmpty ? [] : player(order.compactMap { open[$0] })
        for (key, outcome) in zip(order, played) {
            guard let outcome, let run = open[key] else { continue }
            outcomes[key] = outcome
            count += 1
            keep(ExplorationRow(run, key, outcome))
        }
        return keys.map { outcomes[$0] }
    }
}
