import Bluetooth
import Peripheral
import Simulation

/// How a link ends: by a word of either side, or by silence and the supervision timeout (Core Vol 6,
/// Part B, 4.5.2).
extension Link {
    /// Nothing gets through any more, and it will not come back.
    func kill() {
        guard !isDead else { return }
        isDead = true
        startSupervision()
    }

    func vanish() {
        record("peripheral vanished")
        hasVanished = true
        leaveStation()
        kill()
    }

    func reachabilityChanged() {
        guard !isDead else { return }
        if station.isReachable {
            supervisionTicket = 0
            schedule()
        } else {
            startSupervision()
        }
    }

    private func startSupervision() {
        scheduled = Self.never
        eventTicket = 0
        guard supervisionTicket == 0 else { return }
        supervisionTicket = post(
            Air.Code.supervision, at: lastHeard + parameters.supervisionTimeout)
    }

    func supervisionTimeout(_ ticket: UInt32) {
        guard ticket == supervisionTicket else { return }
        close(peripheral: .connectionTimeout, central: .connectionTimeout)
    }

    func terminateFromCentral() {
        terminate.byCentral = true
        schedule()
    }

    func terminateFromPeripheral() {
        terminate.byPeripheral = true
        schedule()
    }

    private func leaveStation() {
        station.links.removeAll { $0 === self }
        station.server.close(id)
    }

    /// Ends the link on both sides, each with the reason that it gets to see.
    func close(peripheral: DisconnectReason, central: DisconnectReason) {
        guard isOpen else { return }
        isOpen = false
        let lost = toCentral.count + toPeripheral.count
        station.statistics.packetsLostAtEnd += lost
        if central == .connectionTimeout { station.statistics.supervisionTimeouts += 1 }
        record("disconnected: \(central)" + (lost > 0 ? ", \(lost) packets lost" : ""))
        medium.forget(self)
        let unsent = sentActions
        sentActions = []
        if !hasVanished {
            leaveStation()
            station.peripheral.disconnected(id, reason: peripheral)
        }
        if case let waiting? = update ?? agreed?.update {
            waiting.completion(.failure(.disconnected(central)))
        }
        connection.end(central)
        for waiting in unsent { waiting.action(false) }
        station.watch()
    }

    /// Drops what waits for it without a word.
    func forget() {
        sentActions = []
        update = nil
        agreed = nil
    }

    /// The world ends: nobody is told.
    func abandonWorld() {
        isOpen = false
        connection.abandonWorld()
    }
}
