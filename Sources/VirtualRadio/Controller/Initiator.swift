internal import Bluetooth
internal import Peripheral
internal import Simulation

/// A host's wish to connect (Core Vol 6, Part B, 4.4.4).
struct Initiator {
    /// With the extended command: extended advertisements are answered too.
    var isExtended: Bool
    /// Anyone of the accept list, or this peer.
    var usesList: Bool
    var peer: Address
    var own: Controller.OwnAddress
    var interval: Nanoseconds
    var window: Nanoseconds
    var parameters: ConnectionParameters
    /// For links that begin with 2M, if the host gave others for them.
    var fastParameters: ConnectionParameters?
    var startedAt: Instant
    /// The advertisement that met the wish last.
    var met: AirAdvertisement?

    /// Whether the receiver is open.
    func isOpen(at time: Instant) -> Bool {
        (time - startedAt).count % interval.count < window.count
    }
}

/// Core Vol 4, Part E, 7.8.12, 7.8.13 and 7.8.66.
extension Controller {
    static let initiatingCommands: [(HCIOpcode, Handler)] = [
        (.leCreateConnection, { $0.createConnection(&$1) }),
        (.leCreateConnectionCancel, { controller, _ in controller.cancelConnecting() }),
        (.leExtendedCreateConnection, { $0.createExtendedConnection(&$1) }),
    ]

    /// How and under what conditions to connect, in the order of the wire; nil if out of range.
    private func tuning(
        _ p: inout OctetReader, most: UInt16
    ) -> (interval: Nanoseconds, window: Nanoseconds)? {
        let (interval, window) = (p.word(), p.word())
        guard window >= 4, window <= interval, interval <= most else { return nil }
        return (Self.slot * Int64(interval), Self.slot * Int64(window))
    }

    private func createConnection(_ p: inout OctetReader) -> HCIStatus {
        let tuning = tuning(&p, most: 0x4000)
        let policy = p.byte()
        let peerType = p.byte()
        let peer = p.address(peerType & 1 == 0 ? .publicDevice : .random)
        let own = OwnAddress(rawValue: p.byte())
        let wish = parameterRequest(&p)
        return speaking(.legacy) {
            guard let tuning, let own, let wish, policy <= 1, peerType <= 3 else {
                return .invalidParameters
            }
            return connect(
                Initiator(
                    isExtended: false, usesList: policy == 1, peer: peer, own: own,
                    interval: tuning.interval, window: tuning.window, parameters: wish.shortest,
                    startedAt: medium.clock.now))
        }
    }

    /// One block for each PHY: 1M (bit 0), 2M (bit 1, for the connection alone), coded (bit 2).
    private func createExtendedConnection(_ p: inout OctetReader) -> HCIStatus {
        let policy = p.byte()
        let own = OwnAddress(rawValue: p.byte())
        let peerType = p.byte()
        let peer = p.address(peerType & 1 == 0 ? .publicDevice : .random)
        let phys = p.byte()
        guard p.remaining == 16 * phys.nonzeroBitCount else { return .invalidParameters }
        let tuning = tuning(&p, most: 0xFFFF)
        let wish = parameterRequest(&p)
        var fast: ConnectionParameters?
        if phys & 2 != 0 {
            p.skip(4)
            guard let wish = parameterRequest(&p) else { return .invalidParameters }
            fast = wish.shortest
        }
        p.skip(p.remaining)
        return speaking(.extended) {
            guard phys & 0xF8 == 0, phys & 5 != 0 else { return .invalidParameters }
            guard phys & 4 == 0 else { return .unsupportedFeatureOrValue }
            guard let tuning, let own, let wish, policy <= 1, peerType <= 3 else {
                return .invalidParameters
            }
            return connect(
                Initiator(
                    isExtended: true, usesList: policy == 1, peer: peer, own: own,
                    interval: tuning.interval, window: tuning.window, parameters: wish.shortest,
                    fastParameters: fast, startedAt: medium.clock.now))
        }
    }

    private func connect(_ wish: Initiator) -> HCIStatus {
        guard initiator == nil else { return .commandDisallowed }
        guard hasPlaceForConnection else { return .connectionLimitExceeded }
        guard address(wish.own, towards: wish.peer, random: randomAddress) != nil else {
            return .invalidParameters
        }
        guard wish.usesList || !isConnected(to: wish.peer) else { return .connectionAlreadyExists }
        initiator = wish
        medium.listen()
        return .success
    }

    private func isConnected(to peer: Address) -> Bool {
        connections.contains { connection in
            guard let connection, let link = connection.link else { return false }
            let onAir = link.address(of: connection.role.other)
            return onAir == peer || identity(of: onAir).address == peer
        }
    }

    private func cancelConnecting() -> HCIStatus {
        guard initiator != nil else { return .commandDisallowed }
        initiator = nil
        afterReply { [self] in
            let isEnhanced = eventMask.allows(.enhancedConnectionComplete)
            send(isEnhanced ? .enhancedConnectionComplete : .connectionComplete) {
                LEEvent.connectionComplete(
                    .unknownConnection, nil, enhanced: isEnhanced, into: &$0)
            }
        }
        return .success
    }

    // MARK: When an advertisement is heard

    package func wish(for advertisement: AirAdvertisement) -> UInt64? {
        guard let initiator, advertisement.isConnectable,
            advertisement.isLegacy || initiator.isExtended,
            initiator.isOpen(at: medium.clock.now),
            advertisement.directedTo.map(isOwn) ?? true,
            resolvingList.mayShow(advertisement.address)
        else { return nil }
        let peer = identity(of: advertisement.address).address
        let isWanted =
            initiator.usesList
            ? acceptList.contains(peer)
            : peer == initiator.peer || advertisement.address == initiator.peer
        guard isWanted, !isConnected(to: peer) else { return nil }
        self.initiator?.met = advertisement
        return 1
    }

    package func take(_ wish: UInt64) -> LinkOffer? {
        guard let initiator, let met = initiator.met,
            let own = address(
                initiator.own, towards: identity(of: met.address).address, random: randomAddress),
            let connection = makeConnection(.central)
        else { return nil }
        self.initiator = nil
        guard !met.isLegacy else {
            return LinkOffer(
                end: connection, address: own, parameters: initiator.parameters, phy: .oneMegabit)
        }
        // A link begins with the PHY of the advertisement that was answered.
        let phy = met.secondaryPHY
        let fast = phy == .twoMegabit ? initiator.fastParameters : nil
        return LinkOffer(
            end: connection, address: own, parameters: fast ?? initiator.parameters, phy: phy)
    }
}
