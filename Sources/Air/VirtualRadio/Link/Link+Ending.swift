package import Bluetooth
internal import Peripheral
internal import Simulation

/// How a link ends: by a word of either side, or by silence and the supervision timeout (Core Vol 6,
/// Part B, 4.5.2).
extension Link {
    /// Nothing gets through any more, and it will not come back.
    func kill() {
        guard !isDead else { return }
        deadSince = medium.clock.now
        startSupervision()
    }

    /// The peripheral leaves without a word, and hears nothing of this link any more.
    func vanish() {
        guard vanished == nil, isOpen else { return }
        record("peripheral vanished")
        vanished = .peripheral
        peripheralNode.links.removeAll { $0 === self }
        kill()
    }

    /// The central leaves without a word and knows it, as a host that crashed and started anew: the
    /// peripheral takes the link for open until the supervision timeout.
    package func abandonByCentral() {
        guard vanished == nil, isOpen else { return }
        record("central vanished")
        vanished = .central
        centralNode.links.removeAll { $0 === self }
        kill()
        centralEnd.ended(.localHostTerminated, on: self)
    }

    func reachabilityChanged() {
        guard !isDead else { return }
        if isReachable {
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
        supervisionTicket = post(Air.Code.supervision, at: lastHeard + timeoutInForce)
    }

    /// A link on which nothing was ever heard is given up after six intervals (Core Vol 6, Part B,
    /// 4.5).
    var timeoutInForce: Nanoseconds {
        wasEstablished ? parameters.supervisionTimeout : parameters.interval * 6
    }

    var timeoutReason: DisconnectReason {
        wasEstablished ? .connectionTimeout : .failedToEstablish
    }

    /// Whether the two sides have heard each other, as they do at the first anchor if they can.
    private var wasEstablished: Bool {
        var since = medium.clock.now
        for silence in [
            failingSince, deadSince, peripheralNode.unreachableSince, centralNode.unreachableSince,
        ] {
            if let silence { since = min(since, silence) }
        }
        return since > firstAnchor
    }

    func supervisionTimeout(_ ticket: UInt32) {
        guard ticket == supervisionTicket else { return }
        close(peripheral: timeoutReason, central: timeoutReason)
    }

    /// Ends the link at the next connection event that the other side attends.
    package func terminate(_ reason: DisconnectReason, by role: LinkRole) {
        if role == .central {
            terminate.byCentral = terminate.byCentral ?? reason
        } else {
            terminate.byPeripheral = terminate.byPeripheral ?? reason
        }
        schedule()
    }

    /// Ends the link on both sides, each with the reason that it gets to see.
    package func close(peripheral: DisconnectReason, central: DisconnectReason) {
        guard isOpen else { return }
        isOpen = false
        let lost = toCentral.ring.count + toPeripheral.ring.count
        peripheralNode.statistics.packetsLostAtEnd += lost
        if central == .connectionTimeout { peripheralNode.statistics.supervisionTimeouts += 1 }
        record(
            Self.words(peripheral: peripheral, central: central)
                + (lost > 0 ? ", \(lost) packets lost" : ""))
        medium.forget(self)
        if vanished != .peripheral {
            peripheralNode.links.removeAll { $0 === self }
            peripheralEnd.ended(peripheral, on: self)
        }
        if vanished != .central {
            centralNode.links.removeAll { $0 === self }
            centralEnd.ended(central, on: self)
        }
        medium.advertisingMayGoOn(of: peripheralNode)
    }

    /// Who ended it, or what.
    private static func words(peripheral: DisconnectReason, central: DisconnectReason) -> String {
        if central == .localHostTerminated { return "disconnected by the central: \(peripheral)" }
        if peripheral == .localHostTerminated {
            return "disconnected by the peripheral: \(central)"
        }
        return "disconnected: \(central)"
    }

    /// The world ends: nobody is told.
    func abandonWorld() {
        isOpen = false
        centralEnd.abandoned(self)
        peripheralEnd.abandoned(self)
    }
}
