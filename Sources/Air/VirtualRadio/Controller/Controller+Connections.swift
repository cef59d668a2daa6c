internal import Bluetooth
internal import Peripheral
internal import Simulation

/// Commands on connections: ending them, and what they are (Core Vol 4, Part E, 7.1, 7.5 and 7.8).
extension Controller {
    static let connectionCommands: [(HCIOpcode, Handler)] = [
        onLink(.disconnect) { $0.disconnect($1, $2, $3) },
        onLink(.readRemoteVersionInformation) { $0.start(.version, $2, $3) },
        onLink(.leReadRemoteFeatures) { $0.start(.features, $2, $3) },
        onLink(.readRSSI) { $0.readRSSI($3) },
        onConnection(.leReadChannelMap) { $0.readChannelMap($2) },
        on(.leSetHostChannelClassification) { $0.setChannelMap($1) },
        onConnection(.readAuthenticatedPayloadTimeout) { $0.readPayloadTimeout($2) },
        onConnection(.writeAuthenticatedPayloadTimeout) { $0.writePayloadTimeout($1, $2) },
    ]

    private func disconnect(
        _ p: HCIParameters, _ connection: ControllerConnection, _ link: Link
    ) -> HCIStatus {
        guard let reason = DisconnectReason(rawValue: p[.reason]), reason.isForHosts else {
            return .invalidParameters
        }
        link.terminate(reason, by: connection.role)
        return .success
    }

    private func start(
        _ procedure: ControlProcedure, _ connection: ControllerConnection, _ link: Link
    ) -> HCIStatus {
        link.start(procedure, by: connection.role)
        return .success
    }

    private func readRSSI(_ link: Link) -> HCIStatus {
        reply.append(UInt8(bitPattern: Int8(clamping: link.rssi)))
        return .success
    }

    /// Only a central chooses channels; a peripheral is told all of them.
    private func readChannelMap(_ connection: ControllerConnection) -> HCIStatus {
        reply.append(
            connection.role == .central ? defaults.channelMap : LinkDefaults().channelMap, bytes: 5)
        return .success
    }

    private func setChannelMap(_ p: HCIParameters) -> HCIStatus {
        let channels = p[.channelMap] & LinkDefaults().channelMap
        guard channels != 0 else { return .invalidParameters }
        defaults.channelMap = channels
        return .success
    }

    private func readPayloadTimeout(_ connection: ControllerConnection) -> HCIStatus {
        reply.append(word: connection.payloadTimeout)
        return .success
    }

    private func writePayloadTimeout(
        _ p: HCIParameters, _ connection: ControllerConnection
    ) -> HCIStatus {
        guard p[.timeout] > 0 else { return .invalidParameters }
        connection.payloadTimeout = p[.timeout]
        return .success
    }

    // MARK: What the link tells

    /// A change of a link, as its host hears of it (Core Vol 4, Part E, 7.7).
    func tell(_ change: LinkChange, of connection: ControllerConnection) {
        let handle = connection.handle
        switch change {
        case .parameters(let parameters):
            connection.awaited.parameters = false
            send(.connectionUpdateComplete) {
                LEEvent.connectionUpdateComplete(.success, handle, parameters.timing, into: &$0)
            }
        case .parametersRefused(let status):
            tellRefusal(status, of: connection)
        case .dataLength(let sent, let received):
            tellDataLength(sent, received, of: connection)
        case .phy(let sent, let received):
            tellPHY(sent, received, of: connection)
        case .encryption(let status, let isRefresh):
            tellEncryption(HCIStatus(rawValue: status) ?? .unspecifiedError, isRefresh, connection)
        case .features(let features):
            send(.readRemoteFeaturesComplete) {
                LEEvent.remoteFeatures(.success, handle, features, into: &$0)
            }
        case .version(let peer):
            send(.readRemoteVersionInformationComplete) {
                HCIEvent.remoteVersion(
                    .success, handle, version: peer.version, company: peer.company,
                    subversion: peer.subversion, into: &$0)
            }
        }
    }

    private func tellRefusal(_ status: UInt8, of connection: ControllerConnection) {
        guard let link = connection.link else { return }
        connection.awaited.parameters = false
        send(.connectionUpdateComplete) {
            LEEvent.connectionUpdateComplete(
                HCIStatus(rawValue: status) ?? .unspecifiedError, connection.handle,
                link.parameters.timing, into: &$0)
        }
    }

    private func tellDataLength(_ sent: Int, _ received: Int, of connection: ControllerConnection) {
        func time(_ octets: Int) -> (octets: UInt16, time: UInt16) {
            (
                UInt16(octets),
                UInt16(Radio.PHY.oneMegabit.airTime(payload: octets + 4).count / 1_000)
            )
        }
        send(.dataLengthChange) {
            LEEvent.dataLengthChange(
                connection.handle, transmit: time(sent), receive: time(received), into: &$0)
        }
    }

    /// The host hears of it if it asked, or if something changed (Core Vol 4, Part E, 7.7.65.12).
    private func tellPHY(
        _ sent: Radio.PHY, _ received: Radio.PHY, of connection: ControllerConnection
    ) {
        let isAwaited = connection.awaited.phys > 0
        guard isAwaited || connection.phys != (sent, received) else { return }
        if isAwaited { connection.awaited.phys -= 1 }
        connection.phys = (sent, received)
        send(.phyUpdateComplete) {
            LEEvent.phyUpdateComplete(
                .success, connection.handle, transmit: sent.rawValue, receive: received.rawValue,
                into: &$0)
        }
    }

    private func tellEncryption(
        _ status: HCIStatus, _ isRefresh: Bool, _ connection: ControllerConnection
    ) {
        let handle = connection.handle
        connection.awaited.encryption = false
        if isRefresh {
            send(.encryptionKeyRefreshComplete) {
                HCIEvent.encryptionKeyRefreshComplete(status, handle, into: &$0)
            }
        } else {
            send(.encryptionChange) {
                HCIEvent.encryptionChange(status, handle, isOn: status == .success, into: &$0)
            }
        }
    }

    /// What the peer asks goes to the host, or is refused if the host does not want to hear of it.
    func ask(_ question: LinkQuestion, of connection: ControllerConnection) {
        switch question {
        case .longTermKey(let random, let diversifier):
            guard eventMask.allows(.longTermKeyRequest) else {
                return refuse(.pinOrKeyMissing, on: connection)
            }
            send(.longTermKeyRequest) {
                LEEvent.longTermKeyRequest(
                    connection.handle, random: random, diversifier: diversifier, into: &$0)
            }
        case .parameters(let wish):
            guard eventMask.allows(.remoteConnectionParameterRequest) else {
                return refuse(.unsupportedRemoteFeature, on: connection)
            }
            let shortest = ConnectionParameters(
                interval: wish.minimumInterval, latency: wish.latency,
                supervisionTimeout: wish.supervisionTimeout
            ).timing
            send(.remoteConnectionParameterRequest) {
                LEEvent.remoteConnectionParameterRequest(
                    connection.handle, minimum: shortest.interval,
                    maximum: UInt16(clamping: wish.maximumInterval.count / 1_250_000),
                    latency: shortest.latency, supervisionTimeout: shortest.supervisionTimeout,
                    into: &$0)
            }
        }
    }

    func refuse(_ status: HCIStatus, on connection: ControllerConnection) {
        connection.question = nil
        connection.link?.answer(.refused(status: status.rawValue))
    }
}
