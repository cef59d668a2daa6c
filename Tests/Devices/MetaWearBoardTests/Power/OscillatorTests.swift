import Checkout
import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

@Suite struct OscillatorTests {
    // holds CLK-01
    @Test(arguments: [
        (0.0, Int64(1_000_000_000_000), Int64(1_000_000_000_000)),
        (20, 1_000_000_000_000, 1_000_020_000_000), (-20, 1_000_000_000_000, 999_980_000_000),
        (1000, 1_000_000_000, 1_001_000_000), (1e9, 1_000_000_000, 1_001_000_000),
        (20, 6_220_800_000_000_000, 6_220_924_416_000_000),
    ])
    func `local time gains its parts per million`(drift: Double, world: Int64, local: Int64) {
        let oscillator = Oscillator(partsPerMillion: drift)
        let time = Instant(nanoseconds: world)
        #expect(oscillator.local(time) == Instant(nanoseconds: local))
        #expect(oscillator.world(Instant(nanoseconds: local)) == time)
    }

    // holds CLK-01
    @Test func `there and back is the same nanosecond, over a century`() {
        var random = RandomStream(seed: 1, purpose: "oscillator")
        for _ in 0..<10_000 {
            let oscillator = Oscillator(
                partsPerMillion: Double(Int64(random.below(2001)) - 1000))
            let time = Instant(nanoseconds: Int64(random.below(3_000_000_000_000_000_000)))
            let back = oscillator.world(oscillator.local(time))
            #expect(abs((back - time).count) <= 1)
        }
        #expect(Oscillator(partsPerMillion: .nan).local(.zero) == .zero)
    }

    private static func board(_ drift: Double, _ simulation: Simulation) -> MetaWearBoard {
        MetaWearBoard(
            .metaMotionR, name: "board", address: Bench.address, body: FixedBody(),
            environment: SimpleEnvironment(), sensors: .ideal, clockDrift: drift, in: simulation)
    }

    // holds CLK-02
    @Test(arguments: [(0.0, UInt32(682_666)), (1000, 683_349), (-1000, 681_984)])
    func `the log's tick drifts`(drift: Double, expected: UInt32) {
        let simulation = Simulation()
        let board = Self.board(drift, simulation)
        // A thousand seconds are 682,666.7 ticks; a thousandth of them 682.7.
        simulation.run(for: .seconds(1000 as Int64))
        #expect(board.logTick == expected)
    }

    // holds CLK-03
    @Test(.slow, arguments: [0.0, 200, -200, 33.3])
    func `samples come by the board's own clock, without a rounding that adds up`(drift: Double) {
        let simulation = Simulation()
        let board = Self.board(drift, simulation)
        let outlet = board.outlet(SignalKey(0x03, 0x04))
        for packet: [UInt8] in [
            [0x03, 0x03, 0x2C, 0x0C], [0x03, 0x02, 1, 0], [0x03, 0x01, 1],
        ] { board.perform(packet) }
        simulation.run(for: .seconds(100 as Int64))
        // 1600 Hz.
        let expected = 160_000 * (1 + drift * 1e-6)
        #expect(abs(Double(outlet.made) - expected) <= 8)
    }

    // holds CLK-03
    @Test(arguments: [(1000.0, 1001), (-1000, 999), (20, 1000)])
    func `timers tick by the board's own clock`(drift: Double, ticks: UInt64) throws {
        let simulation = Simulation()
        let board = Self.board(drift, simulation)
        for packet: [UInt8] in [
            [0x0C, 0x02, 0xE8, 0x03, 0, 0, 0xFF, 0xFF, 0],
            [0x09, 0x02, 0x0C, 0x06, 0x00, 0xE0, 0x02, 0x13], [0x0C, 0x03, 0x00],
        ] { board.perform(packet) }
        simulation.run(for: .milliseconds(1_000_001))
        let counter = try #require(board.module(DataProcessor.self)?.processor(0))
        #expect(counter.algorithm.state?.littleEndian(bytes: 4) == ticks)
    }

