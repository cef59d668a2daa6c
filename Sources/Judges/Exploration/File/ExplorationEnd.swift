import JSON

/// The last line of an exploration that was not stopped before its end; another one may follow if it went on.
package struct ExplorationEnd: Sendable, Equatable {
    /// The most worlds; nil if time was the limit.
    package var most: Int?

    package init(most: Int?) { self.most = most }

    /// `--worlds 100`.
    var words: String { most.map { "--worlds \($0)" } ?? "a budget" }
}

extension ExplorationEnd: JSONFields {
    package static var blank: Self { Self(most: nil) }

    package mutating func fields(_ c: inout some JSONCoder) {
        c.derived(true, Self.mark)
        c(&most, "worlds")
    }

    /// The field by which it is told from a world.
    static let mark = "ended"
}
