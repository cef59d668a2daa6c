package import Simulation

/// The time of a board outside this process, and waiting for it in turns of a loop.
///
/// Such a board runs in real time or, if it is simulated, at a multiple of it.
package final class LiveClock {
    /// What the speed may be.
    package static let speeds = 0.001...1000.0

    /// Checks deadlines: gets the wall-clock time before each turn, and returns when to check
    /// again.
    package var watchdog: (_ wall: Int64) -> Int64 = { _ in .max }
    private let speed: Double
    private let readWall: () -> Int64
    private let turn: (Int64) -> Void
    private let start: Int64

    /// A clock that starts at zero now.
    ///
    /// - Parameter speed: the board's nanoseconds per wall-clock nanosecond, within ``speeds``.
    package convenience init(_ loop: EventLoop, speed: Double = 1) {
        self.init(speed: speed, wall: { EventLoop.now }) { wake in
            loop.wakeTime = wake == .max ? nil : wake
            loop.turn(mayBlock: true)
        }
    }

    /// A clock driven by another wall clock.
    ///
    /// - Parameter turn: processes the next event, or advances to the wall-clock time that it is
    ///   given.
    package init(speed: Double = 1, wall: @escaping () -> Int64, turn: @escaping (Int64) -> Void) {
        self.speed = speed
        readWall = wall
        self.turn = turn
        start = wall()
    }

    /// The board's time since the clock was made.
    package var now: Instant { Instant(nanoseconds: Int64(Double(readWall() &- start) * speed)) }

    /// The wall-clock time, in nanoseconds.
    package var wall: Int64 { readWall() }

    /// The wall-clock time of a board's time, not a nanosecond too early.
    package func wall(at time: Instant) -> Int64 {
        let span = (Double(time.nanoseconds) / speed).rounded(.up)
        return start &+ Int64(min(span, Double(Int64.max / 4)))
    }

    /// Turns until a condition holds; false if it did not before a wall-clock time.
    package func wait(untilWall limit: Int64, _ isDone: () -> Bool) -> Bool {
        while true {
            let now = readWall()
            let next = watchdog(now)
            if isDone() { return true }
            guard now < limit else { return false }
            turn(min(limit, next))
        }
    }
}
