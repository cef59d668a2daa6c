/// What came from a board by itself and nobody took yet, in the order of its arrival.
package struct AccessEventQueue {
    private var events: [AccessEvent] = []
    /// So many of them, from the first one on, were taken.
    private var taken = 0
    /// So many are kept at the most before those that wait move up: each moves a few times at most.
    private static let mostTaken = 4_096

    /// Nothing has come.
    package init() {}

    /// How many wait.
    package var count: Int { events.count - taken }
    /// Whether none waits.
    package var isEmpty: Bool { taken == events.count }

    /// Adds what came last.
    package mutating func append(_ event: AccessEvent) { events.append(event) }

    /// Takes the oldest; nil if none waits.
    package mutating func take() -> AccessEvent? {
        guard !isEmpty else { return nil }
        let event = events[taken]
        taken += 1
        if isEmpty {
            events.removeAll(keepingCapacity: true)
            taken = 0
        } else if taken >= Self.mostTaken, taken >= count {
            events.removeFirst(taken)
            taken = 0
        }
        return event
    }
}
