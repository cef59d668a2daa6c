import Simulation

/// Delayed calls for everything outside the boards: clients, inputs, faults, expectations.
package final class DelayedCalls: EventTarget {
    private let clock: Clock
    private var target = TargetID(index: 0)
    private var pending: [UInt64: () -> Void] = [:]
    private var last: UInt64 = 0

    package init(_ clock: Clock) {
        self.clock = clock
        target = clock.register(self)
    }

    package var now: Instant { clock.now }
    var count: Int { pending.count }

    /// Calls `action` at a time; the returned number cancels it.
    @discardableResult package func at(_ time: Instant, _ action: @escaping () -> Void) -> UInt64 {
        last += 1
        pending[last] = action
        clock.schedule(target, 0, last, at: time)
        return last
    }

    @discardableResult
    package func after(_ delay: Nanoseconds, _ action: @escaping () -> Void) -> UInt64 {
        at(clock.now + delay, action)
    }

    func cancel(_ number: UInt64) { pending[number] = nil }

    /// Cancels all calls at the end of the run.
    package func close() { pending = [:] }

    package func handle(_ event: Event) { pending.removeValue(forKey: event.argument)?() }
}
