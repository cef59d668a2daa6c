import EventLoop
import Simulation

/// Holds a simulated board's time back to that of the wall, while a loop goes on.
package struct Pace {
    private let loop: EventLoop
    /// Nil: as fast as possible.
    private let speed: Double?
    private let start: Instant
    private let wall = EventLoop.now

    package init(_ loop: EventLoop, _ speed: Double?, from start: Instant) {
        self.loop = loop
        self.speed = speed
        self.start = start
    }

    package func wait(for time: Instant, while isWanted: () -> Bool) {
        loop.turn(mayBlock: false)
        guard let speed else { return }
        let due = wall + Int64(Double((time - start).count) / speed)
        while isWanted(), EventLoop.now < due {
            loop.wakeTime = due
            loop.turn(mayBlock: true)
        }
        loop.wakeTime = nil
    }
}
