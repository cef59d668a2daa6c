internal import Bluetooth
internal import Peripheral
internal import Simulation

/// A host's request to connect (Core Vol 6, Part B, 4.4.4).
struct Initiator {
    /// With the extended command: extended advertisements are answered too.
    var isExtended: Bool
    /// Any device on the accept list, or this peer.
    var usesList: Bool
    var peer: Address
    var own: Controller.OwnAddress
    var interval: Nanoseconds
    var window: Nanoseconds
    var parameters: ConnectionParameters
    /// For links that begin with 2M, if the host gave separate ones.
    var fastParameters: ConnectionParameters?
    var startedAt: Instant
    /// The advertisement that matched last.
    var met: AirAdvertisement?

    /// Whether the receiver is open.
    func isOpen(at time: Instant) -> Bool {
        (time - startedAt).count % interval.count < window.count
    }
}

/// Core Vol 4, Part E, 7.8.12, 7.8.13 and 7.8.66.
extension Controller {
    static let initiatingCommands: [(HCIOpcode, Handler)] = [
        on(.leCreateConnection) { $0.createConnection($1) },
        on(.leCreateConnectionCancel) { $0.cancelConnecting() },
        on(.leExtendedCreateConnection) { $0.createExtendedConnection($1) },
    ]

    /// The host's request to connect with `link`, at scan intervals up to `most`; nil if a
    /// parameter is out of range.
    private func wish(
        _ p: HCIParameters, _ link: HCIParameters, most: UInt64, isExtended: Bool,
        fast: ConnectionParameters? = nil
    ) -> Initiator? {
        guard link[.window] >= 4, link[.window] <= link[.interval], link[.interval] <= most,
            let own = OwnAddress(rawValue: p[.own]), let wish = Self.parameterRequest(link),
            p[.filterPolicy] <= 1, p[.peerType] <= 3
        else { return nil }
        return Initiator(
            isExtended: isExtended, usesList: p[.filterPolicy] == 1, peer: p.peer, own: own,
            interval: Self.slot * Int64(link[.interval]),
            window: Self.slot * Int64(link[.window]), parameters: wish.shortest,
            fastParameters: fast, startedAt: medium.clock.now)
    }

    private func createConnection(_ p: HCIParameters) -> HCIStatus {
        speaking(.legacy) {
            guard let wish = wish(p, p, most: 0x4000, isExtended: false) else {
                return .invalidParameters
            }
            return connect(wish)
        }
    }

    /// One link for each PHY: 1M (bit 0), 2M (bit 1, for the connection alone), coded (bit 2).
    private func createExtendedConnection(_ p: HCIParameters) -> HCIStatus {
        let phys: UInt8 = p[.phys]
        guard let links = p.entries(phys.nonzeroBitCount) else { return .invalidParameters }
        var fast: ConnectionParameters?
        if phys & 2 != 0 {
            guard links.count > 1, let wish = Self.parameterRequest(links[1]) else {
                return .invalidParameters
            }
            fast = wish.shortest
        }
        let status = speaking(.extended) {
            guard phys & 0xF8 == 0, phys & 5 != 0, let link = links.first else {
                return .invalidParameters
            }
            guard phys & 4 == 0 else { return .unsupportedFeatureOrValue }
            guard let wish = wish(p, link, most: 0xFFFF, isExtended: true, fast: fast) else {
                return .invalidParameters
            }
            return connect(wish)
        }
        return phys == 0 ? .invalidParameters : status
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
            sendConnectionComplete { event, _ in event.status = .unknownConnection }
        }
        return .success
    }

    // MARK: Matching advertisements

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
        connection.makesOwnAddress = initiator.own.isResolvable
        self.initiator = nil
        // A link begins with the PHY of the answered advertisement.
        let phy = met.isLegacy ? .oneMegabit : met.secondaryPHY
        let fast = phy == .twoMegabit ? initiator.fastParameters : nil
        return LinkOffer(
            end: connection, address: own, parameters: fast ?? initiator.parameters, phy: phy)
    }
}
