import Declaration
import YAML

/// Bounds of a number of a board's state.
package struct NumberBounds: Section, Hashable {
    package var count = Count()

    package static let keys = Keys(Self(), "bounds of a number") { keys in
        keys.about = "How large a number is; a number alone is the exact one."
        Count.declare(&keys, \.count, principal: true, otherwise: "no limit", "there are")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) {
        if count.atLeast == nil, count.atMost == nil {
            return reader.fail("no bound is given", at: mark, fix: "add for example `at-most: 3`")
        }
        count.check(reader, at: mark)
    }
}

/// Bounds of a share of a board's state.
package struct ShareBounds: Section, Hashable {
    package var atLeast: Quantity<Ratio>?
    package var atMost: Quantity<Ratio>?

    package static let keys = Keys(Self(), "bounds of a share") { keys in
        keys.about = "How large a share is."
        keys.optional(
            \.atLeast, "at-least", in: .percent(0)...(.percent(100)), otherwise: "no limit",
            "At least.")
        keys.optional(
            \.atMost, "at-most", in: .percent(0)...(.percent(100)), otherwise: "no limit",
            "At most.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if atLeast == nil, atMost == nil {
            return reader.fail(
                "no bound is given", at: mark, fix: "add for example `at-most: 90 %`")
        }
        guard let atLeast, let atMost, atLeast > atMost else { return }
        reader.fail(
            "at least \(atLeast.text) and at most \(atMost.text) contradict each other", at: mark,
            fix: "swap them")
    }

    /// - Parameter percent: 0 to 100.
    func contains(_ percent: Double) -> Bool {
        percent >= atLeast?.percent ?? 0 && percent <= atMost?.percent ?? 100
    }

    /// `at most 90 %`.
    var words: String {
        [atLeast.map { "at least \($0.text)" }, atMost.map { "at most \($0.text)" }]
            .compactMap(\.self).joined(separator: ", ")
    }
}
