import CommandLineProgram
import EventLoop
import Glibc
import Simulation
import Testing

@testable import LiveRun

/// An event that comes again and again; the clock keeps it.
private final class Ticker: EventTarget {
    let period: Nanoseconds
    unowned let clock: Clock
    private var target = TargetID(index: 0)
    private(set) var handled: [Instant] = []

    init(_ clock: Clock, every period: Nanoseconds) {
        self.clock = clock
        self.period = period
        target = clock.register(self)
        clock.schedule(target, 0, after: period)
    }

    func handle(_ event: Event) {
        handled.append(event.time)
        clock.schedule(target, 0, after: period)
    }
}

/// A simulation, and a wall clock that the test moves.
private final class PacerBench {
    let loop: EventLoop
    let simulation = Simulation()
    let ticker: Ticker
    /// Long past on the loop's own clock, so that no turn waits.
    var wall: Int64 = 1_000
    private(set) var stretches: [Instant] = []
    /// What a stretch takes on the wall, in nanoseconds.
    var cost: Int64 = 0

    init(every period: Nanoseconds) throws {
        loop = try EventLoop()
        ticker = Ticker(simulation.clock, every: period)
    }

    var handled: [Instant] { ticker.handled }

    func pacer(_ speed: Double) -> LivePacer {
        LivePacer(
            loop, speed: speed, wallTime: { [unowned self] in wall },
            nextEvent: { [unowned self] in simulation.clock.nextEvent },
            advance: { [unowned self] time in
                stretches.append(time)
                simulation.run(until: time)
                wall += cost
            })
    }
}

