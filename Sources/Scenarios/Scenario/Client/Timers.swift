import Simulation

/// Delayed calls for what lives outside the boards: clients, inputs, faults, expectations.
final class Timers: EventTarget {
    private let clock: Clock
    private var target = TargetID(index: 0)
    private var pending: [UInt64: () -> Void] = [:]
    private var last: UInt64 = 0

    init(_ clock: Clock) {
        self.clock = clock
        target = clock.register(self)
    }

    var now: Instant { clock.now }
    /// How many calls are pending.
    var count: Int { pending.count }

    /// Calls `action` at a time; the number takes it back.
    @discardableResult func at(_ time: Instant, _ action: @escaping () -> Void) -> UInt64 {
        last += 1
        pending[last] = action
        clock.schedule(target, 0, last, at: time)
        return last
    }

    @discardableResult
    func after(_ delay: Nanoseconds, _ action: @escaping () -> Void) -> UInt64 {
        at(clock.now + delay, action)
    }

    func cancel(_ number: UInt64) { pending[number] = nil }

    /// The world ends: nothing is called any more.
    func close() { pending = [:] }

    func handle(_ event: Event) { pending.removeValue(forKey: event.argument)?() }
}
