extension HCIDescriber {
    static func event(_ code: UInt8, _ parameters: Span<UInt8>) -> String {
        var p = OctetReader(parameters)
        guard let event = HCIEventCode(rawValue: code) else {
            return "event \(hex(code, 2)), \(parameters.count) bytes"
        }
        switch event {
        case .commandComplete:
            p.skip(1)
            let name = name(of: p.word())
            return p.remaining > 0 ? "complete, \(name): \(status(p.byte()))" : "complete, \(name)"
        case .commandStatus:
            let code = p.byte()
            p.skip(1)
            return "status, \(name(of: p.word())): \(status(code))"
        case .leMeta: return le(p.byte(), &p)
        case .disconnectionComplete:
            p.skip(1)
            return "Disconnection Complete: \(hex(p.word(), 4)), \(status(p.byte()))"
        case .numberOfCompletedPackets:
            p.skip(1)
            return "Number Of Completed Packets: \(hex(p.word(), 4)), \(p.word())"
        case .encryptionChange:
            let code = p.byte()
            let handle = hex(p.word(), 4)
            return "Encryption Change: \(handle), \(status(code)), \(onOff(p.byte()))"
        case .encryptionKeyRefreshComplete, .readRemoteVersionInformationComplete:
            let code = p.byte()
            return "\(title(event)): \(hex(p.word(), 4)), \(status(code))"
        case .hardwareError, .dataBufferOverflow:
            return "\(title(event)): \(p.byte())"
        }
    }

    /// `dataBufferOverflow` as `Data Buffer Overflow`.
    private static func title(_ event: some Any) -> String {
        spaced("\(event)").split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: " ")
    }

    private static func le(_ code: UInt8, _ p: inout OctetReader) -> String {
        guard let subevent = LESubevent(rawValue: code) else {
            return "LE event \(hex(code, 2))"
        }
        let details = details(subevent, &p)
        return "LE \(title(subevent))" + (details.isEmpty ? "" : ": \(details)")
    }

    private static func details(_ subevent: LESubevent, _ p: inout OctetReader) -> String {
        switch subevent {
        case .connectionComplete, .enhancedConnectionComplete:
            return connection(isEnhanced: subevent == .enhancedConnectionComplete, &p)
        case .advertisingReport:
            p.skip(1)
            let kinds = ["connectable", "directed", "scannable", "plain", "scan response"]
            let kind = Int(p.byte())
            return (kind < kinds.count ? kinds[kind] : "type \(kind)") + ", \(peer(&p))"
        case .extendedAdvertisingReport:
            p.skip(1)
            let type = hex(p.word(), 4)
            return "type \(type), \(peer(&p))"
        case .directedAdvertisingReport:
            p.skip(2)
            return peer(&p)
        case .connectionUpdateComplete:
            let code = p.byte()
            let handle = hex(p.word(), 4)
            return "\(handle), \(status(code)), \(agreed(&p))"
        case .readRemoteFeaturesComplete, .phyUpdateComplete:
            let code = p.byte()
            return "\(hex(p.word(), 4)), \(status(code))"
        case .readLocalP256PublicKeyComplete, .generateDHKeyComplete: return status(p.byte())
        case .longTermKeyRequest, .remoteConnectionParameterRequest, .channelSelectionAlgorithm:
            return hex(p.word(), 4)
        case .dataLengthChange:
            let handle = hex(p.word(), 4)
            let sent = p.word()
            p.skip(2)
            return "\(handle), \(sent) bytes out, \(p.word()) in"
        case .advertisingSetTerminated:
            let code = p.byte()
            return "set \(p.byte()), \(status(code))"
        case .scanRequestReceived: return "set \(p.byte()), \(peer(&p))"
        case .scanTimeout: return ""
        }
    }

    private static func connection(isEnhanced: Bool, _ p: inout OctetReader) -> String {
        let code = p.byte()
        guard code == 0 else { return status(code) }
        let handle = hex(p.word(), 4)
        let role = p.byte() == 0 ? "central" : "peripheral"
        let whom = peer(&p)
        if isEnhanced { p.skip(12) }
        return "\(handle), \(role) to \(whom), \(agreed(&p))"
    }

    /// An address type and an address, in the order of the wire.
    private static func peer(_ p: inout OctetReader) -> String { peer(p.byte(), p.number(6)) }
}
