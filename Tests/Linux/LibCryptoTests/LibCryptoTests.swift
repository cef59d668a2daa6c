import Testing

@testable import LibCrypto

/// Published vectors of each primitive, and what is no key and no point.
@Suite struct LibCryptoTests {
    let library: OpenSSL

    init() throws { library = try #require(OpenSSL()) }

    static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue ?? 0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// NIST FIPS 197, appendix C.1, and SP 800-38A, F.1.1.
    @Test(
        arguments: [
            (
                "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff",
                "69c4e0d86a7b0430d8cdb78070b4c55a"
            ),
            (
                "2b7e151628aed2a6abf7158809cf4f3c", "6bc1bee22e409f96e93d7e117393172a",
                "3ad77bb40d7a3660a89ecaf32466ef97"
            ),
        ])
    func `AES-128 of a block`(_ key: String, _ block: String, _ result: String) {
        #expect(library.encrypt(Self.bytes(block), key: Self.bytes(key)) == Self.bytes(result))
    }

    /// RFC 4493, section 4.
    @Test(
        arguments: [
            (0, "bb1d6929e95937287fa37d129b756746"), (16, "070a16b46b4d4144f79bdd9dd04a287c"),
            (40, "dfa66747de9ae63030ca32611497c827"), (64, "51f0bebf7e3b9d92fc49741779363cfe"),
        ])
    func `AES-CMAC of a message`(_ length: Int, _ result: String) {
        let message = Self.bytes(
            """
            6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
            30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
            """)
        let key = Self.bytes("2b7e151628aed2a6abf7158809cf4f3c")
        let code = library.authenticationCode(of: Array(message.prefix(length)), key: key)
        #expect(code == Self.bytes(result))
    }

    struct Exchange: Sendable {
        let privateA, privateB, ax, ay, bx, by, secret: String
    }

    /// Core Vol 2, Part G, 7.1.2.
    static let exchanges = [
        Exchange(
            privateA: "3f49f6d4a3c55f3874c9b3e3d2103f504aff607beb40b7995899b8a6cd3c1abd",
            privateB: "55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd",
            ax: "20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6",
            ay: "dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28b",
            bx: "1ea1f0f01faf1d9609592284f19e4c0047b58afd8615a69f559077b22faaa190",
            by: "4c55f33e429dad377356703a9ab85160472d1130e28e36765f89aff915b1214a",
            secret: "ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698"),
        Exchange(
            privateA: "06a516693c9aa31a6084545d0c5db641b48572b97203ddffb7ac73f7d0457663",
            privateB: "529aa0670d72cd6497502ed473502b037e8803b5c60829a5a3caa219505530ba",
            ax: "2c31a47b5779809ef44cb5eaaf5c3e43d5f8faad4a8794cb987e9b03745c78dd",
            ay: "919512183898dfbecd52e2408e43871fd021109117bd3ed4eaf8437743715d4f",
            bx: "f465e43ff23d3f1b9dc7dfc04da8758184dbc966204796eccf0d6cf5e16500cc",
            by: "0201d048bcbbd899eeefc424164e33c201c2b010ca6b4d43a8a155cad8ecb279",
            secret: "ab85843a2f6d883f62e5684b38e307335fe6e1945ecd19604105c6f23221eb69"),
    ]

    @Test(arguments: exchanges)
    func `P-256 keys and their shared secret`(_ row: Exchange) throws {
        for (key, x, y, peerX, peerY) in [
            (row.privateA, row.ax, row.ay, row.bx, row.by),
            (row.privateB, row.bx, row.by, row.ax, row.ay),
        ] {
            let own = try #require(library.publicKey(of: Self.bytes(key)))
            #expect(own.x == Self.bytes(x))
            #expect(own.y == Self.bytes(y))
            let secret = library.sharedSecret(
                Self.bytes(key), with: Self.bytes(peerX), Self.bytes(peerY))
            #expect(secret == Self.bytes(row.secret))
        }
    }

    /// The order of P-256 (NIST SP 800-186, 3.2.1.3).
    static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"

    @Test func `a private key is in 1 ..< n`() {
        let zero = [UInt8](repeating: 0, count: 32)
        var largest = Self.bytes(Self.order)
        #expect(library.publicKey(of: largest) == nil)
        largest[31] -= 1
        #expect(library.publicKey(of: largest) != nil)
        #expect(library.publicKey(of: zero) == nil)
        #expect(library.publicKey(of: zero.dropLast() + [1]) != nil)
        #expect(library.publicKey(of: [UInt8](repeating: 0xFF, count: 32)) == nil)
        for length in [0, 1, 31, 33, 64] {
            #expect(library.publicKey(of: [UInt8](repeating: 1, count: length)) == nil)
        }
    }

    @Test func `a point that is not on the curve has no secret`() {
        let row = Self.exchanges[0]
        let key = Self.bytes(row.privateA)
        let (x, y) = (Self.bytes(row.bx), Self.bytes(row.by))
        for bit in 0..<256 {
            var wrong = y
            wrong[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(library.sharedSecret(key, with: x, wrong) == nil, "bit \(bit)")
        }
        let zero = [UInt8](repeating: 0, count: 32)
        // The field's prime, a number too large: x is 0 and y is a root of b, but for the prime.
        let prime = Self.bytes("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
        let root = Self.bytes("66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4")
        #expect(library.sharedSecret(key, with: zero, root) != nil)
        let wrong: [([UInt8], [UInt8])] = [
            (zero, zero), (prime, root), (x, []), ([], y), ([], []), (x + [0], y), (x, y + [0]),
        ]
        for (x, y) in wrong { #expect(library.sharedSecret(key, with: x, y) == nil) }
        #expect(library.sharedSecret(zero, with: x, y) == nil)
    }

    @Test func `arguments of another length give zeros, and the next call is right again`() {
        let zeros = [UInt8](repeating: 0, count: 16)
        let block = [UInt8](repeating: 7, count: 16)
        let right = library.encrypt(block, key: block)
        let code = library.authenticationCode(of: block, key: block)
        for length in [0, 1, 15, 17, 32] {
            let wrong = [UInt8](repeating: 7, count: length)
            #expect(library.encrypt(wrong, key: block) == zeros)
            #expect(library.encrypt(block, key: wrong) == zeros)
            #expect(library.authenticationCode(of: block, key: wrong) == zeros)
        }
        #expect(library.encrypt(block, key: block) == right)
        #expect(library.authenticationCode(of: block, key: block) == code)
    }
}
