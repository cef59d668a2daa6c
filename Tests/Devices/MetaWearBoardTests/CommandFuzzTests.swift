import Checkout
import Foundation
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// What no client would send: the board stays alive, silent where it must be, and the same seed
/// gives the same answers.
@Suite struct CommandFuzzTests {
    /// `FUZZ_ROUNDS` says how many writes; the stage `fuzz` asks for many, others for few.
    static let rounds = Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 6_000

    @Test(.slow, arguments: BoardProfile.all.indices)
    func `random and mutated writes never trap (fuzz)`(_ model: Int) {
        let count = Self.rounds / BoardProfile.all.count
        let answers = fuzz(BoardProfile.all[model], seed: UInt64(model), count: count)
        #expect(answers.packets > count / 50, "some writes must be understood")
    }

    @Test(.slow) func `the same writes get the same answers (fuzz)`() {
        let count = min(Self.rounds / 3, 20_000)
        let first = fuzz(.metaMotionS, seed: 9, count: count)
        #expect(fuzz(.metaMotionS, seed: 9, count: count) == first)
        #expect(fuzz(.metaMotionS, seed: 10, count: count) != first)
    }

    struct Answers: Equatable {
        var packets = 0
        /// FNV-1a of every byte that came back.
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    }

    /// Writes by the register tables, mutated, with time, button, links and power in between.
    private func fuzz(_ profile: BoardProfile, seed: UInt64, count: Int) -> Answers {
        let quirks = Set(
            Quirk.allCases.filter { seed & 1 << UInt64($0.rawValue.utf8.count % 7) != 0 })
        let bench = Bench(profile, quirks: quirks, sensors: .realistic, isTraced: seed % 2 == 1)
        var random = RandomStream(seed: seed, purpose: "fuzz/commands")
        let device = RegisterMapDevice(name: "device", countsUp: seed % 2 == 0)
        for place in [BusPlace.i2c(0), .i2c(1), .spi(select: 0), .internalSPI] {
            bench.board.attach(device, at: place)
        }
        var answers = Answers()
        var isUp = true
        for round in 0..<count {
            if isUp { bench.write(packet(profile, &random)) }
            switch random.below(64) {
            case 0..<12: bench.run(.microseconds(Int64(random.below(40_000))))
            case 12: bench.run(milliseconds: Int64(random.below(4_000)))
            case 13: bench.board.setButton(pressed: random.below(2) == 0)
            case 14: bench.board.setPin(Int(random.below(9)), volts: Double(random.below(4)))
            case 15: bench.board.setBattery(level: Double(random.below(101)))
            case 16: bench.board.setCharger(connected: random.below(2) == 0)
            case 17 where round % 8 == 0: bench.board.brownOut()
            case 18 where round % 8 == 0: bench.board.flash.log.fill(to: 0.5)
            case 19...21:
                if isUp, bench.board.connection != nil { bench.disconnect() }
                isUp = false
            default: break
            }
            bench.leaveBootloader()
            if !isUp || bench.board.connection == nil {
                bench.run(milliseconds: 3_000)
                bench.connect()
                isUp = true
            }
            for heard in bench.link.heard {
                answers.packets += 1
                #expect(heard.count >= 2 && heard.count <= 20)
                for byte in heard {
                    answers.digest = (answers.digest ^ UInt64(byte)) &* 0x100_0000_01B3
                }
            }
            bench.link.heard = []
        }
        return answers
    }

    /// A register of the board with a payload of about its length, or any bytes.
    private func packet(_ profile: BoardProfile, _ random: inout RandomStream) -> [UInt8] {
        func bytes(_ count: UInt64) -> [UInt8] {
            (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
        let entry = profile.modules[Int(random.below(UInt64(profile.modules.count)))]
        guard random.below(16) > 0, entry.isModelled else { return bytes(random.below(29)) }
        let registers = entry.declarations
        guard !registers.isEmpty else { return bytes(random.below(29)) }
        let register = registers[Int(random.below(UInt64(registers.count)))].id
        let flags: UInt8 = [0, 0, 0, 0, 0x80, 0x80, 0xC0, 0x40][Int(random.below(8))]
        var payload = bytes(random.below(6) == 0 ? random.below(27) : random.below(10))
        // Small numbers are what most fields understand.
        for i in payload.indices where random.below(2) == 0 { payload[i] &= 0x03 }
        return [entry.id, register | flags] + payload
    }
}
