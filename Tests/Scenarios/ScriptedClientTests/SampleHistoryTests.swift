import Simulation
import Testing

@testable import Declaration
@testable import ScriptedClient

/// Recorded samples, packed: what goes in comes out, and what is forgotten takes no room.
@Suite struct SampleHistoryTests {
    private static func sample(_ n: Int, _ random: inout RandomStream) -> SampleHistory.Sample {
        func count() -> Int16 { Int16(truncatingIfNeeded: random.below(40)) - 20 }
        return SampleHistory.Sample(
            time: Instant(nanoseconds: Int64(n) * 10_000_000 + Int64(random.below(3))),
            x: count(), y: count(), z: 2048 + count())
    }

    @Test func `what was added comes back, from packed blocks and from the open one`() {
        var random = RandomStream(seed: 5, purpose: "history")
        var history = SampleHistory()
        var all: [SampleHistory.Sample] = []
        for n in 0..<1000 {
            all.append(Self.sample(n, &random))
            history.append(all[n])
        }
        #expect((0..<1000).map { history[$0] } == all)
        for n in [0, 1, 255, 256, 511, 512, 999] {
            #expect(history.position(at: all[n].time) == n)
            #expect(history.position(at: all[n].time + Nanoseconds(1)) == n + 1)
        }
        #expect(history.position(at: .zero - .seconds(1)) == 0)
    }

    /// Numbers of the ends of their ranges, and times that stand still.
    @Test func `any numbers come back`() {
        let times: [Int64] = [0, 0, 1, .max / 4, .max / 4, .max / 2]
        var history = SampleHistory()
        var all: [SampleHistory.Sample] = []
        for n in 0..<SampleHistory.blockLength {
            let sample = SampleHistory.Sample(
                time: Instant(nanoseconds: times[min(n, times.count - 1)]),
                x: n.isMultiple(of: 2) ? .min : .max, y: Int16(n), z: 0)
            all.append(sample)
            history.append(sample)
        }
        #expect((0..<all.count).map { history[$0] } == all)
    }

    @Test func `what is forgotten is gone by whole blocks, and numbers stay`() {
        var random = RandomStream(seed: 6, purpose: "history")
        var history = SampleHistory()
        var last = SampleHistory.Sample(time: .zero, x: 0, y: 0, z: 0)
        for n in 0..<100_000 {
            last = Self.sample(n, &random)
            history.append(last)
            history.forget(before: n - 300)
        }
        #expect(history.count - history.start < 300 + 2 * SampleHistory.blockLength)
        #expect(history[99_999] == last)
        #expect(history.position(at: last.time) == 99_999)
        #expect(history.position(at: .zero) == history.start)
    }
}
