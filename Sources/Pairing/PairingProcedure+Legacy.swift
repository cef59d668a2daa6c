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
        outbox.append(PairingPDU(.pairingRandom, value: ownRandom))
        key = cut(tools.s1(key: passkeyValue, responder: ownRandom, initiator: pdu.value))
        step = .encryption
    }
}
