import Foundation
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Random chains, fed and changed at random, also in the middle of a sample.
@Suite struct ProcessorFuzzTests {
    /// `FUZZ_ROUNDS` says how many steps.
    static let rounds = Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 3_000

    static let kinds: [UInt8] = Array(0x01...0x11) + [0x1A, 0x1B]
    static let signals = [
        SignalKey(0x01, 0x01), SignalKey(0x03, 0x04), SignalKey(0x03, 0x05), SignalKey(0x12, 0x01),
        SignalKey(0x19, 0x07), SignalKey(0x0C, 0x06, 2), SignalKey(0x04, 0x81, 1),
        SignalKey(0x05, 0xC7, 0),
    ]

    // holds PRC-02 PRC-06 PRC-14 PRC-15
    @Test(arguments: [1, 2, 3, 4]) func `random chains keep the pool sound (fuzz)`(_ seed: UInt64) {
        let bench = Bench(
            seed % 2 == 0 ? .metaMotionS : .metaMotionR,
            quirks: seed > 2 ? [.silentReadsFeedProcessors, .fuserWaitsForAll] : [],
            isTraced: false)
        var random = RandomStream(seed: seed, purpose: "fuzz/processors")
        var outputs = 0
        bench.link.whileNotifying = { [unowned bench] packet in
            outputs += packet.starts(with: [0x09, 0x03]) ? 1 : 0
            if packet.starts(with: [0x09, 0x02]), packet.count == 3 {
                bench.board.perform([0x09, 0x07, packet[2], 1])
            }
            guard random.below(8) == 0 else { return }
            bench.board.perform(Self.command(&random))
        }
        bench.write("09 03 01")
        var most = 0
        for _ in 0..<Self.rounds / 4 {
            switch random.below(3) {
            case 0: bench.write(Self.command(&random))
            default:
                let key = Self.signals[Int(random.below(UInt64(Self.signals.count)))]
                let count = [1, 6, 18, 4, 16, 0, 2, 2][Self.signals.firstIndex(of: key) ?? 0]
                let bytes = ShortBytes(
                    (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
                bench.board.route(key, bytes)
            }
            if random.below(16) == 0 { bench.run(milliseconds: Int64(random.below(100))) }
            for heard in bench.link.heard { #expect(heard.count <= 20) }
            bench.link.heard = []
            let pool = bench.processors.slots.compactMap { $0 }
            most = max(most, pool.count)
            for processor in pool {
                if let parent = processor.source.parent {
                    #expect(bench.processors.processor(parent) != nil)
                }
                for id in processor.algorithm.references {
                    #expect(bench.processors.processor(id)?.kind == .buffer)
                }
            }
            #expect(bench.processors.isBusy == !pool.isEmpty)
        }
        #expect(outputs > Self.rounds / 100, "some chains must say something")
        #expect(most > 8)
    }

    /// Something that a host may say to the module, mostly with a meaning.
    static func command(_ random: inout RandomStream) -> [UInt8] {
        func below(_ bound: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: random.below(bound)) }
        func bytes(_ count: UInt8) -> [UInt8] {
            (0..<count).map { _ in below(3) == 0 ? below(256) : below(6) }
        }
        let kind = kinds[Int(below(UInt64(kinds.count)))]
        switch random.below(40) {
        case 0..<14:
            var source = [0x09, [0x03, 0x03, 0x03, 0x84, 0xC4][Int(below(5))], below(28)]
            if below(3) > 0 {
                let key = signals[Int(below(UInt64(signals.count)))]
                source = [key.module, key.register, key.index]
            }
            let pack = [0x00, 0x20, 0x60, 0xA0, 0xE0, 0x24, below(256)][Int(below(7))]
            return [0x09, 0x02] + source + [pack, kind] + bytes(below(14))
        case 14..<22: return [0x09, 0x07, below(28), below(5) > 0 ? 1 : 0]
        case 22..<26: return [0x09, 0x05, below(28), kind] + bytes(below(14))
        case 26..<29: return [0x09, 0x04, below(28)] + bytes(below(6))
        case 29..<32: return [0x09, [0x84, 0xC4, 0x82][Int(below(3))], below(30)]
        case 32..<36: return [0x09, 0x06, below(28)]
        case 36: return below(20) == 0 ? [0x09, 0x08] : [0x09, 0x03, 0x01]
        case 37: return [0xFE, 0x03, 0x01, 0x01, 0x01, below(4)]
        case 38: return [0xFE, 0x03, 0x09, 0x03, 0x01, below(28), below(4)]
        default: return [0x09, below(64)] + bytes(below(20))
        }
    }
}
