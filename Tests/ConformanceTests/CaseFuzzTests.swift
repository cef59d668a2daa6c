import Foundation
import Scenario
import Simulation
import Testing

@testable import Conformance

/// Case files that nobody would write must give an error, or a verdict, never a trap.
@Suite struct CaseFuzzTests {
    private static let rounds =
        Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 2_000

    private static let seeds = [
        """
        - ask: {send: "0B 84", answer: "0B 84 tick:u32 uid:u8", where: [{field: tick, mask: 0xFF, from: 0}]}
              - repeat: {times: 3, steps: [{ask: {send: "0C 02 E8 03 00 00 FF FF 00", answer: "0C 02 $i"}}]}
              - check: [{field: tick, norm-with: [uid], over: 2, to: 1e9}]
              - write: {packet: "00*4 $tick:u16", to: 2A26, as: request, fails: 3}
        """,
        """
        - write: "03 01 01"
              - stream: {packet: "03 04 x:i16 y:i16 z:f32 ..", for: 20 ms, at-least: 0, mean: [{field: z, to: 3}]}
              - either: [{follows: one, silence: 10 ms}, {follows: two, expect: {packet: "0B ?? ..", within: 5 ms}}, {follows: three, advertises: {for: 9 ms, silent: true}}]
              - forget: {for: 3 ms, of: "03 ?? .."}
              - silence: {for: 30 ms, of: "0C text:text"}
        """,
        """
        - read: {characteristic: 2A26, value: "v:text", where: [{field: v, says: 1.7.3}]}
              - services: {has: [{service: 180F, characteristic: 2A19, properties: [read]}], lacks: [1531]}
              - mtu: {asks: 100, gets: 100}
              - input: {button: click}
              - fault: {link-loss: 1 s}
              - disconnect
              - advertises: {for: 1 s, name: MetaWear, data: "02 ..", at-least: 1}
              - connect: {within: 2 s, fails: true}
        """,
    ]

    @Test func `mutated cases are refused or judged, and never trap (fuzz)`() {
        var random = RandomStream(seed: 3, purpose: "fuzz")
        let target = ModelTarget([.metaMotionS])
        var refused = 0
        var verdicts: [Verdict: Int] = [:]
        for round in 0..<Self.rounds {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0...random.below(4) { mutate(&bytes, &random) }
            let head = """
                version: 1
                about: x
                cases:
                  - id: MW/TST/FUZZ/BV-01-C
                    title: x
                    source: core 1 (ours)
                    steps:
                      \("")
                """
            do throws(SuiteError) {
                let suite = try ConformanceSuite([("t", Array(head.utf8) + bytes)])
                // What lasts long is right and tells nothing more.
                let extents = suite.entries.map { CaseExtent($0.item.steps) }
                guard extents.allSatisfy({ $0.steps < 200 && $0.seconds < 60 }) else { continue }
                let run = SuiteRun(SuitePlan(suite, boards: target.boards), on: target)
                while let result = run.step() { verdicts[result.verdict, default: 0] += 1 }
            } catch {
                refused += 1
                #expect(error.errors.allSatisfy { !$0.problems.isEmpty })
            }
        }
        #expect(refused > 0 && verdicts.count > 1, "mutations must reach both ends: \(verdicts)")
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout RandomStream) {
        let words = [
            "9223372036854775807", "-1", "1e300", "nan", "$x", "??", "..", "[]", "{}", "0x",
        ]
        let at = Int(random.below(UInt64(bytes.count + 1)))
        let length = min(Int(random.below(8)), bytes.count - at)
        switch random.below(4) {
        case 0: bytes.insert(UInt8(random.below(256)), at: at)
        case 1: bytes.removeSubrange(at..<at + length)
        case 2:
            bytes.replaceSubrange(
                at..<at + length, with: Array(words[Int(random.below(UInt64(words.count)))].utf8))
        default: if at < bytes.count { bytes[at] ^= 1 << UInt8(random.below(8)) }
        }
    }
}
