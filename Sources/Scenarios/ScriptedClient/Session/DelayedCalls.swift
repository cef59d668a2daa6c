import Simulation

/// Delayed calls for everything outside the boards: clients, inputs, faults, expectations.
package final class DelayedCalls: EventTarget {
    private let clock: Clock
    private var target = TargetID(index: 0)
    private var pending: [UInt64: () -> Void] = [:]
    private var last: UInt64 = 0
    /// Calls that come again and again: a place in a list, where `pending` would hash each time.
    private var repeated: [Repeated?] = []

    private struct Repeated {
        let period: Nanoseconds
        /// False when it was the last time.
        let action: () -> Bool
    }

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

    /// Calls `action` after each period, as long as it returns true.
    package func every(_ period: Nanoseconds, _ action: @escaping () -> Bool) {
        repeated.append(Repeated(period: period, action: action))
        clock.schedule(target, 1, UInt64(repeated.count - 1), after: period)
    }

    func cancel(_ number: UInt64) { pending[number] = nil }

    /// Cancels all calls at the end of the run.
    package func close() {
        pending = [:]
        repeated = []
    }

    package func handle(_ event: Event) {
        guard event.code == 1 else {
            pending.removeValue(forKey: event.argument)?()
            return
        }
        let place = Int(event.argument)
        guard place < repeated.count, let again = repeated[place] else { return }
        if again.action() {
            clock.schedule(target, 1, event.argument, after: again.period)
        } else if place < repeated.count {
            repeated[place] = nil
        }
    }
}
