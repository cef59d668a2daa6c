/// Something that events happen to.
public protocol EventTarget: AnyObject {
    /// Called at the event's time; `Clock.now` is that time.
    func handle(_ event: Event)
}

/// Virtual time and the one queue of everything delayed.
///
/// A clock keeps its targets alive until the `Simulation` that made it is gone.
public final class Clock {
    /// Nanoseconds since power-on of the world.
    @inlinable public var now: Instant { time }
    // What other modules read of a stored property is checked there, whatever is written here.
    @exclusivity(unchecked) @usableFromInline var time = Instant.zero
    /// How many events have been handled.
    @exclusivity(unchecked) public private(set) var handled: UInt64 = 0

    /// Called when a moment is over, before time moves on; nil for nobody. What it schedules happens in its time.
    package var momentEnded: (() -> Void)? { didSet { isWatched = momentEnded != nil } }
    @exclusivity(unchecked) private var isWatched = false
    @exclusivity(unchecked) private var queue = EventQueue()
    @exclusivity(unchecked) private var order: UInt64 = 0
    @exclusivity(unchecked) private var targets: [any EventTarget] = []

    /// Gives a target its number; events for it name it.
    public func register(_ target: any EventTarget) -> TargetID {
        targets.append(target)
        return TargetID(index: UInt32(targets.count - 1))
    }

    /// A time that has passed already counts as now.
    public func schedule(
        _ target: TargetID, _ code: UInt32, _ argument: UInt64 = 0, at time: Instant
    ) {
        order &+= 1
        queue.push(
            Event(
                time: max(time, now), order: order, target: target, code: code,
                argument: argument))
    }

    /// Asks for an event a while from now.
    public func schedule(
        _ target: TargetID, _ code: UInt32, _ argument: UInt64 = 0, after delay: Nanoseconds
    ) {
        schedule(target, code, argument, at: now + delay)
    }

    /// The time of the next event, if one is pending.
    public var nextEvent: Instant? { queue.first?.time }

    /// Handles the next event if its time is not after `limit`; false if there was none.
    @discardableResult public func step(until limit: Instant) -> Bool {
        if isWatched, let next = queue.first?.time, next > now, next <= limit { momentEnded?() }
        guard let event = queue.pop(upTo: limit) else { return false }
        time = event.time
        handled &+= 1
        targets[Int(event.target.index)].handle(event)
        return true
    }

    /// Handles every event up to and including `limit`, then stands at `limit`.
    func run(until limit: Instant) {
        while step(until: limit) {}
        while let momentEnded, time < limit {
            momentEnded()
            guard step(until: limit) else { break }
            while step(until: limit) {}
        }
        time = max(time, limit)
    }

    func close() {
        targets = []
        queue = EventQueue()
    }
}
