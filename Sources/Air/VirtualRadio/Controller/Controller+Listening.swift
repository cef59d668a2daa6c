package import Bluetooth
package import Simulation

/// What the controller hears of others, and makes of it for its host.
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
            // What nobody fetches is not worth keeping: the next one comes soon.
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
            send(.directedAdvertisingReport) {
                LEEvent.directedAdvertisingReport(peer, to: target, signal: signal, into: &$0)
            }
        } else if let peer {
            let type = isResponse ? 4 : advertisement.reportType
            send(.advertisingReport) {
                LEEvent.advertisingReport(
                    type: type, peer, data.span, signal: signal, into: &$0)
            }
        }
    }

    private func reportExtended(
        _ advertisement: AirAdvertisement, _ peer: PeerAddress?, _ data: [UInt8], _ signal: Int8,
        isResponse: Bool
    ) {
        var report = LEEvent.ExtendedReport(
            type: advertisement.properties | (isResponse ? 0x08 : 0), peer: peer, signal: signal)
        report.target = advertisement.directedTo
        report.isTargetUnknown = advertisement.directedTo.map { !isOwn($0) } ?? false
        if !advertisement.isLegacy {
            report.primaryPHY = advertisement.primaryPHY.rawValue
            report.secondaryPHY = advertisement.secondaryPHY.rawValue
            report.set = advertisement.setID
            if advertisement.includesTxPower { report.transmitPower = advertisement.txPower }
        }
        send(.extendedAdvertisingReport) {
            LEEvent.extendedAdvertisingReports(report, data.span, into: &$0)
        }
    }
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
