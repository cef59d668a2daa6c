import Foundation

/// `01 03 0C 00` as bytes; anything else between the pairs than blanks fails the test at once.
func octets(_ text: String) -> [UInt8] {
    text.split(whereSeparator: \.isWhitespace).map { pair in
        guard pair.count == 2, let byte = UInt8(pair, radix: 16) else {
            preconditionFailure("\(pair) is not a byte")
        }
        return byte
    }
}

/// Numbers for fuzz tests, the same for the same seed (SplitMix64).
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func bytes(upTo count: Int) -> [UInt8] {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in
            UInt8.random(in: 0...255, using: &self)
        }
    }
}

/// `FUZZ_ROUNDS` says how often; the stage `fuzz` asks for many, others for few.
let fuzzRounds = Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 2_000