    // holds CLK-05
    @Test(arguments: [0.0, 1000, -1000, 33.3])
    func `an accounter's time is the log's tick`(drift: Double) {
        let simulation = Simulation()
        let board = Self.board(drift, simulation)
        board.perform([0x09, 0x02, 0x01, 0x01, 0xFF, 0x00, 0x11, 0x31, 0x03])
        // Its output is logged, the four bytes of time.
        for packet: [UInt8] in [
            [0x0B, 0x02, 0x09, 0x03, 0x00, 0x60], [0x0B, 0x01, 0x01],
        ] { board.perform(packet) }
        simulation.run(for: .seconds(1000 as Int64))
        board.perform([0xFE, 0x03, 0x01, 0x01, 0x00, 0x01])
        #expect(board.flash.log.page(0)?.entry(0).data == board.logTick)
    }

    // holds CLK-05
    @Test(arguments: [0.0, 1000, -1000, 33.3, 20])
    func `a limiter of two samples' time passes every second one`(drift: Double) {
        let simulation = Simulation()
        let board = Self.board(drift, simulation)
        var made = 0
        board.outlet(SignalKey(0x03, 0x04)).observer = { _, _, _ in made += 1 }
        for packet: [UInt8] in [
            [0x03, 0x03, 0x28, 0x0C],
            [0x09, 0x02, 0x03, 0x04, 0xFF, 0xA0, 0x08, 0x05, 20, 0, 0, 0],
            [0x09, 0x02, 0x09, 0x03, 0x00, 0xA0, 0x02, 0x13],
            [0x03, 0x02, 1, 0], [0x03, 0x01, 1],
        ] { board.perform(packet) }
        simulation.run(for: .seconds(20 as Int64))
        let passed = board.module(DataProcessor.self)?.processor(1)?.algorithm.state?
            .littleEndian(bytes: 4)
        #expect(made >= 1990)
        #expect(passed == UInt64((made + 1) / 2))
    }

    // holds CLK-03 GYR-11
    @Test func `with a drift too, both sensors' samples coincide`() {
        let simulation = Simulation()
        let board = Self.board(500, simulation)
        var times: [[Instant]] = [[], []]
        board.outlet(SignalKey(0x03, 0x04)).observer = { time, _, _ in times[0].append(time) }
        board.outlet(SignalKey(0x13, 0x05)).observer = { time, _, _ in times[1].append(time) }
        for packet: [UInt8] in [[0x03, 0x03, 0x28, 0x0C], [0x03, 0x02, 1, 0], [0x03, 0x01, 1]] {
            board.perform(packet)
        }
        simulation.run(for: .seconds(7 as Int64))
        for packet: [UInt8] in [[0x13, 0x03, 0x28, 0], [0x13, 0x02, 1, 0], [0x13, 0x01, 1]] {
            board.perform(packet)
        }
        simulation.run(for: .seconds(1 as Int64))
        #expect(times[1].count > 80)
        for time in times[1] {
            #expect(times[0].contains { abs(($0 - time).count) < 10 })
        }
    }

    // holds CLK-04 LOG-14
    @Test(arguments: [0.0, 20])
    func `a log goes on over the tick's wrap, in order and with one uid`(drift: Double) {
        let simulation = Simulation()
        let board = Self.board(drift, simulation)
        // No battery lasts that long.
        board.setCharger(connected: true)
        for packet: [UInt8] in [[0x0B, 0x02, 0x01, 0x01, 0xFF, 0x00], [0x0B, 0x01, 0x01]] {
            board.perform(packet)
        }
        // 2³² ticks are 6,291,456 s of the board's clock, 72.8 days.
        let wrap = board.worldTime(.zero + .seconds(6_291_456 as Int64))
        simulation.run(until: wrap - .seconds(10 as Int64))
        for n in 0..<20 {
            board.perform([0xFE, 0x03, 0x01, 0x01, 0x00, UInt8(n)])
            simulation.run(for: .seconds(1 as Int64))
        }
        let entries = (0..<board.flash.log.readablePages).flatMap { number in
            let page = board.flash.log.page(number)
            return (0..<(page?.entriesLeft ?? 0)).compactMap { page?.entry($0) }
        }
        #expect(entries.count == 20)
        #expect(entries.map { UInt8(truncatingIfNeeded: $0.data) } == (0..<20).map { UInt8($0) })
        #expect(Set(entries.map(\.uid)).count == 1)
        let ticks = entries.map(\.tick)
        guard ticks.count == 20 else { return }
        #expect(ticks[0] > UInt32.max - 7000 && ticks[19] < 7000)
        for (before, after) in zip(ticks, ticks.dropFirst()) {
            // A second, whichever side of the wrap.
            #expect((682...683).contains(after &- before))
        }
        #expect(board.flash.log.resetUID == 0)
    }
}
