import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Chains on random samples against a plain computation of the same.
@Suite struct ProcessorChainTests {
    static let seeds: [UInt64] = [1, 2, 3, 4, 5]

    static func samples(_ seed: UInt64, _ count: Int) -> [[Int]] {
        var random = RandomStream(seed: seed, purpose: "processor chains")
        return (0..<count).map { _ in (0..<3).map { _ in Int(random.below(65_536)) - 32_768 } }
    }

    /// Feeds acceleration samples; what each listening processor said, in order, as numbers.
    static func run(_ bench: Bench, _ samples: [[Int]]) -> [Int: [Int]] {
        var heard: [Int: [Int]] = [:]
        for axes in samples {
            var bytes = ShortBytes()
            for axis in axes { bytes.append(axis, bytes: 2) }
            bench.board.route(SignalKey(0x03, 0x04), bytes)
            for packet in bench.link.heard where packet[0] == 0x09 && packet[1] == 0x03 {
                let data = ShortBytes(packet[3...])
                heard[Int(packet[2]), default: []].append(
                    Int(data.integer(bytes: data.count, signed: false)))
            }
            bench.link.heard = []
        }
        return heard
    }

    /// The floor of a square root by bisection.
    static func root(_ x: Int) -> Int {
        var (low, high) = (0, 1 << 31)
        while high - low > 1 {
            let middle = (low + high) / 2
            if middle * middle <= x { low = middle } else { high = middle }
        }
        return low
    }

    // holds PRC-22 PRC-24 PRC-29
    // registers DataProcessor 02 03
    @Test(arguments: seeds) func `RSS, average, threshold: free fall`(_ seed: UInt64) {
        let samples = Self.samples(seed, 400)
        let bench = Bench(isTraced: false)
        bench.addProcessors(
            "03 04 ff a0 07 a5 01", "09 03 00 20 03 05 04", "09 03 01 20 0d 09 00 80 00 00 10 00")
        for id in 0..<3 { bench.listen(to: id) }
        let heard = Self.run(bench, samples)

        let lengths = samples.map { Self.root($0.map { $0 * $0 }.reduce(0, +)) }
        #expect(heard[0] == lengths)
        var means: [Int] = []
        var sum = 0
        for (n, length) in lengths.enumerated() {
            if n >= 4 { sum -= sum / 4 }
            sum += length
            if n >= 3 { means.append(sum / 4) }
        }
        #expect(heard[1] == means)
        var crossings: [Int] = []
        var isAbove = (means.first ?? 0) >= 0x8000
        for mean in means {
            if !isAbove, mean >= 0x8010 { crossings.append(1) }
            if isAbove, mean <= 0x7FF0 { crossings.append(255) }
            if mean >= 0x8010 { isAbove = true }
            if mean <= 0x7FF0 { isAbove = false }
        }
        #expect(crossings.count > 10)
        #expect(heard[2] == crossings)
    }

    // holds PRC-21 PRC-23 PRC-25
    // registers DataProcessor 02 03
    @Test func `counter, modulo, comparators: odd and even`() {
        let bench = Bench(isTraced: false)
        bench.addProcessors(
            "03 04 ff a0 02 10", "09 03 00 00 09 03 04 02 00 00 00 00",
            "09 03 01 60 06 06 01 00 00 00", "09 03 01 60 06 06 00 00 00 00")
        for id in 2..<4 { bench.listen(to: id) }
        let heard = Self.run(bench, Self.samples(1, 600))
        #expect(heard[2] == Array(repeating: 1, count: 300))
        #expect(heard[3] == Array(repeating: 0, count: 300))
    }

    // holds PRC-21 PRC-24 PRC-36 PRC-30
    // registers DataProcessor 02 03
    @Test(arguments: seeds) func `activity: RMS, accumulator, time, buffer`(_ seed: UInt64) {
        let samples = Self.samples(seed, 200).map { $0.map { $0 / 4 } }
        let bench = Bench(isTraced: false)
        bench.addProcessors(
            "03 04 ff a0 07 a5 00", "09 03 00 20 02 07", "09 03 01 60 08 03 64 00 00 00",
            "09 03 01 60 0f 03")
        bench.listen(to: 2)
        var (total, heard, expected) = (0, [Int](), [Int]())
        for (n, axes) in samples.enumerated() {
            total += Self.root(axes.map { $0 * $0 }.reduce(0, +) / 3)
            if n % 12 == 0 { expected.append(total) }
            heard += Self.run(bench, [axes])[2, default: []]
            // Twelve of nine milliseconds are the first that reach a hundred.
            bench.run(milliseconds: 9)
        }
        #expect(heard == expected)
        let state = Hex.bytes(bench.ask("09 84 03").first ?? "") ?? []
        #expect(Int(ShortBytes(state.dropFirst(3)).littleEndian(bytes: 4)) == total)
    }

    // holds PRC-25 PRC-28 PRC-31
    // registers DataProcessor 02 03
    @Test(arguments: seeds) func `one axis: delay, subtract, delta`(_ seed: UInt64) {
        let samples = Self.samples(seed, 300)
        let bench = Bench(isTraced: false)
        bench.addProcessors(
            "03 04 ff 24 09 17 09 e8 03 00 00 00", "09 03 00 60 0a 03 05",
            "09 03 01 60 0c 0f 10 27 00 00", "09 03 01 60 09 1f 08 03 00 00 00 00")
        for id in 1..<4 { bench.listen(to: id) }
        let heard = Self.run(bench, samples)

        let delayed = samples.dropLast(5).map { $0[2] - 1000 }
        func wire(_ x: Int) -> Int { Int(UInt32(truncatingIfNeeded: x)) }
        #expect(heard[1] == delayed.map(wire))
        var (last, steps) = (0, [Int]())
        for x in delayed where abs(x - last) >= 10_000 {
            steps.append(wire(x - last))
            last = x
        }
        #expect(heard[2] == steps)
        #expect(heard[3] == delayed.map { wire(Int((Double($0) / 8).rounded(.down))) })
    }

    // holds PRC-11 PRC-18 PRC-32 PRC-33 PRC-36
    // registers DataProcessor 02
    @Test func `fused streams, limited and logged, as the C++ SDK makes them`() {
        let bench = Bench(.metaMotionS)
        bench.addProcessors(
            "13 04 ff a0 0f 05", "03 04 ff a0 1b 01 00 00 00 00 00 00 00 00 00 00 00 00",
            "09 03 01 60 08 13 14 00 00 00", "09 03 02 60 11 30 03")
        bench.listen(to: 3)
        bench.feel(1, 2, 3, countsPerG: 4096)
        bench.spin(4, 5, 6, countsPerDegree: 16.4)
        bench.play(
            """
            > 0b 02 09 03 01 60
            < 0b 02 00
            > 0b 02 09 03 01 64
            < 0b 02 01
            > 0b 02 09 03 01 68
            < 0b 02 02
            > 0b 01 01
            > 03 02 01 00
            > 13 02 01 00
            > 13 01 01
            + 100 ms
            > 03 01 01
            + 45 ms
            < 09 03 03 00 00 00 00 01 00 02 00 03 00 04 00 05 00 06 00
            < 09 03 03 01 00 00 00 01 00 02 00 03 00 04 00 05 00 06 00
            """)
        bench.write("0b 01 00")
        bench.log.flush()
        let data = (0..<3).map { bench.log.page(0)?.entry($0).data }
        #expect(data == [0x0002_0001, 0x0004_0003, 0x0006_0005])
        #expect(bench.log.recordedEntries == 12)
    }
}