@Suite struct LivePacerTests {
    @Test(arguments: [(1.0, 7_000_000), (0.001, 7_000_000_000), (1000, 7_000), (2.5, 2_800_000)])
    func `virtual time is wall time by the speed`(speed: Double, step: Int64) throws {
        let world = try PacerBench(every: .milliseconds(5))
        let pacer = world.pacer(speed)
        pacer.catchUp()
        #expect(pacer.reached == .zero)
        for count in 1...4 {
            world.wall += step
            pacer.catchUp()
            #expect(pacer.reached == Instant.zero + Nanoseconds.milliseconds(7 * Int64(count)))
            #expect(world.simulation.now == pacer.reached)
        }
        #expect(
            world.handled
                == [5, 10, 15, 20, 25].map { Instant.zero + Nanoseconds.milliseconds($0) })
        // While the clock on the wall stands still, so does virtual time.
        let count = world.stretches.count
        pacer.catchUp()
        #expect(world.stretches.count == count)
    }

    @Test func `what was held up catches up, and the lag is told`() throws {
        let world = try PacerBench(every: .milliseconds(5))
        let pacer = world.pacer(2)
        world.wall += 45_000_000
        pacer.catchUp()
        #expect(pacer.reached == Instant.zero + Nanoseconds.milliseconds(90))
        #expect(world.handled.count == 18)
        // 5 ms of virtual time were due after 2.5 ms on the wall, 95 are due after 47.5.
        #expect(abs(pacer.lag.most - 0.0425) < 1e-9 && pacer.lag.mean == pacer.lag.most)
        world.wall += 3_000_000
        pacer.catchUp()
        #expect(abs(pacer.lag.most - 0.0425) < 1e-9)
        #expect(abs(pacer.lag.mean - (0.0425 + 0.0005) / 2) < 1e-9)
    }

    @Test func `a machine that is too slow still looks outside`() throws {
        let world = try PacerBench(every: .milliseconds(5))
        let pacer = world.pacer(2)
        // An event takes 4 ms and has 2.5: the third that is behind is the last before a look.
        world.cost = 4_000_000
        world.wall += 45_000_000
        for count in 1...5 {
            pacer.catchUp()
            #expect(world.handled.count == 3 * count)
        }
        // All that while virtual time was late and never wrong, and it finds its way back.
        #expect(world.handled == (1...15).map { Instant.zero + Nanoseconds.milliseconds(5 * $0) })
        world.cost = 0
        pacer.catchUp()
        #expect(pacer.reached == Instant.zero + Nanoseconds.milliseconds(2 * (45 + 60)))
    }

    @Test func `a turn that is far behind ends early, too`() throws {
        let world = try PacerBench(every: .milliseconds(5))
        let pacer = world.pacer(100)
        // 100 s are due, and each event takes longer than it has.
        world.cost = 4_000_000
        world.wall += 1_000_000_000
        for count in 1...5 {
            pacer.turn()
            #expect(world.handled.count <= 12 * count)
        }
        #expect(world.handled.count >= 15)
    }

    @Test func `what is due within 20 us is not slept for, and virtual time gets no further ahead`()
        throws
    {
        let world = try PacerBench(every: .microseconds(7))
        let pacer = world.pacer(1)
        for _ in 0..<3 { pacer.turn() }
        #expect(world.handled.map(\.nanoseconds) == [7_000, 14_000])
        world.wall += 10_000
        // What comes from outside comes after what was done ahead of it.
        pacer.catchUp()
        #expect(pacer.reached.nanoseconds == 14_000)
        pacer.turn()
        #expect(world.handled.map(\.nanoseconds) == [7_000, 14_000, 21_000, 28_000])
        #expect(pacer.lag.most == 0)
    }

    @Test func `the pace changes, and time stands still`() throws {
        let world = try PacerBench(every: .milliseconds(5))
        let pacer = world.pacer(1)
        world.wall += 7_000_000
        pacer.catchUp()
        pacer.restart(at: world.simulation.now, speed: 100, isPaused: false)
        world.wall += 1_000_000
        #expect(pacer.delay == 0.001)
        pacer.catchUp()
        #expect(pacer.reached == .zero + .milliseconds(107) && pacer.delay == 0)
        pacer.restart(at: world.simulation.now, speed: 100, isPaused: true)
        world.wall += 1_000_000_000
        pacer.catchUp()
        #expect(pacer.reached == .zero + .milliseconds(107) && pacer.delay == 0)
        // Somebody stepped meanwhile.
        world.simulation.run(until: .zero + .milliseconds(110))
        pacer.restart(at: world.simulation.now, speed: 0.5, isPaused: false)
        world.wall += 20_000_000
        pacer.catchUp()
        #expect(pacer.reached == .zero + .milliseconds(120))
        #expect(world.handled.count == 24)
        #expect(pacer.elapsed == 1.028)
    }

    @Test func `time runs on without events, for ever`() throws {
        let world = try PacerBench(every: .seconds(1))
        let pacer = LivePacer(
            world.loop, speed: 1000, wallTime: { world.wall },
            nextEvent: { Instant(nanoseconds: .max) }, advance: { _ in })
        world.wall = .max
        pacer.catchUp()
        #expect(pacer.reached > .zero + .seconds(50 * 365 * 86_400))
        #expect(pacer.lag.most == 0 && pacer.lag.mean == 0)
    }

    @Test func `a turn sleeps until the next event is due, and no longer`() throws {
        let world = try PacerBench(every: .milliseconds(2))
        let pacer = LivePacer(
            world.loop, speed: 1, nextEvent: { world.simulation.clock.nextEvent },
            advance: { world.simulation.run(until: $0) })
        var turns = 0
        var flushes = 0
        while world.handled.count < 20, turns < 2_000 {
            pacer.turn { flushes += 1 }
            turns += 1
        }
        #expect(world.handled.count >= 20)
        #expect(pacer.elapsed >= 0.040)
        #expect(flushes == turns)
        #expect(turns < 1_000, "it sleeps instead of asking the clock")
    }

    @Test func `events close to each other share a wake-up`() throws {
        let world = try PacerBench(every: .microseconds(10))
        let pacer = LivePacer(
            world.loop, speed: 1, nextEvent: { world.simulation.clock.nextEvent },
            advance: { world.simulation.run(until: $0) })
        var turns = 0
        while world.handled.count < 5_000 {
            pacer.turn()
            turns += 1
        }
        // 50 ms of them: 200 wake-ups, some of them with a look or two before.
        #expect(turns < 1_000)
    }

    @Test func `what comes from outside ends the wait`() throws {
        let world = try PacerBench(every: .seconds(3600))
        let pacer = LivePacer(
            world.loop, speed: 1, nextEvent: { world.simulation.clock.nextEvent },
            advance: { world.simulation.run(until: $0) })
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        defer { ends.forEach { close($0) } }
        var seen: [Instant] = []
        let watch = world.loop.watch(ends[0], for: .readable) { _ in
            pacer.catchUp()
            seen.append(world.simulation.now)
            var byte: UInt8 = 0
            read(ends[0], &byte, 1)
        }
        for _ in 0..<3 {
            write(ends[1], [1], 1)
            let count = seen.count
            while seen.count == count { pacer.turn() }
        }
        #expect(seen == seen.sorted() && seen[0] > .zero && seen[2] > seen[0])
        // Nor does it wait longer than somebody wants to be shown something.
        pacer.longestWait = 1_000_000
        var turns = 0
        while pacer.elapsed < 0.005, turns < 1_000 {
            pacer.turn()
            turns += 1
        }
        #expect(turns < 1_000)
        withExtendedLifetime(watch) {}
    }
}
