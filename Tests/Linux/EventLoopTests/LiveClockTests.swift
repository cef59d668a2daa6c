import Simulation
import Testing

@testable import EventLoop

/// Time of a board that lives faster or slower than the wall.
@Suite struct LiveClockTests {
    /// A wall that stands still until somebody turns: each turn takes it as far as it may go.
    final class Wall {
        var time: Int64 = 1_000
        var turns: [Int64] = []

        func turn(_ limit: Int64) {
            turns.append(limit)
            time = limit
        }

        func clock(_ speed: Double) -> LiveClock {
            LiveClock(speed: speed, wall: { self.time }, turn: { self.turn($0) })
        }
    }

    @Test(arguments: [(1.0, 500), (10, 50), (0.5, 1_000)] as [(Double, Int64)])
    func `the speed counts between board and wall`(_ speed: Double, _ span: Int64) {
        let wall = Wall()
        let clock = wall.clock(speed)
        #expect(clock.now == .zero)
        #expect(!clock.run(until: Instant(nanoseconds: 500), leastWall: .zero) { true })
        #expect(wall.time == 1_000 + span)
        #expect(clock.now == Instant(nanoseconds: 500))
    }

    @Test func `a fast board has a least time of the wall`() {
        let wall = Wall()
        let clock = wall.clock(1_000)
        let limit = Instant(nanoseconds: 5_000)
        #expect(!clock.run(until: limit, leastWall: Nanoseconds(700)) { true })
        #expect(wall.time == 1_700)
    }

    @Test func `what holds already waits for nothing`() {
        let wall = Wall()
        let clock = wall.clock(1)
        #expect(clock.run(until: .zero, leastWall: .zero) { false })
        let limit = Instant(nanoseconds: 900)
        #expect(clock.run(until: limit, leastWall: .zero) { wall.time == 1_000 })
        #expect(wall.turns == [1_900])
    }

    @Test func `the watchdog is asked before each turn, and shortens it`() {
        let wall = Wall()
        let clock = wall.clock(1)
        var asked: [Int64] = []
        clock.watchdog = { now in
            asked.append(now)
            return now + 40
        }
        #expect(!clock.wait(untilWall: 1_100) { false })
        #expect(asked == [1_000, 1_040, 1_080, 1_100])
        #expect(wall.turns == [1_040, 1_080, 1_100])
    }

    @Test func `what the watchdog ends is over`() {
        let wall = Wall()
        let clock = wall.clock(1)
        var isOver = false
        clock.watchdog = { _ in
            isOver = true
            return .max
        }
        #expect(clock.wait(untilWall: .max) { isOver })
        #expect(wall.turns.isEmpty)
    }

    @Test func `a loop of this process wakes in time`() throws {
        let clock = LiveClock(try EventLoop(), speed: 1_000)
        let limit = Instant(nanoseconds: 5_000_000)
        #expect(!clock.run(until: limit, leastWall: .zero) { true })
        #expect(clock.now >= limit)
    }
}
