import Checkout
import MetaWearBoard
import Simulation
import Testing
import Wire

@testable import ClientJudge

/// Whatever a client does, the judge only looks on.
@Suite struct FuzzTests {
    private static let words = [
        ">", ">", ">", ">", "!", "att", "dfu", "data", "usb", "+", "leave", "lose", "connect",
        "listen", "deaf",
    ]

    /// Random lines: packets of known modules with random registers and bytes among them.
    private static func transcript(_ seed: UInt64, isCap: Bool) -> String {
        var random = RandomStream(seed: seed, purpose: "transcript")
        var lines = ["connect", "listen"]
        for _ in 0..<400 {
            let word = words[Int(random.below(UInt64(words.count)))]
            switch word {
            case "+": lines.append("+ \(random.below(400)) ms")
            case "leave", "lose", "connect", "listen", "deaf": lines.append(word)
            default:
                var bytes = [UInt8(random.below(0x1A)), UInt8(random.below(0x20))]
                if random.below(4) == 0 { bytes[1] |= random.below(2) == 0 ? 0x80 : 0xC0 }
                if isCap { bytes[0] = [0x20, 0x05, 0x0A, 0x43][Int(random.below(4))] }
                for _ in 0..<random.below(19) { bytes.append(UInt8(random.below(256))) }
                bytes = Array(bytes.prefix(Int(random.below(21))))
                lines.append("\(isCap && word == ">" ? "rx" : word) \(Hex.text(bytes))")
            }
        }
        return lines.joined(separator: "\n")
    }

    @Test(.slow, arguments: 1...20)
    func `random clients are judged to the end, and always alike`(seed: Int) {
        let profiles: [BoardProfile?] = [.metaMotionS, .metaMotionR, .metaWearR, nil]
        let profile = profiles[seed % profiles.count]
        let text = Self.transcript(UInt64(seed), isCap: profile == nil)
        let (one, other) = (Bench(profile), Bench(profile))
        one.play(text)
        other.play(text)
        #expect(one.judge.findings == other.judge.findings, "seed \(seed)")
        #expect(one.judge.scoreCards == other.judge.scoreCards, "seed \(seed)")
        #expect(!one.judge.findings.isEmpty, "seed \(seed)")
    }

    @Test func `a command that stops the firmware is judged all the same`() {
        let bench = Bench(.metaMotionS, quirks: [.calibrationCrash])
        bench.play(
            RuleCase.opening + "> 19 0e 01 00 02 00 03 00 04 00 02 00\n> 19 02 01 10\n+ 3000 ms")
        #expect(bench.judge.findings.map(\.rule.id) == ["MW-FUSE-05"])
    }
}
