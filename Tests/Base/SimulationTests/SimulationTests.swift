import Testing

@testable import Simulation

/// Virtual time: order, limits, and nothing of the world's clock.
@Suite struct SimulationTests {
    final class Witness: EventTarget {
        var seen: [(Instant, UInt32, UInt64)] = []
        var then: ((Event) -> Void)?
        func handle(_ event: Event) {
            seen.append((event.time, event.code, event.argument))
            then?(event)
        }
    }

    @Test func `events come by time, those of one instant in the order they were asked for`() {
        let simulation = Simulation()
        let witness = Witness()
        let target = simulation.clock.register(witness)
        var random = RandomStream(seed: 3, purpose: "order")
        var expected: [(Int64, UInt32)] = []
        for n in 0..<2_000 {
            let time = Int64(random.below(50))
            simulation.clock.schedule(target, UInt32(n), at: Instant(nanoseconds: time))
            expected.append((time, UInt32(n)))
        }
        expected.sort { ($0.0, $0.1) < ($1.0, $1.1) }
        simulation.run(until: Instant(nanoseconds: 100))
        #expect(witness.seen.map { $0.0.nanoseconds } == expected.map(\.0))
        #expect(witness.seen.map { $0.1 } == expected.map(\.1))
        #expect(simulation.clock.handled == 2_000)
        #expect(simulation.now == Instant(nanoseconds: 100))
    }

    @Test func `an event may ask for more, at once or later, and none of the past`() {
        let simulation = Simulation()
        let witness = Witness()
        let clock = simulation.clock
        let target = clock.register(witness)
        witness.then = { event in
            guard event.argument < 3 else { return }
            // A time that has passed counts as now.
            clock.schedule(target, 1, event.argument + 1, at: .zero)
        }
        clock.schedule(target, 0, 0, after: .milliseconds(5))
        simulation.run(for: .seconds(1 as Int64))
        #expect(witness.seen.map { $0.2 } == [0, 1, 2, 3])
        #expect(witness.seen.allSatisfy { $0.0 == .zero + .milliseconds(5) })
    }

    @Test func `a run stops at its limit, and with its condition`() {
        let simulation = Simulation()
        let witness = Witness()
        let target = simulation.clock.register(witness)
        for n in 1...10 { simulation.clock.schedule(target, 0, after: .milliseconds(Int64(n))) }
        simulation.run(until: .zero + .milliseconds(3))
        #expect(witness.seen.count == 3)
        let held = simulation.run(until: .zero + .milliseconds(100)) { witness.seen.count < 5 }
        #expect(held)
        #expect(simulation.now == .zero + .milliseconds(5))
        let never = simulation.run(until: .zero + .milliseconds(100)) { true }
        #expect(!never)
        #expect(simulation.now == .zero + .milliseconds(100))
        #expect(simulation.clock.nextEvent == nil)
    }

    @Test func `a simulation lets its targets go when it ends`() {
        weak var target: Witness?
        do {
            let simulation = Simulation()
            let witness = Witness()
            target = witness
            let id = simulation.clock.register(witness)
            // A cycle, as boards have them with their clock.
            let clock = simulation.clock
            witness.then = { _ in clock.schedule(id, 0, after: .seconds(1 as Int64)) }
            simulation.run(for: .seconds(1 as Int64))
            #expect(target != nil)
        }
        #expect(target == nil)
    }

    @Test(
        arguments: [
            (0, "0.000000000 s"), (1, "0.000000001 s"), (1_250_000_000, "1.250000000 s"),
            (-1_500_000_000, "-1.500000000 s"), (3_600_000_000_000, "3600.000000000 s"),
        ] as [(Int64, String)])
    func `times read in seconds`(_ nanoseconds: Int64, _ text: String) {
        #expect("\(Nanoseconds(nanoseconds))" == text)
        #expect("\(Instant(nanoseconds: nanoseconds))" == text)
    }

