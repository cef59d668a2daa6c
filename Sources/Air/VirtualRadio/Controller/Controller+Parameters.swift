internal import Bluetooth
internal import Peripheral
internal import Simulation

/// Link parameters that hosts change: connection parameters, data length, PHY (Core Vol 4, Part E,
/// 7.8.18, 7.8.31 to 7.8.35, 7.8.46 to 7.8.49).
extension Controller {
    static let parameterCommands: [(HCIOpcode, Handler)] = [
        onLink(.leConnectionUpdate) { $0.updateConnection($1, $2, $3) },
        onLink(.leRemoteConnectionParameterRequestReply) { $0.acceptParameters($1, $2, $3) },
        onConnection(.leRemoteConnectionParameterRequestNegativeReply) {
            $0.refuseParameters($1, $2)
        },
        onLink(.leSetDataLength) { $0.setDataLength($1, $2, $3) },
        on(.leReadSuggestedDefaultDataLength) {
            ($1[.octets], $1[.time]) = ($0.defaults.octets, $0.defaults.time)
        },
        on(.leWriteSuggestedDefaultDataLength) { $0.writeDefaultLength($1) },
        // 251 bytes take 2,120 µs with 1M (Core Vol 6, Part B, 4.5.10).
        on(.leReadMaximumDataLength) {
            ($1[.octets], $1[.time]) = (dataLength, 2_120)
            ($1[.receiveOctets], $1[.receiveTime]) = (dataLength, 2_120)
        },
        onConnection(.leReadPHY) { controller, _, connection in
            controller.reply[.transmitPHY] = connection.phys.transmit.rawValue
            controller.reply[.receivePHY] = connection.phys.receive.rawValue
            return .success
        },
        on(.leSetDefaultPHY) { $0.setDefaultPHY($1) },
        onLink(.leSetPHY) { $0.setPHY($1, $2, $3) },
    ]

    /// The request of a host; nil if it is outside the limits (Core Vol 6, Part B, 4.5.2).
    static func parameterRequest(_ p: HCIParameters) -> ConnectionParameterRequest? {
        let step = Nanoseconds.microseconds(1_250)
        let wish = ConnectionParameterRequest(
            minimumInterval: step * Int64(p[.shortest]),
            maximumInterval: step * Int64(p[.longest]), latency: p[.latency],
            supervisionTimeout: .milliseconds(10) * Int64(p[.timeout]))
        guard p[.shortest] <= p[.longest], p[.leastLength] <= p[.mostLength],
            wish.shortest.checked != nil, wish.longest.checked != nil
        else { return nil }
        return wish
    }

    /// A central changes them, a peripheral requests them. The event follows in either case.
    private func updateConnection(
        _ p: HCIParameters, _ connection: ControllerConnection, _ link: Link
    ) -> HCIStatus {
        guard let wish = Self.parameterRequest(p) else { return .invalidParameters }
        guard !connection.awaited.parameters else { return .commandDisallowed }
        let isCentral = connection.role == .central
        let feature = LinkLayerIdentity.Feature.connectionParametersRequest
        guard isCentral || link.end(.central).linkIdentity.features & feature != 0 else {
            return .unsupportedRemoteFeature
        }
        connection.awaited.parameters = true
        link.start(
            isCentral ? .update(wish.shortest) : .parameterRequest(wish), by: connection.role)
        return .success
    }

    private func acceptParameters(
        _ p: HCIParameters, _ connection: ControllerConnection, _ link: Link
    ) -> HCIStatus {
        guard let wish = Self.parameterRequest(p) else { return .invalidParameters }
        guard case .parameters? = connection.question else { return .commandDisallowed }
        connection.question = nil
        link.answer(.parameters(wish.shortest))
        return .success
    }

    private func refuseParameters(
        _ p: HCIParameters, _ connection: ControllerConnection
    ) -> HCIStatus {
        guard let reason = HCIStatus(rawValue: p[.reason]), reason != .success else {
            return .invalidParameters
        }
        guard case .parameters? = connection.question else { return .commandDisallowed }
        refuse(reason, on: connection)
        return .success
    }

