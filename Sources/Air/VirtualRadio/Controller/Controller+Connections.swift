internal import Bluetooth
internal import Peripheral
internal import Simulation

/// Commands on connections: ending them, and what they are (Core Vol 4, Part E, 7.1, 7.5 and 7.8).
extension Controller {
    static let connectionCommands: [(HCIOpcode, Handler)] = [
        onLink(.disconnect) { $0.disconnect($1, $2, $3) },
        onLink(.readRemoteVersionInformation) { $0.start(.version, $2, $3) },
        onLink(.leReadRemoteFeatures) { $0.start(.features, $2, $3) },
        onLink(.readRSSI) { controller, _, _, link in
            controller.reply[.rssi] = Int8(clamping: link.rssi)
            return .success
        },
        onConnection(.leReadChannelMap) { $0.readChannelMap($2) },
        on(.leSetHostChannelClassification) { $0.setChannelMap($1) },
        onConnection(.readAuthenticatedPayloadTimeout) { controller, _, connection in
            controller.reply[.timeout] = connection.payloadTimeout
            return .success
        },
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

    /// Only a central chooses channels; a peripheral's map has all of them.
    private func readChannelMap(_ connection: ControllerConnection) -> HCIStatus {
        reply[.channelMap] =
            connection.role == .central ? defaults.channelMap : LinkDefaults().channelMap
        return .success
    }

    private func setChannelMap(_ p: HCIParameters) -> HCIStatus {
        let channels = p[.channelMap] & LinkDefaults().channelMap
        guard channels != 0 else { return .invalidParameters }
        defaults.channelMap = channels
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

    /// The event for a change of a link (Core Vol 4, Part E, 7.7).
    func tell(_ change: LinkChange, of connection: ControllerConnection) {
        let handle = connection.handle
        switch change {
        case .parameters(let parameters):
            connection.awaited.parameters = false
            tellUpdate(.success, parameters, of: connection)
        case .parametersRefused(let status):
            tellRefusal(status, of: connection)
        case .dataLength(let sent, let received):
            tellDataLength(sent, received, of: connection)
        case .phy(let sent, let received):
            tellPHY(sent, received, of: connection)
        case .encryption(let status, let isRefresh):
            tellEncryption(HCIStatus(rawValue: status) ?? .unspecifiedError, isRefresh, connection)
        case .features(let features):
            send(.leReadRemoteFeaturesComplete) {
                $0[.handle] = handle
                $0[.features] = features
            }
        case .version(let peer):
            send(.readRemoteVersionInformationComplete) {
                $0[.handle] = handle
                $0[.version] = peer.version
                $0[.company] = peer.company
                $0[.subversion] = peer.subversion
            }
        }
    }

    private func tellRefusal(_ status: UInt8, of connection: ControllerConnection) {
        guard let link = connection.link else { return }
        connection.awaited.parameters = false
        tellUpdate(
            HCIStatus(rawValue: status) ?? .unspecifiedError, link.parameters, of: connection)
    }

    private func tellUpdate(
        _ status: HCIStatus, _ parameters: ConnectionParameters, of connection: ControllerConnection
    ) {
        send(.leConnectionUpdateComplete) {
            $0.status = status
            $0[.handle] = connection.handle
            $0.set(parameters.timing)
        }
    }

    private func tellDataLength(_ sent: Int, _ received: Int, of connection: ControllerConnection) {
        func time(_ octets: Int) -> Int64 {
            Radio.PHY.oneMegabit.airTime(payload: octets + 4).count / 1_000
        }
        send(.leDataLengthChange) {
            $0[.handle] = connection.handle
            ($0[.octets], $0[.time]) = (sent, time(sent))
            ($0[.receiveOctets], $0[.receiveTime]) = (received, time(received))
        }
    }

    /// Sent if the host requested it, or if something changed (Core Vol 4, Part E, 7.7.65.12).
    private func tellPHY(
        _ sent: Radio.PHY, _ received: Radio.PHY, of connection: ControllerConnection
    ) {
        let isAwaited = connection.awaited.phys > 0
        guard isAwaited || connection.phys != (sent, received) else { return }
        if isAwaited { connection.awaited.phys -= 1 }
        connection.phys = (sent, received)
        send(.lePHYUpdateComplete) {
            $0[.handle] = connection.handle
            $0[.transmitPHY] = sent.rawValue
            $0[.receivePHY] = received.rawValue
        }
    }

    private func tellEncryption(
        _ status: HCIStatus, _ isRefresh: Bool, _ connection: ControllerConnection
    ) {
        connection.awaited.encryption = false
        send(isRefresh ? .encryptionKeyRefreshComplete : .encryptionChange) {
            $0.status = status
            $0[.handle] = connection.handle
            if !isRefresh { $0[.isOn] = status == .success ? 1 : 0 }
        }
    }

    /// Passes the peer's question to the host, or refuses it if the host masks the event.
    func ask(_ question: LinkQuestion, of connection: ControllerConnection) {
        switch question {
        case .longTermKey(let random, let diversifier):
            guard eventMask.allows(.leLongTermKeyRequest) else {
                return refuse(.pinOrKeyMissing, on: connection)
            }
            send(.leLongTermKeyRequest) {
                $0[.handle] = connection.handle
                $0[.random] = random
                $0[.diversifier] = diversifier
            }
        case .parameters(let wish):
            guard eventMask.allows(.leRemoteConnectionParameterRequest) else {
                return refuse(.unsupportedRemoteFeature, on: connection)
            }
            send(.leRemoteConnectionParameterRequest) {
                $0[.handle] = connection.handle
                $0.set(wish.shortest.timing)
                $0[.longest] = wish.longest.timing.interval
            }
        }
    }

    func refuse(_ status: HCIStatus, on connection: ControllerConnection) {
        connection.question = nil
        connection.link?.answer(.refused(status: status.rawValue))
    }
}