    @Test func `spans add up`() {
        #expect(Nanoseconds.seconds(1.28) == .milliseconds(1_280))
        #expect(Nanoseconds.milliseconds(3) + .microseconds(5) == Nanoseconds(3_005_000))
        #expect(Nanoseconds.seconds(1 as Int64) / 4 * 3 - .milliseconds(750) == .zero)
        #expect((Instant.zero + .seconds(2 as Int64)) - .zero == .seconds(2 as Int64))
        #expect(Nanoseconds.milliseconds(1_500).seconds == 1.5)
        #expect(Instant.zero < .zero + Nanoseconds(1))
    }
}

@Suite struct RandomStreamTests {
    @Test func `the same seed and purpose give the same numbers, for ever`() {
        var stream = RandomStream(seed: 1, purpose: "board/accelerometer")
        let first = (0..<3).map { _ in stream.next() }
        var again = RandomStream(seed: 1, purpose: "board/accelerometer")
        #expect((0..<3).map { _ in again.next() } == first)
        var other = RandomStream(seed: 1, purpose: "board/gyroscope")
        var seed = RandomStream(seed: 2, purpose: "board/accelerometer")
        #expect(other.next() != first[0])
        #expect(seed.next() != first[0])
        // Held for ever: recorded runs depend on it.
        #expect(
            first == [
                2_926_534_497_020_991_163, 6_226_262_008_171_443_495, 12_917_242_428_104_027_064,
            ])
    }

    @Test func `uniform numbers fill their range`() {
        var stream = RandomStream(seed: 5, purpose: "uniform")
        var bins = [Int](repeating: 0, count: 10)
        var sum = 0.0
        for _ in 0..<100_000 {
            let x = stream.uniform()
            #expect((0..<1).contains(x))
            sum += x
            bins[Int(stream.below(10))] += 1
        }
        #expect(abs(sum / 100_000 - 0.5) < 0.005)
        #expect(bins.allSatisfy { (9_500...10_500).contains($0) })
        #expect(stream.below(1) == 0)
    }
}

@Suite struct TraceTests {
    @Test func `a line has its time, who and what; without a sink nothing is made`() {
        var lines: [String] = []
        let trace = Trace { lines.append($0) }
        trace.record(.zero + .milliseconds(1_250), "wrist", "< 03 04")
        #expect(lines == ["     1.250000000 wrist  < 03 04"])
        var isMade = false
        func text() -> String {
            isMade = true
            return ""
        }
        let silent = Trace()
        silent.record(.zero, "wrist", text())
        #expect(!isMade && !silent.isOn && trace.isOn)
    }

    @Test func `spans and moments do not overflow`() {
        let ends = [Nanoseconds.least, .greatest, .zero, Nanoseconds(-1), .seconds(400 * 86_400)]
        for a in ends {
            for b in ends {
                let sum = Int128(a.count) + Int128(b.count)
                #expect((a + b).count == Int64(clamping: sum))
                #expect((a - b).count == Int64(clamping: Int128(a.count) - Int128(b.count)))
                #expect((a * b.count).count == Int64(clamping: Int128(a.count) * Int128(b.count)))
                if b != .zero {
                    #expect(
                        (a / b.count).count == Int64(clamping: Int128(a.count) / Int128(b.count)))
                }
                let moment = Instant(nanoseconds: a.count)
                #expect((moment + b).nanoseconds == Int64(clamping: sum))
                #expect((moment - Instant(nanoseconds: b.count)) == a - b)
                #expect((moment - b).nanoseconds == (a - b).count)
            }
        }
        #expect(Nanoseconds.seconds(Int64.max) == .greatest)
        #expect(Nanoseconds.milliseconds(Int64.min) == .least)
        for (seconds, span) in [
            (1e300, Nanoseconds.greatest), (-.infinity, .least), (.nan, .zero),
            (1.5e-9, Nanoseconds(2)),
        ] {
            #expect(Nanoseconds.seconds(seconds as Double) == span)
        }
    }

    @Test func `parts of a span are exact`() {
        let span = Nanoseconds.seconds(400 * 86_400)
        #expect(span.part(1, of: 3).count == span.count / 3)
        #expect(span.part(345_600_000, of: 345_600_000) == span)
        #expect(Nanoseconds(10).part(7, of: 4) == Nanoseconds(17))
        #expect(Nanoseconds.greatest.part(.max, of: 1) == .greatest)
    }
}
