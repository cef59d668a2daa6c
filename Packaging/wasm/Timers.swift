import Simulation

/// Delayed calls for everything outside the boards.
final class Timers: EventTarget {
    private let clock: Clock
    private var target = TargetID(index: 0)
    private var pending: [UInt64: () -> Void] = [:]
    private var last: UInt64 = 0

    init(_ clock: Clock) {
        self.clock = clock
        target = clock.register(self)
    }

    func at(_ time: Instant, _ action: @escaping () -> Void) {
        last += 1
        pending[last] = action
        clock.schedule(target, 0, last, at: time)
    }

    func after(_ delay: Nanoseconds, _ action: @escaping () -> Void) {
        at(clock.now + delay, action)
    }

    func handle(_ event: Event) { pending.removeValue(forKey: event.argument)?() }
}
