import Checkout
import Foundation
import ScenarioFile
import Simulation
import Testing

@testable import Conformance
@testable import Declaration

/// Case files that nobody would write must give an error, or a verdict, never a trap.
@Suite struct CaseFuzzTests {
    private static let rounds =
        Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 2_000

    @Test func `every key that a case file may have is mutated`() throws {
        for (number, file) in CaseSeeds.files.enumerated() {
            #expect(throws: Never.self, "seed \(number)") {
                try ConformanceSuite([("t", Array(file.utf8))])
            }
        }
        let text = CaseSeeds.files.joined()
        for entry in Catalogue(from: CaseFile.self).entries {
            for key in entry.keys + entry.alternatives {
                #expect(
                    text.contains("\(key.name):") || text.contains("- \(key.name)\n"),
                    "\(entry.section.title): \(key.name)")
            }
        }
    }

    @Test(.slow) func `mutated cases are refused or judged, and never trap (fuzz)`() {
        var random = RandomStream(seed: 3, purpose: "fuzz")
        let target = ModelTarget([.metaMotionS, .triki])
        let seeds = CaseSeeds.files.map { Array($0.utf8) }
        var refused = 0
        var verdicts: [Verdict: Int] = [:]
        for round in 0..<Self.rounds {
            var bytes = seeds[round % seeds.count]
            for _ in 0...random.below(4) { mutate(&bytes, &random) }
            do throws(SuiteError) {
                let suite = try ConformanceSuite([("t", bytes)])
                // What lasts long is right and tells nothing more.
                let extents = suite.entries.map { CaseExtent($0.item.before + $0.item.steps) }
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
            "9223372036854775807", "-1", "1e300", "1e-9223372036854775808", "nan", "$x", "??", "..",
            "[]", "{}", "0x",
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
