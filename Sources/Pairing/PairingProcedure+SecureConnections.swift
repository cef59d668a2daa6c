/// What a pairing by LE Secure Connections has found out so far.
struct SecureValues {
    var ownX: [UInt8] = []
    var peerX: [UInt8] = []
    var secret: [UInt8] = []
    var macKey: [UInt8] = []
    /// How many of the passkey's 20 bits are through.
    var round: UInt32 = 0
    /// What both sides show, six digits.
    var number: UInt32?
    var isNumberConfirmed = false
    /// The central's check.
    var peerCheck: [UInt8] = []
}

/// LE Secure Connections (Core Vol 3, Part H, 2.3.5.6).
extension PairingProcedure {
    private static let passkeyRounds: UInt32 = 20

    /// A point that is not on the curve, or the board's own, would make the secret known to others
    /// (2.3.5.6.1).
    mutating func takePublicKey(_ pdu: PairingPDU) throws(PairingFailure) {
        secure.peerX = pdu.body[..<32].reversed()
        let peerY = [UInt8](pdu.body[32...].reversed())
        guard let own = drawKey() else { throw .unspecifiedReason }
        secure.ownX = own.x
        guard secure.peerX != own.x,
            let secret = tools.cryptography.sharedSecret(own.key, with: secure.peerX, peerY)
        else { throw .invalidParameters }
        secure.secret = secret
        outbox.append(PairingPDU(.pairingPublicKey, own.x.reversed() + own.y.reversed()))
        if method.hasPasskey {
            step = .confirm
        } else {
            ownRandom = draw()
            outbox.append(PairingPDU(.pairingConfirm, value: secureConfirm()))
            step = .random
        }
    }

    /// A new key pair; one in 2^32 draws is no private key.
    private mutating func drawKey() -> (key: [UInt8], x: [UInt8], y: [UInt8])? {
        for _ in 0..<4 {
            let key = draw(32)
            if let point = tools.cryptography.publicKey(of: key) { return (key, point.x, point.y) }
        }
        return nil
    }

    /// The passkey's bit of this round, marked as such; 0 without a passkey.
    private var bit: UInt8 {
        guard method.hasPasskey, let passkey else { return 0 }
        return 0x80 | UInt8(passkey >> secure.round & 1)
    }

    func secureConfirm() -> [UInt8] { tools.f4(secure.ownX, secure.peerX, ownRandom, bit) }

    mutating func takeSecureRandom(_ value: [UInt8]) throws(PairingFailure) {
        if method.hasPasskey {
            guard tools.f4(secure.peerX, secure.ownX, value, bit) == peerConfirm else {
                throw .confirmValueFailed
            }
            secure.round += 1
        }
        peerRandom = value
        outbox.append(PairingPDU(.pairingRandom, value: ownRandom))
        if method.hasPasskey, secure.round < Self.passkeyRounds {
            step = .confirm
            return
        }
        let made = tools.f5(
            secret: secure.secret, peerRandom, ownRandom, terms.initiatorAddress.typed,
            terms.responderAddress.typed)
        secure.macKey = made.macKey
        key = cut(made.longTermKey)
        step = .check
        if method == .numericComparison {
            let number =
                tools.g2(secure.peerX, secure.ownX, peerRandom, ownRandom) % 1_000_000
            secure.number = number
            questions.append(.compare(number))
        }
    }

    mutating func takeCheck(_ value: [UInt8]) throws(PairingFailure) {
        secure.peerCheck = value
        step = .comparison
        if method != .numericComparison || secure.isNumberConfirmed { try finishCheck() }
    }

    mutating func finishCheck() throws(PairingFailure) {
        let (central, board) = (terms.initiatorAddress.typed, terms.responderAddress.typed)
        let expected = tools.f6(
            macKey: secure.macKey, peerRandom, ownRandom, passkeyValue,
            capabilities: terms.initiator.forCheck, central, board)
        guard secure.peerCheck == expected else { throw .dhKeyCheckFailed }
        let own = tools.f6(
            macKey: secure.macKey, ownRandom, peerRandom, passkeyValue,
            capabilities: terms.responder.forCheck, board, central)
        outbox.append(PairingPDU(.pairingDHKeyCheck, value: own))
        step = .encryption
    }
}
