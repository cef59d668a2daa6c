import Pairing
import Testing

/// AES-128 as FIPS 197 describes it, slow and plain, and a curve that is none: keys and secrets that
/// both sides agree on.
final class TestCryptography: Cryptography {
    private let box: [UInt8]

    init() {
        // Inverses by a generator's powers, then the affine map (FIPS 197, 5.1.1).
        var box = [UInt8](repeating: 0x63, count: 256)
        var (p, q): (UInt8, UInt8) = (1, 1)
        repeat {
            p = p ^ Self.double(p)
            q ^= q << 1
            q ^= q << 2
            q ^= q << 4
            if q & 0x80 != 0 { q ^= 0x09 }
            func turn(_ n: UInt8) -> UInt8 { q << n | q >> (8 - n) }
            box[Int(p)] = q ^ turn(1) ^ turn(2) ^ turn(3) ^ turn(4) ^ 0x63
        } while p != 1
        self.box = box
    }

    private static func double(_ x: UInt8) -> UInt8 { x << 1 ^ (x & 0x80 != 0 ? 0x1B : 0) }

    func encrypt(_ block: [UInt8], key: [UInt8]) -> [UInt8] {
        var keys = key
        var constant: UInt8 = 1
        while keys.count < 176 {
            var word = Array(keys.suffix(4))
            if keys.count % 16 == 0 {
                word = [word[1], word[2], word[3], word[0]].map { box[Int($0)] }
                word[0] ^= constant
                constant = Self.double(constant)
            }
            for byte in word { keys.append(byte ^ keys[keys.count - 16]) }
        }
        func add(_ state: [UInt8], _ round: Int) -> [UInt8] {
            zip(state, keys[16 * round..<16 * round + 16]).map { $0 ^ $1 }
        }
        var state = add(block, 0)
        for round in 1...10 {
            let substituted = state.map { box[Int($0)] }
            state = (0..<16).map { substituted[($0 + 4 * ($0 % 4)) % 16] }
            if round < 10 { state = stride(from: 0, to: 16, by: 4).flatMap { mix(state, $0) } }
            state = add(state, round)
        }
        return state
    }

    private func mix(_ state: [UInt8], _ base: Int) -> [UInt8] {
        let column = Array(state[base..<base + 4])
        let all = column.reduce(0, ^)
        return (0..<4).map { column[$0] ^ all ^ Self.double(column[$0] ^ column[($0 + 1) % 4]) }
    }

    func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0, count: 16)
    }

    func publicKey(of privateKey: [UInt8]) -> (x: [UInt8], y: [UInt8])? {
        (privateKey, privateKey.map { ~$0 })
    }

    func sharedSecret(_ privateKey: [UInt8], with x: [UInt8], _ y: [UInt8]) -> [UInt8]? {
        zip(x, y).allSatisfy { $0 == ~$1 } ? zip(privateKey, x).map { $0 ^ $1 } : nil
    }
}

struct TestCryptographyTests {
    /// FIPS 197, appendix B.
    @Test func `AES is AES`() {
        let block = octets("32 43 F6 A8 88 5A 30 8D 31 31 98 A2 E0 37 07 34")
        let key = octets("2B 7E 15 16 28 AE D2 A6 AB F7 15 88 09 CF 4F 3C")
        #expect(
            TestCryptography().encrypt(block, key: key)
                == octets("39 25 84 1D 02 DC 09 FB DC 11 85 97 19 6A 0B 32"))
    }
}
