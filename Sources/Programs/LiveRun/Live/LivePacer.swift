import EventLoop
import Simulation

/// Paces virtual time by the wall clock, while an event loop serves the outside world.
///
/// Virtual time is the wall-clock time since the start, times the speed. A turn waits until the
/// next event is due or input arrives; the receiver of input calls ``catchUp()`` first, so that it
/// happens at its own virtual time. Dense events within ``togetherness`` of virtual time share a
/// wake-up, because a wake-up costs more than they do.
///
/// A machine that is too slow, or was held up, makes virtual time late, never wrong: it catches up
/// as fast as it can, polling for input every 10 ms.
package final class LivePacer {
    /// How late virtual time was when events were due, in wall-clock seconds.
    package struct Lag: Equatable {
        /// The worst.
        package var most = 0.0
        /// The average over all wake-ups with something due.
        package var mean: Double { count == 0 ? 0 : sum / Double(count) }
        fileprivate var sum = 0.0
        fileprivate var count = 0

        fileprivate mutating func note(_ seconds: Double) {
            most = max(most, seconds)
            sum += seconds
            count += 1
        }
    }

    /// The range of `--speed` with a radio: the same as for an external board's judge.
    package static let speeds = LiveClock.speeds
    /// Hosts do not notice: a dongle's USB frame is as long (USB 2.0, 5.3.3), a connection interval
    /// seven times.
    static let togetherness = Nanoseconds.milliseconds(1)
    /// Sleeping and waking costs about 17 us of processor time: the shortest sleep, in wall-clock
    /// nanoseconds; virtual time may be this far ahead.
    private static let shortestSleep: Int64 = 20_000
    /// Low enough that no sum overflows.
    private static let latest = Double(Int64.max / 4)

    /// The current virtual time.
    private(set) var reached: Instant
    /// How late events were so far.
    package private(set) var lag = Lag()
    /// The longest wait of a turn, in wall-clock nanoseconds.
    package var longestWait: Int64 = .max

    private let loop: EventLoop
    /// Virtual seconds per wall-clock second.
    private var speed: Double
    /// Whether virtual time stands still.
    private var isPaused = false
    /// How much virtual time passes between two readings of the clock.
    private var stretch: Nanoseconds
    /// When catching up, input is polled after this many nanoseconds of work.
    private static let longestWork: Int64 = 10_000_000
    /// ``togetherness`` in wall-clock nanoseconds.
    private var pause: Int64
    /// Whether there was no time to handle all that was due.
    private var isBehind = false
    private let nextEvent: () -> Instant?
    private let advance: (Instant) -> Void
    private let wallTime: () -> Int64
    private let beginning: Int64
    /// Of the present pace.
    private var startOfWall: Int64
    private var start: Instant
    /// When wake-ups may be exact again; it runs ahead of the clock when they are dense.
    private var exactFrom: Int64
    /// How many consecutive wake-ups may be exact before they must share.
    private static let burst: Int64 = 8

    /// - Parameters:
    ///   - speed: virtual seconds per wall-clock second, within ``speeds``.
    ///   - start: the current virtual time.
    ///   - wallTime: nanoseconds of the loop's clock.
    ///   - nextEvent: when the next event is due, if there is one.
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
        beginning = wallTime()
        startOfWall = beginning
        exactFrom = beginning
    }

    /// Goes on at another pace, from now on at a virtual time.
    package func restart(at time: Instant, speed: Double, isPaused: Bool) {
        self.speed = speed
        self.isPaused = isPaused
        stretch = Nanoseconds(max(Int64(speed * 1e5), 1))
        pause = Int64(Double(Self.togetherness.count) / speed)
        start = time
        reached = time
        startOfWall = wallTime()
        exactFrom = startOfWall
    }

    /// How many wall-clock seconds virtual time is behind now.
    package var delay: Double {
        isPaused ? 0 : max(0, (virtual(wallTime()) - reached).seconds / speed)
    }

    /// Wall-clock seconds since the start.
    package var elapsed: Double { Double(wallTime() - beginning) * 1e-9 }

    /// The virtual time at a wall-clock time.
    private func virtual(_ wall: Int64) -> Instant {
        let span = min(Double(wall - startOfWall) * speed, Self.latest)
        return start + Nanoseconds(Int64(span))
    }

    /// The wall-clock time at which a virtual time is due, not a nanosecond too early.
    private func wall(_ virtual: Instant) -> Int64 {
        let span = min((Double((virtual - start).count) / speed).rounded(.up), Self.latest)
        return startOfWall + Int64(span)
    }

    /// Advances virtual time to the wall clock; if far behind, part of the way.
    package func catchUp() {
        guard !isPaused else { return }
        let now = wallTime()
        let goal = virtual(now)
        defer { isBehind = reached < goal }
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

    /// Handles events due so soon that sleeping until then would cost more; none if virtual time is behind, because the
    /// outside has waited long enough by then.
    private func runAhead() {
        guard !isPaused else { return }
        let horizon = wallTime() + Self.shortestSleep
        guard exactFrom <= horizon, !isBehind else { return }
        let limit = virtual(horizon)
        while let next = nextEvent(), next <= limit, next > reached {
            reached = next
            advance(next)
        }
    }

    /// Waits for the next event or for input, and advances virtual time.
    ///
    /// - Parameter flush: sends the results.
    package func turn(flush: () -> Void = {}) {
        loop.turn(mayBlock: mayWait())
        catchUp()
        runAhead()
        flush()
    }

    /// Sets the wake-up time; false if that is now, or nearly now.
    private func mayWait() -> Bool {
        let now = wallTime()
        var wake = now.addingReportingOverflow(longestWait).partialValue
        if wake < now { wake = .max }
        if !isPaused, let next = nextEvent() {
            wake = min(wake, max(wall(next), exactFrom))
        }
        guard wake - now > Self.shortestSleep else { return false }
        loop.wakeTime = wake == .max ? nil : wake
        return true
    }
}
