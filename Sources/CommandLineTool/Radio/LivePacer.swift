import EventLoop
import Simulation

/// Holds virtual time to the clock on the wall, while an event loop serves the world outside.
///
/// Virtual time is the time on the wall since the start, times the speed. A turn waits until the
/// next event is due or something comes from outside; who takes something from outside calls
/// ``catchUp()`` first, so that it happens at its own virtual time. Where events are dense, those
/// within ``togetherness`` of virtual time share a wake-up: a wake-up costs more than they do.
///
/// A machine that is too slow, or was held up, makes virtual time late, never wrong: it catches up
/// as fast as it can, with a look outside every 10 ms.
package final class LivePacer {
    /// How late virtual time was when events were due, in seconds on the wall.
    struct Lag: Equatable {
        /// The worst.
        var most = 0.0
        /// Of all wake-ups with something due, the average.
        var mean: Double { count == 0 ? 0 : sum / Double(count) }
        fileprivate var sum = 0.0
        fileprivate var count = 0

        fileprivate mutating func note(_ seconds: Double) {
            most = max(most, seconds)
            sum += seconds
            count += 1
        }
    }

    /// What `--speed` may be beside a radio: what can be told to who judges the board from outside.
    static let speeds = LiveClock.speeds
    /// A host cannot tell: a dongle's USB frame is as long (USB 2.0, 5.3.3), a connection interval
    /// seven times.
    static let togetherness = Nanoseconds.milliseconds(1)
    /// To sleep and be woken costs about 17 us of processor time: nobody sleeps for less than
    /// this, in nanoseconds on the wall, and virtual time may be as much ahead.
    private static let shortestSleep: Int64 = 20_000
    /// Far enough from the end of the count for every sum.
    private static let latest = Double(Int64.max / 4)

    /// How far virtual time is.
    private(set) var reached: Instant
    /// How late events were so far.
    private(set) var lag = Lag()
    /// The longest wait of a turn, in nanoseconds on the wall.
    package var longestWait: Int64 = .max

    private let loop: EventLoop
    private let speed: Double
    /// What is done between two looks at the clock, in virtual time.
    private let stretch: Nanoseconds
    /// After so many nanoseconds of work that lies behind comes a look outside.
    private static let longestWork: Int64 = 10_000_000
    /// ``togetherness`` on the wall, in nanoseconds.
    private let pause: Int64
    private let nextEvent: () -> Instant?
    private let advance: (Instant) -> Void
    private let wallTime: () -> Int64
    private let startOfWall: Int64
    private let start: Instant
    /// When wake-ups may be exact again; it runs ahead of the clock where they are dense.
    private var exactFrom: Int64
    /// How many wake-ups in a row may be exact before they are made to share.
    private static let burst: Int64 = 8

    /// - Parameters:
    ///   - speed: virtual seconds a second on the wall, within ``speeds``.
    ///   - start: where virtual time is.
    ///   - wallTime: nanoseconds of the clock that the loop wakes by.
    ///   - nextEvent: when something is due, if anything is.
    ///   - advance: handles what is due up to a time.
    package init(
        _ loop: EventLoop, speed: Double, from start: Instant = .zero,
        wallTime: @escaping () -> Int64 = { EventLoop.now }, nextEvent: @escaping () -> Instant?,
        advance: @escaping (Instant) -> Void
    ) {
        self.loop = loop
        self.speed = speed
        stretch = Nanoseconds(max(Int64(speed * 1e5), 1))
        pause = Int64(Double(Self.togetherness.count) / speed)
        self.start = start
        self.wallTime = wallTime
        self.nextEvent = nextEvent
        self.advance = advance
        reached = start
        startOfWall = wallTime()
        exactFrom = startOfWall
    }

    /// Seconds on the wall since the start.
    package var elapsed: Double { Double(wallTime() - startOfWall) * 1e-9 }

    /// The virtual time that belongs to a time on the wall.
    private func virtual(_ wall: Int64) -> Instant {
        let span = min(Double(wall - startOfWall) * speed, Self.latest)
        return start + Nanoseconds(Int64(span))
    }

    /// When a virtual time is due on the wall, not a nanosecond too early.
    private func wall(_ virtual: Instant) -> Int64 {
        let span = min((Double((virtual - start).count) / speed).rounded(.up), Self.latest)
        return startOfWall + Int64(span)
    }

    /// Brings virtual time to where it has to be now; far behind, a part of the way.
    package func catchUp() {
        let now = wallTime()
        let goal = virtual(now)
        guard goal > reached else { return }
        if let next = nextEvent(), next <= goal {
            lag.note(Double(now - wall(next)) * 1e-9)
            exactFrom = max(exactFrom, now - Self.burst * pause) + pause
        }
        repeat {
            let due = min(nextEvent() ?? goal, goal)
            reached = min(goal, max(reached, due) + stretch)
            advance(reached)
        } while reached < goal && wallTime() - now < Self.longestWork
    }

    /// Handles what is due so soon that to sleep until then would cost more.
    private func runAhead() {
        let horizon = wallTime() + Self.shortestSleep
        guard exactFrom <= horizon else { return }
        let limit = virtual(horizon)
        while let next = nextEvent(), next <= limit, next > reached {
            reached = next
            advance(next)
        }
    }

    /// Waits for the next event or for something from outside, and brings virtual time there.
    ///
    /// - Parameter flush: sends out what came of it.
    package func turn(flush: () -> Void = {}) {
        loop.turn(mayBlock: mayWait())
        catchUp()
        runAhead()
        flush()
    }

    /// Sets when to wake; false if that is now, or as good as now.
    private func mayWait() -> Bool {
        let now = wallTime()
        var wake = now.addingReportingOverflow(longestWait).partialValue
        if wake < now { wake = .max }
        if let next = nextEvent() {
            wake = min(wake, max(wall(next), exactFrom))
        }
        guard wake - now > Self.shortestSleep else { return false }
        loop.wakeTime = wake == .max ? nil : wake
        return true
    }
}
