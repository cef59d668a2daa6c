import Checkout
import Foundation
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Random programs of events, timers and macros on every profile: bounded in commands, memory and
/// notifications, and the same again with the same seed.
@Suite struct ProgramFuzzTests {
    /// A program is worth some thousand writes: `FUZZ_ROUNDS` counts those.
    static let rounds =
        max((Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 0) / 2500, 100)

    @Test(.slow, arguments: [0, 1, 2])
    func `random programs end no instant too late and no board (fuzz)`(_ model: Int) {
        var fired = 0
        for round in 0..<max(Self.rounds / 3, 1) {
            fired += Self.run(BoardProfile.all[model], seed: UInt64(round)).commands
        }
        #expect(fired > Self.rounds)
    }

    @Test(.slow) func `the same program does the same (fuzz)`() {
        for seed in 0..<UInt64(min(Self.rounds, 12)) {
            let first = Self.run(.metaMotionS, seed: seed)
            #expect(Self.run(.metaMotionS, seed: seed) == first)
        }
    }

    struct Outcome: Equatable {
        /// Of the board's own.
        var commands = 0
        var resets = 0
        /// FNV-1a of every byte that came back.
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    }

    /// A tenth of a second or more of one program, with the world acting on it.
    static func run(_ profile: BoardProfile, seed: UInt64) -> Outcome {
        var random = RandomStream(seed: seed, purpose: "fuzz/programs")
        let bench = Bench(
            profile, quirks: seed % 3 == 0 ? [.macroSpliceRunsBoth] : [], isConnected: false)
        var outcome = Outcome()
        for _ in 0..<4 {
            bench.connect()
            for _ in 0..<random.below(60) { bench.write(write(&random)) }
            for _ in 0..<4 {
                world(bench, &random)
                let before = bench.simulation.clock.handled
                bench.run(milliseconds: Int64(random.below(40)))
                // No program has more events of the clock than its timers and sensors make.
                #expect(bench.simulation.clock.handled - before < 5_000)
                #expect(bench.board.commands.count <= CommandQueue.capacity)
                #expect(bench.board.callDepth == 0)
            }
            for heard in bench.link.heard {
                #expect((2...20).contains(heard.count))
                for byte in heard {
                    outcome.digest = (outcome.digest ^ UInt64(byte)) &* 0x100_0000_01B3
                }
            }
            bench.link.heard = []
            if bench.board.connection != nil { bench.disconnect() }
            bench.run(milliseconds: Int64(random.below(2_500)))
        }
        outcome.commands = bench.lines.count { $0.contains("event ") || $0.contains("macro ") }
        outcome.resets = bench.board.resets
        return outcome
    }

    private static func world(_ bench: Bench, _ random: inout RandomStream) {
        switch random.below(8) {
        case 0: bench.board.setButton(pressed: random.below(2) == 0)
        case 1: bench.board.setCharger(connected: random.below(2) == 0)
        case 2: bench.board.setBattery(level: Double(random.below(101)))
        case 3 where bench.board.connection != nil: bench.disconnect()
        case 4 where random.below(4) == 0: bench.board.brownOut()
        default: break
        }
    }

    /// A source that something may fire, a command that may fire something, or a whole entry.
    private static func write(_ random: inout RandomStream) -> [UInt8] {
        func pick(_ texts: [String]) -> [UInt8] {
            Hex.bytes(texts[Int(random.below(UInt64(texts.count)))]) ?? []
        }
        func small(_ below: UInt64) -> UInt8 { UInt8(random.below(below)) }
        var command = pick([
            "0c 03 00", "0c 03 01", "0c 04 00", "0c 05 01", "04 81 00", "04 c1 00", "0f 05 00",
            "0f 05 01", "fe 03 01 01 00 01", "0a 04 02", "0a 04 00", "0f 08", "0f 04", "11 92",
            "0c 02 01 00 00 00 ff ff 01", "0a 02 0c 06 00 0c 03 01", "0a 03 00", "0f 02 00",
            "0f 02 01", "0f 03 0c 03 00", "0f 03 0f 05 00", "03 01 01", "03 02 01 00", "11 05",
            "fe 05", "fe 06", "0c 07 00 01", "0b 01 01", "0b 02 0c 06 00 00", "11 04 01",
        ])
        if random.below(200) == 0 {
            command = pick(["fe 01", "fe 07", "0a 05", "11 0e 00 40 00 00"])
        }
        let source = pick([
            "0c 06 00", "0c 06 01", "0c 06 ff", "04 81 00", "04 c1 00", "01 01 ff", "11 0a ff",
            "11 12 ff", "0f 07 00", "0f 07 01", "03 04 ff", "05 0a 00",
        ])
        switch random.below(6) {
        case 0, 1:
            var entry = [0x0A, 0x02] + source + command.prefix(2)
            entry.append(UInt8(clamping: max(command.count - 2, 0)))
            if random.below(3) == 0 { entry += [small(16) << 4 | small(16) | 1, small(5)] }
            return entry
        case 2: return [0x0A, 0x03] + command.dropFirst(2)
        case 3: return [0x0F, 0x03] + command
        case 4:
            return [
                0x0C, 0x02, small(4), 0, 0, 0, small(4), random.below(2) == 0 ? 0xFF : 0, small(2),
            ]
        default: return command
        }
    }
}
