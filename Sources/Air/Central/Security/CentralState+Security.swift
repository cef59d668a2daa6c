internal import Bluetooth
import Pairing
internal import Peripheral
internal import Simulation
import VirtualRadio

/// A central's connections carry out the requests of its Security Manager.
extension CentralState: SecurityManagerDelegate {
    private func connection(_ id: ConnectionID) -> ConnectionState? {
        connections.first { $0.id == id }
    }

    func send(security pdu: [UInt8], to connection: ConnectionID) {
        self.connection(connection)?.transmit(pdu.span, on: L2CAPChannel.security)
    }

    func encrypt(
        _ connection: ConnectionID, key: [UInt8], diversifier: UInt16, random: UInt64
    ) {
        guard let link = self.connection(connection)?.link else { return }
        tap?.tap.encrypting(
            connection, key: key, diversifier: diversifier, random: random, at: medium.clock.now)
        link.start(
            .encryption(key: key, random: random, diversifier: diversifier), by: .central)
    }

    func securityChanged(_ connection: ConnectionID, to security: Security, isBonded: Bool) {
        self.connection(connection)?.onSecurityChanged?(security)
    }

    func keyRefused(_ connection: ConnectionID, status: UInt8) {
        guard let connection = self.connection(connection) else { return }
        connection.endProtection(.keyRefused(status: status))
        connection.onKeyRefused?(status)
    }

    func wake(at time: Instant) {
        medium.at(time) { [me = lifetime.handle] in
            guard let me = me.owner else { return }
            var managers = me.connections.compactMap { $0.security?.manager }
            if let current = me.security?.manager { managers.append(current) }
            for manager in managers { manager.timer(at: me.medium.clock.now) }
        }
    }

    func ask(_ question: PairingQuestion, for connection: ConnectionID) {
        guard let connection = self.connection(connection) else { return }
        connection.link?.record("central \(question)")
        if let answer = connection.security?.setup.onQuestion(question) {
            connection.answer(answer)
        } else {
            connection.onPairingQuestion?(question)
        }
    }

    func pairingEnded(_ connection: ConnectionID, _ outcome: PairingOutcome) {
        self.connection(connection)?.pairingEnded(outcome)
    }

    func trace(security text: @autoclosure () -> String, of connection: ConnectionID) {
        self.connection(connection)?.link?.record("central: \(text())")
    }
}
