package import Bluetooth
internal import Peripheral
internal import Simulation

/// How a link ends: terminated by either side, or by the supervision timeout (Core Vol 6, Part B,
/// 4.5.2).
extension Link {
    /// Packets no longer get through, and never will again.
    func kill() {
        guard !isDead else { return }
        deadSince = medium.clock.now
        startSupervision()
    }

    /// The peripheral drops the link silently, and gets no more calls for it.
    func vanish() {
        guard vanished == nil, isOpen else { return }
        record("peripheral vanished")
        vanished = .peripheral
        peripheralNode.links.removeAll { $0 === self }
        kill()
    }

    /// The central drops the link silently and knows it, like a host that crashed and restarted:
    /// for the peripheral the link is open until the supervision timeout.
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

    /// A link without a received packet is given up after six intervals (Core Vol 6, Part B, 4.5).
    var timeoutInForce: Nanoseconds {
        wasEstablished ? parameters.supervisionTimeout : parameters.interval * 6
    }

    var timeoutReason: DisconnectReason {
        wasEstablished ? .connectionTimeout : .failedToEstablish
    }

    /// Whether the two sides have received each other's packets, as they do at the first anchor if
    /// possible.
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

    /// Ends the link on both sides, each with its own reason.
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

    private static func words(peripheral: DisconnectReason, central: DisconnectReason) -> String {
        if central == .localHostTerminated { return "disconnected by the central: \(peripheral)" }
        if peripheral == .localHostTerminated {
            return "disconnected by the peripheral: \(central)"
        }
        return "disconnected: \(central)"
    }

    /// The simulation ends: neither side is called.
    func abandonWorld() {
        isOpen = false
        centralEnd.abandoned(self)
        peripheralEnd.abandoned(self)
    }
}
