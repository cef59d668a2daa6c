internal import Bluetooth
internal import Peripheral
internal import Simulation

/// What hosts change on links: connection parameters, data length, PHY (Core Vol 4, Part E, 7.8.18,
/// 7.8.31 to 7.8.35, 7.8.46 to 7.8.49).
extension Controller {
    static let parameterCommands: [(HCIOpcode, Handler)] = [
        (.leConnectionUpdate, { $0.updateConnection(&$1) }),
        (.leRemoteConnectionParameterRequestReply, { $0.acceptParameters(&$1) }),
        (.leRemoteConnectionParameterRequestNegativeReply, { $0.refuseParameters(&$1) }),
        (.leSetDataLength, { $0.setDataLength(&$1) }),
        (.leReadSuggestedDefaultDataLength, { controller, _ in controller.readDefaultLength() }),
        (.leWriteSuggestedDefaultDataLength, { $0.writeDefaultLength(&$1) }),
        (.leReadMaximumDataLength, { controller, _ in controller.readMaximumLength() }),
        (.leReadPHY, { $0.readPHY(&$1) }),
        (.leSetDefaultPHY, { $0.setDefaultPHY(&$1) }),
        (.leSetPHY, { $0.setPHY(&$1) }),
    ]

    /// Interval range, latency, supervision timeout and lengths of connection events, in the order
    /// of the wire; nil if they are outside the limits (Core Vol 6, Part B, 4.5.2).
    func parameterRequest(_ p: inout OctetReader) -> ConnectionParameterRequest? {
        let step = Nanoseconds.microseconds(1_250)
        let (shortest, longest, latency, timeout) = (p.word(), p.word(), p.word(), p.word())
        let (leastLength, mostLength) = (p.word(), p.word())
        let wish = ConnectionParameterRequest(
            minimumInterval: step * Int64(shortest), maximumInterval: step * Int64(longest),
            latency: latency, supervisionTimeout: .milliseconds(10) * Int64(timeout))
        guard shortest <= longest, leastLength <= mostLength, wish.shortest.checked != nil,
            wish.longest.checked != nil
        else { return nil }
        return wish
    }

    /// A central changes them, a peripheral asks for them. The event follows in either case.
    private func updateConnection(_ p: inout OctetReader) -> HCIStatus {
        guard let (connection, link) = link(p.word()) else { return .unknownConnection }
        guard let wish = parameterRequest(&p) else { return .invalidParameters }
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

    private func acceptParameters(_ p: inout OctetReader) -> HCIStatus {
        let handle = p.word()
        reply.append(word: handle)
        guard let (connection, link) = link(handle) else { return .unknownConnection }
        guard let wish = parameterRequest(&p) else { return .invalidParameters }
        guard case .parameters? = connection.question else { return .commandDisallowed }
        connection.question = nil
        link.answer(.parameters(wish.shortest))
        return .success
    }

    private func refuseParameters(_ p: inout OctetReader) -> HCIStatus {
        let handle = p.word()
        reply.append(word: handle)
        guard let connection = connection(handle) else { return .unknownConnection }
        guard let reason = HCIStatus(rawValue: p.byte()), reason != .success else {
            return .invalidParameters
        }
        guard case .parameters? = connection.question else { return .commandDisallowed }
        refuse(reason, on: connection)
        return .success
    }

    // MARK: Data length

    /// Bytes 27 to 251, microseconds 328 to 17,040 (Core Vol 4, Part E, 7.8.33).
    private static func isDataLength(_ octets: UInt16, _ time: UInt16) -> Bool {
        (27...251).contains(octets) && (328...17_040).contains(time)
    }

    private func setDataLength(_ p: inout OctetReader) -> HCIStatus {
        let handle = p.word()
        reply.append(word: handle)
        guard let (connection, link) = link(handle) else { return .unknownConnection }
        let (octets, time) = (p.word(), p.word())
        guard Self.isDataLength(octets, time) else { return .invalidParameters }
        connection.askedDataLength = Int(octets)
        link.start(.dataLength(Int(octets)), by: connection.role)
        return .success
    }

    private func readDefaultLength() -> HCIStatus {
        reply.append(word: defaults.octets)
        reply.append(word: defaults.time)
        return .success
    }

    private func writeDefaultLength(_ p: inout OctetReader) -> HCIStatus {
        let (octets, time) = (p.word(), p.word())
        guard Self.isDataLength(octets, time) else { return .invalidParameters }
        (defaults.octets, defaults.time) = (octets, time)
        return .success
    }

    /// 251 bytes take 2,120 µs with 1M (Core Vol 6, Part B, 4.5.10).
    private func readMaximumLength() -> HCIStatus {
        for _ in 0..<2 {
            reply.append(word: UInt16(Self.dataLength))
            reply.append(word: 2_120)
        }
        return .success
    }

    // MARK: PHY

    private func readPHY(_ p: inout OctetReader) -> HCIStatus {
        let handle = p.word()
        reply.append(word: handle)
        guard let connection = connection(handle) else { return .unknownConnection }
        reply.append(connection.phys.transmit.rawValue)
        reply.append(connection.phys.receive.rawValue)
        return .success
    }

    /// Which PHYs the host prefers in each direction, as bits; 0 for any. Nil if it names one that is
    /// none, or none at all where it has a preference.
    private static func preferences(
        _ p: inout OctetReader
    ) -> (transmit: UInt8, receive: UInt8)? {
        let (all, transmit, receive) = (p.byte(), p.byte(), p.byte())
        let preferred = (all & 1 == 0 ? transmit : 0, all & 2 == 0 ? receive : 0)
        guard all & 1 != 0 || transmit != 0, all & 2 != 0 || receive != 0,
            preferred.0 & 0xF8 == 0, preferred.1 & 0xF8 == 0
        else { return nil }
        return preferred
    }

    private func setDefaultPHY(_ p: inout OctetReader) -> HCIStatus {
        guard let (transmit, receive) = Self.preferences(&p) else { return .invalidParameters }
        (defaults.transmitPHYs, defaults.receivePHYs) = (transmit, receive)
        return .success
    }

    private func setPHY(_ p: inout OctetReader) -> HCIStatus {
        guard let (connection, link) = link(p.word()) else { return .unknownConnection }
        guard let wish = Self.preferences(&p) else { return .invalidParameters }
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

    /// The fastest PHY of these bits that both sides have and the other side's host wants too, or
    /// the present one; nil if this side has none of them.
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
