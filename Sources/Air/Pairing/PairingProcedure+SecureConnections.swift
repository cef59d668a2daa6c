/// The state of a pairing by LE Secure Connections.
struct SecureValues {
    /// The private key, if it was drawn before the other side's public key arrived.
    var ownKey: [UInt8] = []
    var ownX: [UInt8] = []
    var peerX: [UInt8] = []
    var secret: [UInt8] = []
    var macKey: [UInt8] = []
    /// How many of the passkey's 20 bits are done.
    var round: UInt32 = 0
    /// The other side's check.
    var peerCheck: [UInt8] = []
}

/// LE Secure Connections (Core Vol 3, Part H, 2.3.5.6).
extension PairingProcedure {
    private static let passkeyRounds: UInt32 = 20

    mutating func sendPublicKey() throws(PairingFailure) {
        let y = try drawKey()
        outbox.append(PairingPDU(.pairingPublicKey, secure.ownX.reversed() + y.reversed()))
    }

    /// A point that is not on the curve, or this side's own, would reveal the secret (2.3.5.6.1).
    mutating func takePublicKey(_ pdu: PairingPDU) throws(PairingFailure) {
        secure.peerX = pdu.body[..<32].reversed()
        let peerY = [UInt8](pdu.body[32...].reversed())
        let ownY = isInitiator ? [] : try drawKey()
        guard secure.peerX != secure.ownX,
            let secret = tools.cryptography.sharedSecret(secure.ownKey, with: secure.peerX, peerY)
        else { throw .invalidParameters }
        secure.secret = secret
        if !isInitiator {
            outbox.append(PairingPDU(.pairingPublicKey, secure.ownX.reversed() + ownY.reversed()))
        }
        switch (method.hasPasskey, isInitiator) {
        case (true, true):
            step = .passkey
            confirm()
        case (true, false): step = .confirm
        case (false, true):
            // Without a passkey only the responder commits itself (2.3.5.6.2).
            ownRandom = draw()
            step = .confirm
        case (false, false):
            ownRandom = draw()
            outbox.append(PairingPDU(.pairingConfirm, value: secureConfirm()))
            step = .random
        }
    }

    /// Draws a new key pair and returns its Y; one in 2^32 draws is not a valid private key.
    private mutating func drawKey() throws(PairingFailure) -> [UInt8] {
        for _ in 0..<4 {
            let key = draw(32)
            guard let point = tools.cryptography.publicKey(of: key) else { continue }
            secure.ownKey = key
            secure.ownX = point.x
            return point.y
        }
        throw .unspecifiedReason
    }

    /// The passkey's bit of this round, marked as such; 0 without a passkey.
    private var bit: UInt8 {
        guard method.hasPasskey, let passkey else { return 0 }
        return 0x80 | UInt8(passkey >> secure.round & 1)
    }

    func secureConfirm() -> [UInt8] { tools.f4(secure.ownX, secure.peerX, ownRandom, bit) }

    mutating func takeSecureRandom(_ value: [UInt8]) throws(PairingFailure) {
        // An initiator commits itself only with a passkey.
        if method.hasPasskey || isInitiator {
            guard tools.f4(secure.peerX, secure.ownX, value, bit) == peerConfirm else {
                throw .confirmValueFailed
            }
        }
        if method.hasPasskey { secure.round += 1 }
        peerRandom = value
        if !isInitiator { sendRandom() }
        if method.hasPasskey, secure.round < Self.passkeyRounds {
            step = isInitiator ? .passkey : .confirm
            if isInitiator { confirm() }
            return
        }
        let nonces = byRole(own: ownRandom, peer: peerRandom)
        let made = tools.f5(
            secret: secure.secret, nonces.initiator, nonces.responder,
            terms.initiatorAddress.typed, terms.responderAddress.typed)
        secure.macKey = made.macKey
        key = cut(made.longTermKey)
        step = isInitiator ? .comparison : .check
        if consent == .needed { ask(method == .numericComparison ? .compare(number) : .authorize) }
        if isInitiator, consent == .given { try compared() }
    }

    /// The number that both sides show, six digits.
    private var number: UInt32 {
        let nonces = byRole(own: ownRandom, peer: peerRandom)
        let keys = byRole(own: secure.ownX, peer: secure.peerX)
        return tools.g2(keys.initiator, keys.responder, nonces.initiator, nonces.responder)
            % 1_000_000
    }

    mutating func takeCheck(_ value: [UInt8]) throws(PairingFailure) {
        secure.peerCheck = value
        if isInitiator {
            try verifyCheck()
            awaitEncryption()
        } else {
            step = .comparison
            if consent == .given { try compared() }
        }
    }

    /// The comparison succeeded: this side shows that it knows the keys. The responder does so
    /// after the initiator (2.3.5.6.5).
    mutating func compared() throws(PairingFailure) {
        if !isInitiator { try verifyCheck() }
        let own = tools.f6(
            macKey: secure.macKey, ownRandom, peerRandom, passkeyValue,
            capabilities: terms.own.forCheck, terms.ownAddress.typed, terms.peerAddress.typed)
        outbox.append(PairingPDU(.pairingDHKeyCheck, value: own))
        if isInitiator { step = .check } else { awaitEncryption() }
    }

    private func verifyCheck() throws(PairingFailure) {
        let expected = tools.f6(
            macKey: secure.macKey, peerRandom, ownRandom, passkeyValue,
            capabilities: terms.peer.forCheck, terms.peerAddress.typed, terms.ownAddress.typed)
        guard secure.peerCheck == expected else { throw .dhKeyCheckFailed }
    }
}
