/// LE legacy pairing (Core Vol 3, Part H, 2.3.5.5).
extension PairingProcedure {
    func legacyConfirm(_ random: [UInt8]) -> [UInt8] {
        tools.c1(
            key: passkeyValue, random: random, request: terms.request.bytes.reversed(),
            response: terms.response.bytes.reversed(), initiator: terms.initiatorAddress.typed,
            responder: terms.responderAddress.typed)
    }

    mutating func takeRandom(_ pdu: PairingPDU) throws(PairingFailure) {
        guard legacyConfirm(pdu.value) == peerConfirm else { throw .confirmValueFailed }
        peerRandom = pdu.value
        if !isInitiator { sendRandom() }
        let randoms = byRole(own: ownRandom, peer: peerRandom)
        key = cut(
            tools.s1(key: passkeyValue, responder: randoms.responder, initiator: randoms.initiator))
        awaitEncryption()
    }

    /// The values of both sides, by role.
    func byRole(own: [UInt8], peer: [UInt8]) -> (initiator: [UInt8], responder: [UInt8]) {
        isInitiator ? (own, peer) : (peer, own)
    }
}
