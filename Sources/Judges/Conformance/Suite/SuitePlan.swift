/// Which cases are run on which boards, in order.
package struct SuitePlan: Sendable {
    /// One case on one board, or a case that applies to no board.
    package struct Item: Sendable {
        /// Its place in the whole plan, from 0.
        package var place: Int
        package var entry: ConformanceSuite.Entry
        package var board: BoardFacts
        /// Why it is not run; nil if it is.
        package var lack: String?
    }

    /// Those of this part.
    package private(set) var items: [Item] = []
    /// How many there are in all parts together.
    package private(set) var count = 0

    /// Every case on every board that it applies to; one that applies to none appears once.
    ///
    /// - Parameter filters: patterns of ids, `*` for any characters; empty for all.
    package init(
        _ suite: ConformanceSuite, boards: [BoardFacts], filters: [String] = [],
        shard: Shard? = nil
    ) {
        for entry in suite.entries {
            let id = entry.item.id.text
            guard filters.isEmpty || filters.contains(where: { Glob.matches($0, id) }) else {
                continue
            }
            var lack: (BoardFacts, String)?
            var isFit = false
            for board in boards where board.isCap == (entry.item.device == .triki) {
                if let why = entry.item.needs.lack(of: board) {
                    lack = lack ?? (board, why)
                } else {
                    add(Item(place: count, entry: entry, board: board), shard)
                    isFit = true
                }
            }
            if !isFit, let (board, why) = lack {
                add(Item(place: count, entry: entry, board: board, lack: why), shard)
            }
        }
    }

    private mutating func add(_ item: Item, _ shard: Shard?) {
        if shard?.contains(place: item.place) ?? true { items.append(item) }
        count += 1
    }
}

/// Patterns with `*`, as shells know them.
package enum Glob {
    /// Whether a text fits; a pattern without `*` fits its own text, and what begins with it and `/`,
    /// which may stand at its end.
    package static func matches(_ pattern: String, _ text: String) -> Bool {
        guard pattern.utf8.contains(UInt8(ascii: "*")) else {
            return text == pattern
                || text.hasPrefix(pattern.hasSuffix("/") ? pattern : pattern + "/")
        }
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        var rest = text[...]
        for (index, part) in parts.enumerated() {
            if index == 0 {
                guard rest.hasPrefix(part) else { return false }
                rest = rest.dropFirst(part.count)
            } else if index == parts.count - 1 {
                return rest.hasSuffix(part)
            } else if !part.isEmpty {
                var start = rest.startIndex
                while start < rest.endIndex, !rest[start...].hasPrefix(part) {
                    start = rest.index(after: start)
                }
                guard start < rest.endIndex else { return false }
                rest = rest[start...].dropFirst(part.count)
            }
        }
        return true
    }
}
