/// What is to happen: a number to a target, whose meaning only the target knows.
@frozen public struct Event: Sendable {
    /// When it happens.
    public var time: Instant
    @usableFromInline var order: UInt64
    /// Whom it happens to.
    public var target: TargetID
    /// Which of the target's concerns this is.
    public var code: UInt32
    /// What goes with it: a generation, an index, a handle.
    public var argument: UInt64

    @inlinable init(
        time: Instant, order: UInt64, target: TargetID, code: UInt32, argument: UInt64
    ) {
        self.time = time
        self.order = order
        self.target = target
        self.code = code
        self.argument = argument
    }
}

/// Who an event is for: a number that `Clock.register` gave.
@frozen public struct TargetID: Hashable, Sendable {
    /// Counts registrations, from 0.
    public var index: UInt32
    /// The target of that number.
    @inlinable public init(index: UInt32) { self.index = index }
}

/// Pending events, earliest first; events of one instant leave in the order they came.
///
/// A four-ary heap in one contiguous array: push and pop are O(log n) and allocate nothing once
/// the array has grown.
@frozen public struct EventQueue {
    @usableFromInline var heap: [Event] = []

    /// Nothing is pending.
    @inlinable public init() {}

    /// Events that are pending.
    @inlinable public var count: Int { heap.count }
    /// The next event; nil if none is pending.
    @inlinable public var first: Event? { heap.first }

    @inlinable static func precedes(_ a: Event, _ b: Event) -> Bool {
        a.time.nanoseconds < b.time.nanoseconds
            || (a.time.nanoseconds == b.time.nanoseconds && a.order < b.order)
    }

    /// Adds an event.
    @inlinable public mutating func push(_ event: Event) {
        heap.append(event)
        var child = heap.count - 1
        var events = heap.mutableSpan
        while child > 0 {
            let parent = (child - 1) / 4
            if !Self.precedes(event, events[parent]) { break }
            events[child] = events[parent]
            child = parent
        }
        events[child] = event
    }

    /// Takes the first event out; the queue must not be empty.
    @inlinable public mutating func pop() -> Event {
        let top = heap[0]
        let last = heap.removeLast()
        let count = heap.count
        if count == 0 { return top }
        // A span is asked once whether the array is shared, the array with every access.
        var events = heap.mutableSpan
        var hole = 0
        while true {
            let firstChild = 4 * hole + 1
            if firstChild >= count { break }
            var best = firstChild
            var i = firstChild + 1
            while i < min(firstChild + 4, count) {
                if Self.precedes(events[i], events[best]) { best = i }
                i += 1
            }
            if !Self.precedes(events[best], last) { break }
            events[hole] = events[best]
            hole = best
        }
        events[hole] = last
        return top
    }
}
