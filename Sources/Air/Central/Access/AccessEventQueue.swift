/// Events of a board that have not been taken yet, in the order of arrival.
package struct AccessEventQueue {
    private var events: [AccessEvent] = []
    /// The number of events taken from the front.
    private var taken = 0
    /// The queue is compacted after this many taken events, so that each event moves only a few
    /// times.
    private static let mostTaken = 4_096

    /// An empty queue.
    package init() {}

    /// The number of waiting events.
    package var count: Int { events.count - taken }
    /// Whether no event waits.
    package var isEmpty: Bool { taken == events.count }

    /// Appends an event.
    package mutating func append(_ event: AccessEvent) { events.append(event) }

    /// Takes the oldest event; nil if none waits.
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
