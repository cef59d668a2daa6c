/// The worlds of one fault at like points: some are played, and what lies between two that ended alike is
/// inferred.
struct LikeWorlds {
    /// How a world ended: the kind of its failure.
    enum End: Hashable {
        case held
        case failed(_ key: String)
        /// It could not be run.
        case unknown
    }

    let points: [Point]
    let trouble: Trouble
    /// By place in the points.
    private(set) var ends: [Int: End] = [:]

    init(_ points: [Point], _ trouble: Trouble) {
        (self.points, self.trouble) = (points, trouble)
    }

    mutating func take(_ end: End, at place: Int) { ends[place] = end }

    /// The middles between played neighbours that ended differently: what is to be played next.
    var open: [Int] {
        pairs.compactMap { pair in
            pair.high - pair.low < 2 || ends[pair.low] == ends[pair.high]
                ? nil : (pair.low + pair.high) / 2
        }
    }

    /// How many worlds are inferred, by how they end; none until the first and the last are played.
    var inferred: [End: Int] {
        var counts: [End: Int] = [:]
        for pair in pairs where pair.isAlike && pair.high - pair.low > 1 {
            counts[ends[pair.low] ?? .unknown, default: 0] += pair.high - pair.low - 1
        }
        return counts
    }

    /// Neighbours among those that are played.
    private var pairs: [(low: Int, high: Int, isAlike: Bool)] {
        let played = ends.keys.sorted()
        return zip(played, played.dropFirst()).map { low, high in
            (low, high, ends[low] == ends[high] && ends[low] != .unknown)
        }
    }
}
