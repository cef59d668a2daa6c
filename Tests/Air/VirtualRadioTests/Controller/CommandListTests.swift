import Bluetooth
import Checkout
import Foundation
import Testing

@testable import VirtualRadio

@Suite struct CommandListTests {
    /// Groups of opcodes (Core Vol 4, Part E, 5.4.1): the upper six bits.
    private static let groups: [(number: UInt16, title: String)] = [
        (0x01, "Link Control"), (0x03, "Controller & Baseband"), (0x04, "Informational"),
        (0x05, "Status"), (0x08, "LE"),
    ]

    @Test func `the parameters of every command that is served are declared`() {
        let bench = HostBench("A")
        for opcode in HCIOpcode.allCases where bench["A"].controller.handler(of: opcode) != nil {
            let written = HCIParameters(opcode).packet.count - 4
            #expect(opcode.command.length.fits(written), "\(opcode)")
        }
    }

    @Test func `a successful command returns all that is declared`() {
        let bench = HostBench("A")
        bench.open()
        for opcode in HCIOpcode.allCases where opcode.command.length == .exactly(0) {
            let answer = bench["A"].command(hex(HCIParameters(opcode).packet))
            guard opcode.command.answer == .complete, answer.first == 0 else { continue }
            #expect(
                answer.count - 1 == HCIParameters(returnedBy: opcode).packet.count, "\(opcode)")
        }
    }

    /// A host decides by these answers which commands it uses.
    @Test func `a controller without extended advertising has none of its commands`() {
        let bench = HostBench("A")
        let old = Controller(
            on: bench.air, name: "old", publicAddress: Address(0x00AA_0100_0001),
            cryptography: bench["A"].controller.cryptography, hasExtendedAdvertising: false)
        let host = TestHost(old)
        let extended = 1 << 12
        #expect(bench["A"].controller.leFeatures & UInt64(extended) != 0)
        #expect(old.leFeatures & UInt64(extended) == 0)
        let lost = HCIOpcode.allCases.filter {
            bench["A"].controller.handler(of: $0) != nil && old.handler(of: $0) == nil
        }
        #expect(lost.count == 12)
        #expect(
            lost.allSatisfy {
                $0.command.name.contains("Extended") || $0.command.name.contains("Advertising")
            })
        for opcode in lost {
            if let bit = opcode.command.supportedBit {
                #expect(old.supportedCommands[bit / 8] >> UInt8(bit % 8) & 1 == 0, "\(opcode)")
            }
        }
        #expect(host.command(hex(HCIParameters(.leSetExtendedScanEnable).packet)) == [0x01])
        // The older commands are those of any controller.
        #expect(host.command("01 0B 20 07 01 60 00 30 00 00 00") == [0])
        #expect(host.command("01 0C 20 02 01 00") == [0])
    }

    @Test func `the guide lists the commands that are served`() throws {
        let bench = HostBench("A")
        let served = HCIOpcode.allCases.filter { bench["A"].controller.handler(of: $0) != nil }
        #expect(
            served.allSatisfy { code in Self.groups.contains { $0.number == code.rawValue >> 10 } })
        var table = "| group | commands |\n|---|---|\n"
        for group in Self.groups {
            let names = served.filter { $0.rawValue >> 10 == group.number }.map(\.command.name)
            let short = names.map { $0.hasPrefix("LE ") ? String($0.dropFirst(3)) : $0 }
            table += "| \(group.title) | \(short.sorted().joined(separator: ", ")) |\n"
        }
        let page = try Repository.text("docs/guides/hosts.md")
        #expect(page.contains("\n\n\(table)\n"), "put this there:\n\(table)")
    }
}