    // MARK: Data length

    /// Bytes 27 to 251, microseconds 328 to 17,040 (Core Vol 4, Part E, 7.8.33).
    private static func isDataLength(_ p: HCIParameters) -> Bool {
        (27...251).contains(p[.octets]) && (328...17_040).contains(p[.time])
    }

    private func setDataLength(
        _ p: HCIParameters, _ connection: ControllerConnection, _ link: Link
    ) -> HCIStatus {
        guard Self.isDataLength(p) else { return .invalidParameters }
        connection.askedDataLength = Int(p[.octets])
        link.start(.dataLength(Int(p[.octets])), by: connection.role)
        return .success
    }

    private func writeDefaultLength(_ p: HCIParameters) -> HCIStatus {
        guard Self.isDataLength(p) else { return .invalidParameters }
        (defaults.octets, defaults.time) = (p[.octets], p[.time])
        return .success
    }

    // MARK: PHY

    /// The PHYs that the host prefers in each direction, as bits; 0 for any. Nil if it names an
    /// unknown one, or none although it has a preference.
    private static func preferences(
        _ p: HCIParameters
    ) -> (transmit: UInt8, receive: UInt8)? {
        let all: UInt8 = p[.anyPHY]
        let (transmit, receive): (UInt8, UInt8) = (p[.transmitPHYs], p[.receivePHYs])
        let preferred = (all & 1 == 0 ? transmit : 0, all & 2 == 0 ? receive : 0)
        guard all & 1 != 0 || transmit != 0, all & 2 != 0 || receive != 0,
            preferred.0 & 0xF8 == 0, preferred.1 & 0xF8 == 0
        else { return nil }
        return preferred
    }

    private func setDefaultPHY(_ p: HCIParameters) -> HCIStatus {
        guard let (transmit, receive) = Self.preferences(p) else { return .invalidParameters }
        (defaults.transmitPHYs, defaults.receivePHYs) = (transmit, receive)
        return .success
    }

    private func setPHY(
        _ p: HCIParameters, _ connection: ControllerConnection, _ link: Link
    ) -> HCIStatus {
        guard let wish = Self.preferences(p) else { return .invalidParameters }
        let peer = link.end(connection.role.other).linkIdentity.features
        let knowsFast = peer & LinkLayerIdentity.Feature.twoMegabit != 0
        let theirs = link.end(connection.role.other).preferredPHYs
        guard
            let transmit = Self.choose(
                wish.transmit, theirs.receive, knowsFast, connection.phys.transmit),
            let receive = Self.choose(
                wish.receive, theirs.transmit, knowsFast, connection.phys.receive)
        else { return .unsupportedFeatureOrValue }
        connection.preferredPHYs = wish
        connection.awaited.phys += 1
        link.start(.phy(sent: transmit, received: receive), by: connection.role)
        return .success
    }

    /// The fastest PHY of these bits that both sides support and the other side's host accepts, or
    /// the present one; nil if this side supports none of them.
    private static func choose(
        _ bits: UInt8, _ theirs: UInt8, _ knowsFast: Bool, _ present: Radio.PHY
    ) -> Radio.PHY? {
        if bits == 0 { return present }
        guard bits & 3 != 0 else { return nil }
        let common = theirs == 0 ? bits : bits & theirs
        if common & 2 != 0, knowsFast { return .twoMegabit }
        return common & 1 != 0 ? .oneMegabit : present
    }
}

extension ConnectionParameterRequest {
    /// The parameters with the shortest interval of the range.
    var shortest: ConnectionParameters {
        ConnectionParameters(
            interval: minimumInterval, latency: latency, supervisionTimeout: supervisionTimeout)
    }

    /// The parameters with the longest interval of the range.
    var longest: ConnectionParameters {
        ConnectionParameters(
            interval: maximumInterval, latency: latency, supervisionTimeout: supervisionTimeout)
    }
}
