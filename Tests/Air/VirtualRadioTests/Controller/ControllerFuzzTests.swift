import Bluetooth
import Foundation
import Simulation
import Testing

@testable import VirtualRadio

/// Hosts that send anything: nothing traps, what comes back is sound, and no other host suffers.
struct ControllerFuzzTests {
    /// `FUZZ_ROUNDS` says how many packets; the stage `fuzz` asks for many, others for few.
    static let rounds = Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 6_000

    /// Packets of a world, the same for the same seed.
    struct Mischief {
        var dice: RandomStream

        mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: dice.next() >> 32) }

        /// Small numbers are what most fields want.
        mutating func field() -> UInt8 {
            dice.below(3) == 0 ? byte() : UInt8(dice.below(4))
        }

        mutating func packet() -> [UInt8] {
            switch dice.below(16) {
            case 0: (0..<dice.below(12)).map { _ in byte() }
            case 1...3: data()
            case 4...6: sound()
            default: command()
            }
        }

        /// A command of the table, mostly of a right length, with parameters of chance.
        mutating func command() -> [UInt8] {
            let all = HCIOpcode.allCases
            let opcode = all[Int(dice.below(UInt64(all.count)))]
            var length: Int =
                switch opcode.command.length {
                case .exactly(let length): length
                case .atLeast(let least): least + Int(dice.below(40))
                }
            if dice.below(20) == 0 { length = Int(dice.below(256)) }
            let head = [
                1, UInt8(opcode.rawValue & 0xFF), UInt8(opcode.rawValue >> 8), UInt8(length),
            ]
            var parameters = (0..<length).map { _ in field() }
            // A handle that may be there.
            if length >= 2, dice.below(2) == 0 { (parameters[0], parameters[1]) = (0x40, 0) }
            return head + parameters
        }

        /// A command that does something.
        mutating func sound() -> [UInt8] {
            let texts = [
                RuleTests.connect.replacing("01 01 00 00 00 00 C0", with: "00 0B 00 00 DC 1B 00"),
                RuleTests.connect.replacing("01 01 00 00 00 00 C0", with: "00 0A 00 00 DC 1B 00"),
                "01 06 20 0F 20 00 20 00 00 00 00 00 00 00 00 00 00 07 00", "01 0A 20 01 01",
                "01 0C 20 02 01 00", RuleTests.extendedParameters,
                "01 39 20 06 01 01 01 00 00 00", "01 42 20 06 01 00 00 00 00 00",
                "01 01 0C 08 FF FF FF FF FF FF FF FF", "01 01 20 08 FF FF FF FF FF FF FF FF",
                ConnectionHostTests.encrypt.split(separator: "\n")[0].dropFirst(3).description,
                "01 1A 20 12 40 00 \(ConnectionHostTests.key)",
                "01 13 20 0E 40 00 06 00 0C 00 00 00 C8 00 00 00 00 00",
                "01 06 04 03 40 00 13", "01 22 20 06 40 00 FB 00 48 08",
                "01 32 20 07 40 00 00 02 02 00 00",
            ]
            return octets(texts[Int(dice.below(UInt64(texts.count)))])
        }

        mutating func data() -> [UInt8] {
            let length = Int(dice.below(dice.below(4) == 0 ? 300 : 40))
            let handle = UInt16(0x40 + dice.below(2)) | UInt16(dice.below(8)) << 12
            return [2, UInt8(handle & 0xFF), UInt8(handle >> 8), UInt8(length & 0xFF)]
                + [UInt8(length >> 8)] + (0..<length).map { _ in field() }
        }
    }

    /// Plays random packets of two hosts; gives everything that came back.
    static func play(_ packets: Int, seed: UInt64) -> [[UInt8]] {
        let bench = HostBench("ABC", seed: seed)
        bench.open()
        var mischief = Mischief(dice: RandomStream(seed: seed, purpose: "mischief"))
        var came: [[UInt8]] = []
        for _ in 0..<packets {
            let host = bench[mischief.dice.below(2) == 0 ? "A" : "B"]
            if mischief.dice.below(200) == 0 { host.controller.isHostSlow.toggle() }
            let packet = mischief.packet()
            host.send(packet)
            came += host.takeAll()
            if packet.count == 4 || packet.first == 1 && packet.count < 30 {
                answered(packet, came)
            }
            if mischief.dice.below(3) == 0 {
                bench.run(.milliseconds(Int64(mischief.dice.below(60))))
            }
        }
        // The third host has not noticed.
        #expect(bench["C"].takeAll().isEmpty)
        #expect(bench["C"].command("01 09 10 00").first == 0)
        // The others come back with a reset.
        for name in "AB" {
            bench[name].controller.isHostSlow = false
            _ = bench[name].takeAll()
            #expect(bench[name].command("01 03 0C 00") == [0])
        }
        return came
    }

    /// A whole command has an answer, of its own opcode; only one kind may be silent.
    private static func answered(_ packet: [UInt8], _ came: [[UInt8]]) {
        guard packet.count >= 4, packet[0] == 1, packet.count == 4 + Int(packet[3]),
            packet[1...2] != [0x35, 0x0C]
        else { return }
        let isAnswered = came.suffix(40).contains { event in
            event[0] == 4
                && (event[1] == 0x0E && Array(event[4...5]) == Array(packet[1...2])
                    || event[1] == 0x0F && Array(event[5...6]) == Array(packet[1...2]))
        }
        #expect(isAnswered, "\(hex(packet))")
    }

    @Test func `fuzz: random packets of two hosts`() {
        let each = 500
        var kinds: Set<UInt8> = []
        for round in 0..<max(1, Self.rounds / each) {
            for packet in Self.play(each, seed: UInt64(round + 1)) {
                kinds.insert(packet[0] == 4 ? packet[1] : packet[0])
                #expect(!HCIDescriber.describe(packet.span).contains("wrong length"))
            }
        }
        // Connections came about, and data crossed.
        #expect(kinds.isSuperset(of: [0x02, 0x05, 0x0E, 0x0F, 0x13, 0x3E]))
    }

    @Test func `the same packets at the same times give the same packets`() {
        let once = Self.play(600, seed: 77)
        #expect(once == Self.play(600, seed: 77))
        #expect(once != Self.play(600, seed: 78))
    }
}
