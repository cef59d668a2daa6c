/// Where a fault makes a client fail: from one packet to another.
package struct FailureWindow: Sendable, Hashable {
    /// The packet that opens it.
    package var first: Point
    package var last: Point
    /// The packet after which the fault does no harm any more; nil if there is none.
    package var next: Point?
    /// False if there was no time to find both edges.
    package var isExact: Bool
}

/// The edges of a range of neighbours for which something holds, by few questions: steps that double
/// until one is outside, then halving.
struct EdgeSearch {
    private let count: Int
    private let start: Int
    /// nil: no more questions.
    private let holds: (Int) -> Bool?
    /// Whether every question was answered.
    private(set) var isExact = true

    /// - Parameter start: a place at which it holds.
    init(count: Int, start: Int, holds: @escaping (Int) -> Bool?) {
        self.count = count
        self.start = start
        self.holds = holds
    }

    mutating func range() -> ClosedRange<Int> { edge(-1)...edge(1) }

    private mutating func edge(_ direction: Int) -> Int {
        let limit = direction < 0 ? start : count - 1 - start
        var inside = 0
        var step = 1
        var outside = limit + 1
        while inside < limit {
            let distance = min(inside + step, limit)
            guard let answer = holds(start + direction * distance) else {
                isExact = false
                return start + direction * inside
            }
            guard answer else {
                outside = distance
                break
            }
            inside = distance
            step *= 2
        }
        while outside - inside > 1 {
            let middle = (inside + outside) / 2
            guard let answer = holds(start + direction * middle) else {
                isExact = false
                break
            }
            if answer { inside = middle } else { outside = middle }
        }
        return start + direction * inside
    }
}
