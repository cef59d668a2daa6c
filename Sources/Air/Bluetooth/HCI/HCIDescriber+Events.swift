extension HCIDescriber {
    static func event(_ packet: Span<UInt8>) -> String {
        let parameters = packet.extracting(H4PacketType.event.headerLength..<packet.count)
        guard let event = HCIEventCode(packet: packet) else {
            return packet[1] == HCIEventCode.leMeta
                ? "LE event \(hex(parameters.count > 0 ? parameters[0] : 0, 2))"
                : "event \(hex(packet[1], 2)), \(parameters.count) bytes"
        }
        let p = HCIFields(event, packet.extracting(event.headerLength..<packet.count))
        switch event {
        case .commandComplete:
            let name = name(of: p[.opcode])
            return "complete, \(name)" + (p.octets(.rest).first.map { ": \(status($0))" } ?? "")
        case .commandStatus: return "status, \(name(of: p[.opcode])): \(status(p[.status]))"
        default:
            let details = details(event, p)
            return event.name + (details.isEmpty ? "" : ": \(details)")
        }
    }

    /// The description of the parameters.
    private static func details(_ event: HCIEventCode, _ p: borrowing HCIFields) -> String {
        switch event {
        case .disconnectionComplete: "\(handle(p)), \(status(p[.reason]))"
        case .numberOfCompletedPackets: "\(handle(p)), \(p[.packets])"
        case .encryptionChange: "\(handle(p)), \(status(p[.status])), \(onOff(p[.isOn]))"
        case .hardwareError: "\(p[.reason])"
        case .dataBufferOverflow: "\(p[.type])"
        case .leConnectionComplete, .leEnhancedConnectionComplete:
            p[.status] != 0
                ? status(p[.status])
                : "\(handle(p)), \(p[.role] == 0 ? "central" : "peripheral") to \(peer(p)), "
                    + agreed(p)
        case .leAdvertisingReport:
            name(p[.type], ["connectable", "directed", "scannable", "plain", "scan response"])
                + ", \(peer(p))"
        case .leExtendedAdvertisingReport:
            "type \(hex(p[.properties] as UInt16, 4)), \(peer(p))"
        case .leDirectedAdvertisingReport: peer(p)
        case .leConnectionUpdateComplete: "\(handle(p)), \(status(p[.status])), \(agreed(p))"
        case .encryptionKeyRefreshComplete, .readRemoteVersionInformationComplete,
            .leReadRemoteFeaturesComplete, .lePHYUpdateComplete:
            "\(handle(p)), \(status(p[.status]))"
        case .leReadLocalP256PublicKeyComplete, .leGenerateDHKeyComplete: status(p[.status])
        case .leLongTermKeyRequest, .leRemoteConnectionParameterRequest,
            .leChannelSelectionAlgorithm:
            handle(p)
        case .leDataLengthChange:
            "\(handle(p)), \(p[.octets]) bytes out, \(p[.receiveOctets]) in"
        case .leAdvertisingSetTerminated: "set \(p[.set]), \(status(p[.status]))"
        case .leScanRequestReceived: "set \(p[.set]), \(peer(p))"
        case .commandComplete, .commandStatus, .leScanTimeout: ""
        }
    }
}
