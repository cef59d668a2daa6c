package import Bluetooth
package import Simulation

/// How the controller receives advertisements and reports them to its host.
extension Controller: AirListener {
    package var listeningAddress: Address {
        address(scanner.own, towards: scanTarget, random: randomAddress) ?? publicAddress
    }

    package var listeningNode: RadioNode? { node }

    package var isListening: Bool { scanner.isEnabled || initiator != nil }

    package func isTuned(to advertisement: AirAdvertisement, at time: Instant) -> Bool {
        hears(advertisement, scanner.isExtended) && scanner.isOpen(at: time)
            || initiator.map { hears(advertisement, $0.isExtended) && $0.isOpen(at: time) } ?? false
    }

    private func hears(_ advertisement: AirAdvertisement, _ isExtended: Bool) -> Bool {
        advertisement.isLegacy || isExtended
    }

    package func scanning(_ advertisement: AirAdvertisement) -> (reports: Bool, asks: Bool) {
        guard hears(advertisement, scanner.isExtended), scanner.isOpen(at: medium.clock.now),
            // A report that is not fetched is not worth keeping: the next one comes soon.
            !isHostSlow, passes(advertisement)
        else { return (false, false) }
        scanTarget = identity(of: advertisement.address).address
        return (true, scanner.isActive)
    }

    /// The scanner's filter (Core Vol 6, Part B, 4.3.3).
    private func passes(_ advertisement: AirAdvertisement) -> Bool {
        if let target = advertisement.directedTo, !isOwn(target) {
            guard scanner.filterPolicy & 2 != 0, target.isResolvable else { return false }
        }
        if advertisement.isAnonymous {
            return scanner.filterPolicy & 1 == 0 || acceptList.hasAnonymous
        }
        guard resolvingList.mayShow(advertisement.address) else { return false }
        return scanner.filterPolicy & 1 == 0
            || acceptList.contains(identity(of: advertisement.address).address)
    }

    package func hear(_ heard: HeardAdvertisement) {
        let advertisement = heard.advertisement
        let peer = advertisement.isAnonymous ? nil : identity(of: advertisement.address)
        report(heard, peer, advertisement.data, isResponse: false)
        if let response = heard.scanResponse {
            report(heard, peer, response, isResponse: true)
        }
    }

    private func report(
        _ heard: HeardAdvertisement, _ peer: PeerAddress?, _ data: [UInt8], isResponse: Bool
    ) {
        let advertisement = heard.advertisement
        let sighting = Scanner.Sighting(
            address: peer?.address, set: advertisement.setID, isResponse: isResponse,
            data: advertisement.isLegacy ? 0 : Scanner.digest(data))
        guard scanner.isNew(sighting, at: heard.time) else { return }
        let signal = Int8(clamping: heard.rssi)
        if scanner.isExtended {
            reportExtended(advertisement, peer, data, signal, isResponse: isResponse)
        } else if let target = advertisement.directedTo, !isOwn(target), let peer {
            send(.leDirectedAdvertisingReport) {
                $0[.count] = 1
                $0[.type] = 1
                $0.set(peer)
                $0[.targetType] = target.kind.rawValue
                $0[.target] = target.value
                $0[.rssi] = signal
            }
        } else if let peer {
            send(.leAdvertisingReport, data: data.span) {
                $0[.count] = 1
                $0[.type] = isResponse ? 4 : advertisement.reportType
                $0.set(peer)
                $0[.rssi] = signal
            }
        }
    }

    private func reportExtended(
        _ advertisement: AirAdvertisement, _ peer: PeerAddress?, _ data: [UInt8], _ signal: Int8,
        isResponse: Bool
    ) {
        let type = advertisement.properties | (isResponse ? 0x08 : 0)
        let target = advertisement.directedTo
        var start = 0
        repeat {
            let end = min(start + Self.longestReport, data.count)
            send(.leExtendedAdvertisingReport, data: data.span.extracting(start..<end)) {
                $0[.count] = 1
                // Bit 5: more data follow.
                $0[.properties] = type | (end < data.count ? 0x20 : 0)
                $0[.peerType] = peer?.type ?? Self.anonymous
                $0[.peer] = peer?.address.value ?? 0
                $0[.primaryPHY] = advertisement.primaryPHY.rawValue
                $0[.secondaryPHY] = advertisement.isLegacy ? 0 : advertisement.secondaryPHY.rawValue
                $0[.set] = advertisement.isLegacy ? Self.noSet : advertisement.setID
                $0[.power] =
                    advertisement.includesTxPower && !advertisement.isLegacy
                    ? advertisement.txPower : Self.unknownPower
                $0[.rssi] = signal
                if let target {
                    $0[.targetType] = isOwn(target) ? target.kind.rawValue : Self.unresolved
                    $0[.target] = target.value
                }
            }
            start = end
        } while start < data.count
    }

    // Of an extended report (Core Vol 4, Part E, 7.7.65.13).
    private static let longestReport = 229
    private static let anonymous: UInt8 = 0xFF
    private static let noSet: UInt8 = 0xFF
    private static let unknownPower: Int8 = 127
    /// The kind of a target address that this controller cannot resolve.
    private static let unresolved: UInt8 = 0xFE
}

extension AirAdvertisement {
    /// The kind of PDU in a legacy report (Core Vol 4, Part E, 7.7.65.2).
    var reportType: UInt8 {
        if directedTo != nil { return 1 }
        return isConnectable ? 0 : isScannable ? 2 : 3
    }

    /// The properties in an extended report (Core Vol 4, Part E, 7.7.65.13).
    var properties: UInt16 {
        (isConnectable ? 0x01 : 0) | (isScannable && directedTo == nil ? 0x02 : 0)
            | (directedTo == nil ? 0 : 0x04) | (isLegacy ? 0x10 : 0)
    }
}
