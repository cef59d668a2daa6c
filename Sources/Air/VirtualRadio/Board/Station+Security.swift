internal import Bluetooth
import Pairing
internal import Peripheral
internal import Simulation

/// The station's side of pairing and encryption: carries out the Security Manager's requests on the
/// link.
extension Station: SecurityManagerDelegate {
    func send(security pdu: [UInt8], to connection: ConnectionID) {
        node.link(connection)?.send(pdu.span, channel: L2CAPChannel.security, from: .peripheral)
    }

    func securityChanged(_ connection: ConnectionID, to security: Security, isBonded: Bool) {
        server.secure(connection, security, bonded: isBonded)
    }

    func wake(at time: Instant) {
        let medium = node.medium
        medium.at(time) { [me = lifetime.handle] in
            me.owner?.security?.timer(at: medium.clock.now)
        }
    }

    func ask(_ question: PairingQuestion, for connection: ConnectionID) {
        node.link(connection)?.record("\(question)")
        guard let answer = setup?.onQuestion(question) else { return }
        security?.answer(answer, for: connection, at: node.medium.clock.now)
    }

    func trace(security text: @autoclosure () -> String, of connection: ConnectionID) {
        node.link(connection)?.record(text())
    }

    /// A frame of the Security Manager's channel. Without a Security Manager every Pairing Request
    /// is refused: Pairing Not Supported (Core Vol 3, Part H, 3.5.5).
    func pair(_ payload: Span<UInt8>, _ link: Link) {
        if let security {
            security.receive(payload, from: link.id, at: node.medium.clock.now)
        } else if payload.count > 0, payload[0] == PairingCode.pairingRequest.rawValue {
            let refusal: [UInt8] = [
                PairingCode.pairingFailed.rawValue, PairingFailure.pairingNotSupported.rawValue,
            ]
            link.send(refusal.span, channel: L2CAPChannel.security, from: .peripheral)
        }
    }

    /// The central requests encryption.
    func answerKey(_ diversifier: UInt16, _ random: UInt64, _ link: Link) {
        let key = security?.longTermKey(for: link.id, diversifier: diversifier, random: random)
        // PIN or Key Missing (Core Vol 1, Part F, 2.6).
        link.answer(key.map(QuestionAnswer.longTermKey) ?? .refused(status: 0x06))
    }
}
