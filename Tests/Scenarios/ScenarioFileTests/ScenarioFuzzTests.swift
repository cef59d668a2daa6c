import Checkout
import Foundation
import Simulation
import Testing
import YAML

@testable import Declaration
@testable import ScenarioFile

/// Bytes that nobody would write must give an error or a document, never a trap.
@Suite struct ScenarioFuzzTests {
    /// `FUZZ_ROUNDS` says how often; the stage `fuzz` asks for many, others for few.
    static let rounds = Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 2_000

    @Test(.slow) func `mutated scenarios never trap (fuzz)`() throws {
        let seeds = try Repository.scenarios().map { try Repository.bytes("Scenarios/\($0)") }
        let (read, refused) = fuzz(count: Self.rounds, seed: 1, from: seeds)
        #expect(read > 0 && refused > 0, "mutations must reach both ends")
    }

    @Test func `arbitrary bytes never trap (fuzz)`() {
        var random = RandomStream(seed: 2, purpose: "fuzz")
        let alphabet = Array("[]{}:,-#&*!|>'\"%@` \n\tab1\u{e9}".utf8) + [0, 0xFF, 0xC3]
        for _ in 0..<Self.rounds {
            let length = Int(random.below(80))
            let bytes = (0..<length).map { _ in alphabet[Int(random.below(UInt64(alphabet.count)))]
            }
            _ = try? ScenarioFile(reading: bytes, file: "fuzz")
        }
    }

    /// Reads `count` mutations, and says how many were read and how many refused.
    private func fuzz(count: Int, seed: UInt64, from seeds: [[UInt8]]) -> (Int, Int) {
        var random = RandomStream(seed: seed, purpose: "fuzz")
        let words = [
            "9223372036854775807", "-1", "1e30 d", "1e-30 s", "0 Hz", "[[[[", "{}", "~", "null",
            ": ",
            "- ", "\n", "''", "400 d", "nan", "1000000",
        ].map { Array($0.utf8) }
        var read = 0, refused = 0
        for _ in 0..<count {
            var bytes = seeds[Int(random.below(UInt64(seeds.count)))]
            for _ in 0...random.below(4) { mutate(&bytes, words, &random) }
            do throws(ScenarioError) {
                _ = try ScenarioFile(reading: bytes, file: "fuzz")
                read += 1
            } catch {
                refused += 1
                #expect(!error.problems.isEmpty && error.problems.count <= Reader.limit)
            }
        }
        return (read, refused)
    }

    private func mutate(_ bytes: inout [UInt8], _ words: [[UInt8]], _ random: inout RandomStream) {
        let at = Int(random.below(UInt64(bytes.count + 1)))
        let length = min(Int(random.below(12)), bytes.count - at)
        switch random.below(5) {
        case 0: bytes.insert(UInt8(random.below(256)), at: at)
        case 1: bytes.removeSubrange(at..<at + length)
        case 2:
            bytes.insert(
                contentsOf: bytes[at..<at + length], at: Int(random.below(UInt64(bytes.count + 1))))
        case 3:
            bytes.replaceSubrange(
                at..<at + length, with: words[Int(random.below(UInt64(words.count)))])
        default: if at < bytes.count { bytes[at] ^= 1 << UInt8(random.below(8)) }
        }
    }
}
