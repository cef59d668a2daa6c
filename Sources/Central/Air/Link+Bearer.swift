import Bluetooth
import Simulation

/// The link as the bearer of its attribute client.
extension Link: AttributeBearer {
    func whenSent(_ done: @escaping (Bool) -> Void) {
        sentActions.append((after: queuedToPeripheral, action: done))
    }

    func send(_ pdu: Span<UInt8>) {
        toPeripheral.push(pdu)
        queuedToPeripheral += 1
        schedule()
    }

    /// The first PDU to the peripheral has gone; who waited for that is told.
    func noteSent() {
        sentToPeripheral += 1
        while let first = sentActions.first, first.after <= sentToPeripheral {
            sentActions.removeFirst()
            first.action(true)
        }
    }

    var now: Instant { medium.clock.now }

    func wake(at time: Instant) {
        if transactionTicket == 0 { transactionTicket = post(Air.Code.transaction, at: time) }
    }

    func transactionTimer(_ ticket: UInt32) {
        guard ticket == transactionTicket else { return }
        transactionTicket = 0
        connection.client.checkDeadline()
    }

    func abandon() {
        record("no answer for \(AttributeClient.transactionTimeout)")
        close(peripheral: .connectionTimeout, central: .localHostTerminated)
    }
}
