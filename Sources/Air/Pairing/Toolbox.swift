/// The functions of pairing (Core Vol 3, Part H, 2.2), over injected primitives.
///
/// All values are most significant byte first, as in the specification; on the air they are
/// reversed.
struct Toolbox {
    let cryptography: any Cryptography

    /// An address with its type in front, 7 bytes, as f5 and f6 take it.
    typealias TypedAddress = [UInt8]

    /// The confirm value of LE legacy pairing (2.2.3).
    ///
    /// - Parameters:
    ///   - request, response: the whole PDUs, reversed.
    ///   - initiator, responder: 7 bytes, the type first.
    func c1(
        key: [UInt8], random: [UInt8], request: [UInt8], response: [UInt8],
        initiator: TypedAddress, responder: TypedAddress
    ) -> [UInt8] {
        let first = response + request + [responder[0], initiator[0]]
        let second = [0, 0, 0, 0] + initiator.dropFirst() + responder.dropFirst()
        let inner = cryptography.encrypt(Self.xor(random, first), key: key)
        return cryptography.encrypt(Self.xor(inner, second), key: key)
    }

    /// The short-term key of LE legacy pairing (2.2.4).
    func s1(key: [UInt8], responder: [UInt8], initiator: [UInt8]) -> [UInt8] {
        cryptography.encrypt(Array(responder.suffix(8) + initiator.suffix(8)), key: key)
    }

    /// The confirm value of LE Secure Connections (2.2.6).
    func f4(_ u: [UInt8], _ v: [UInt8], _ x: [UInt8], _ z: UInt8) -> [UInt8] {
        cryptography.authenticationCode(of: u + v + [z], key: x)
    }

    /// MacKey and long-term key of LE Secure Connections (2.2.7).
    func f5(
        secret: [UInt8], _ n1: [UInt8], _ n2: [UInt8], _ a1: TypedAddress, _ a2: TypedAddress
    ) -> (macKey: [UInt8], longTermKey: [UInt8]) {
        let key = cryptography.authenticationCode(of: secret, key: Self.saltOfF5)
        let rest = Array("btle".utf8) + n1 + n2 + a1 + a2 + [0x01, 0x00]
        return (
            cryptography.authenticationCode(of: [0] + rest, key: key),
            cryptography.authenticationCode(of: [1] + rest, key: key)
        )
    }

    /// The check value of LE Secure Connections (2.2.8).
    ///
    /// - Parameter capabilities: AuthReq, OOB data flag, IO capability.
    func f6(
        macKey: [UInt8], _ n1: [UInt8], _ n2: [UInt8], _ r: [UInt8], capabilities: [UInt8],
        _ a1: TypedAddress, _ a2: TypedAddress
    ) -> [UInt8] {
        cryptography.authenticationCode(of: n1 + n2 + r + capabilities + a1 + a2, key: macKey)
    }

    /// The number that both sides show; users compare its last six digits (2.2.9).
    func g2(_ u: [UInt8], _ v: [UInt8], _ x: [UInt8], _ y: [UInt8]) -> UInt32 {
        cryptography.authenticationCode(of: u + v + y, key: x).suffix(4)
            .reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The hash in a resolvable private address, 3 bytes (2.2.2).
    func ah(_ key: [UInt8], _ random: [UInt8]) -> [UInt8] {
        let padded = [UInt8](repeating: 0, count: 13) + random
        return Array(cryptography.encrypt(padded, key: key).suffix(3))
    }

    private static let saltOfF5: [UInt8] = [
        0x6C, 0x88, 0x83, 0x91, 0xAA, 0xF5, 0xA5, 0x38, 0x60, 0x37, 0x0B, 0xDB, 0x5A, 0x60, 0x83,
        0xBE,
    ]

    private static func xor(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] { zip(a, b).map { $0 ^ $1 } }
}
