/// What is to happen: a number to a target, whose meaning only the target knows.
@frozen public struct Event: Sendable {
    /// When it happens.
    public var time: Instant
    @usableFromInline var order: UInt64
    /// The target that handles it.
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
/// the array has grown. The handler of an event nearly always asks for another one: that one is put
/// where the first was, and the heap is put in order once instead of twice.
@frozen public struct EventQueue {
    @usableFromInline var heap: [Event] = []
    /// The first place is free: its event was taken, and none has come since.
    @usableFromInline var isOpen = false

    /// Nothing is pending.
    @inlinable public init() {}

    /// Events that are pending.
    @inlinable public var count: Int { heap.count - (isOpen ? 1 : 0) }

    /// The next event; nil if none is pending.
    @inlinable public var first: Event? {
        guard isOpen else { return heap.first }
        return heap.dropFirst().prefix(4).min(by: Self.precedes)
    }

    @inlinable static func precedes(_ a: Event, _ b: Event) -> Bool { one(if: a, precedes: b) == 1 }

    /// 1 or 0, without a branch.
    @inlinable static func one(if a: Event, precedes b: Event) -> Int {
        let isEarlier = a.time.nanoseconds < b.time.nanoseconds
        let isEqual = a.time.nanoseconds == b.time.nanoseconds
        let isFirst = a.order < b.order
        return (isEarlier ? 1 : 0) | ((isEqual ? 1 : 0) & (isFirst ? 1 : 0))
    }

    /// Adds an event.
    @inlinable public mutating func push(_ event: Event) {
        if isOpen {
            isOpen = false
            return sink(event)
        }
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

    /// Takes the first event out, unless it is later than `limit`; nil also if none is pending.
    @inlinable public mutating func pop(upTo limit: Instant) -> Event? {
        if isOpen {
            isOpen = false
            let last = heap.removeLast()
            if !heap.isEmpty { sink(last) }
        }
        guard let first = heap.first, first.time <= limit else { return nil }
        isOpen = true
        return first
    }

    /// Puts an event into the first place, which is free, and the heap in order.
    @inlinable mutating func sink(_ event: Event) {
        // A span is asked once whether the array is shared, the array with every access.
        var events = heap.mutableSpan
        let count = events.count
        var hole = 0
        while true {
            var best = 4 * hole + 1
            if best + 4 <= count {
                // Two pairs, then their winners, as sums: which one it is is a matter of chance, and
                // a branch would be guessed wrong.
                let left = best + Self.one(if: events[best + 1], precedes: events[best])
                let right = best + 2 + Self.one(if: events[best + 3], precedes: events[best + 2])
                best = left + (right - left) * Self.one(if: events[right], precedes: events[left])
            } else {
                if best >= count { break }
                for i in best + 1..<count where Self.precedes(events[i], events[best]) { best = i }
            }
            if !Self.precedes(events[best], event) { break }
            events[hole] = events[best]
            hole = best
        }
        events[hole] = event
    }
}
