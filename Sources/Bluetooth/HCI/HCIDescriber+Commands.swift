extension HCIDescriber {
    static func command(_ opcode: UInt16, _ parameters: Span<UInt8>) -> String {
        let name = name(of: opcode)
        guard let known = HCIOpcode(rawValue: opcode) else {
            return "\(name), \(parameters.count) bytes"
        }
        guard known.command.length.fits(parameters.count) else {
            return "\(name), wrong length \(parameters.count)"
        }
        var reader = OctetReader(parameters)
        let details = details(known, &reader)
        return details.isEmpty ? name : "\(name): \(details)"
    }

    /// What a person wants to know of the parameters; nothing for most.
    private static func details(_ opcode: HCIOpcode, _ p: inout OctetReader) -> String {
        switch opcode {
        case .disconnect: "\(hex(p.word(), 4)), \(status(p.byte()))"
        case .leSetRandomAddress: "\(p.address(.random))"
        case .leSetAdvertisingParameters: advertising(&p)
        case .leSetAdvertisingEnable, .leSetAddressResolutionEnable: onOff(p.byte())
        case .leSetScanParameters: scanning(&p)
        case .leSetScanEnable, .leSetExtendedScanEnable:
            onOff(p.byte()) + (p.byte() == 0 ? "" : ", duplicates filtered")
        case .leCreateConnection: connecting(&p)
        case .leAddToAcceptList, .leRemoveFromAcceptList, .leRemoveFromResolvingList,
            .leAddToResolvingList, .leReadPeerResolvableAddress, .leReadLocalResolvableAddress,
            .leSetPrivacyMode:
            peer(&p)
        case .leConnectionUpdate: hex(p.word(), 4) + ", " + timing(&p)
        case .leSetDataLength: "\(hex(p.word(), 4)), \(p.word()) bytes, \(p.word()) µs"
        case .leSetAdvertisingSetRandomAddress: "set \(p.byte()), \(p.address(.random))"
        case .leSetExtendedAdvertisingParameters, .leSetExtendedAdvertisingData,
            .leSetExtendedScanResponseData, .leRemoveAdvertisingSet:
            "set \(p.byte())"
        case .leSetExtendedAdvertisingEnable: onOff(p.byte()) + ", \(p.byte()) sets"
        case .readRemoteVersionInformation, .readRSSI, .leReadRemoteFeatures, .leReadChannelMap,
            .leEnableEncryption, .leReadPHY, .leSetPHY, .leLongTermKeyRequestReply,
            .leLongTermKeyRequestNegativeReply, .leRemoteConnectionParameterRequestReply,
            .leRemoteConnectionParameterRequestNegativeReply, .readTransmitPowerLevel:
            hex(p.word(), 4)
        default: ""
        }
    }

    static func onOff(_ byte: UInt8) -> String { byte == 0 ? "off" : "on" }

    /// An address type and an address, in the order of the wire.
    static func peer(_ p: inout OctetReader) -> String {
        let type = p.byte()
        let address = p.address(type & 1 == 0 ? .publicDevice : .random)
        let kinds = ["public", "random", "public identity", "random identity"]
        return type < 4 ? "\(address) \(kinds[Int(type)])" : "anonymous"
    }

    /// Steps of 0.625 ms in milliseconds.
    private static func slots(_ count: UInt16) -> String {
        decimal(Int(count) * 625) + " ms"
    }

    /// Thousandths with a point, without zeroes at the end.
    private static func decimal(_ thousandths: Int) -> String {
        let rest = thousandths % 1_000
        guard rest != 0 else { return "\(thousandths / 1_000)" }
        var digits = String(1_000 + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(thousandths / 1_000).\(digits)"
    }

    private static func advertising(_ p: inout OctetReader) -> String {
        let (shortest, longest) = (p.word(), p.word())
        let types = ["connectable", "directed", "scannable", "non-connectable", "directed, slow"]
        let type = Int(p.byte())
        return (type < types.count ? types[type] : "type \(type)")
            + ", every \(slots(shortest)) to \(slots(longest))"
    }

    private static func scanning(_ p: inout OctetReader) -> String {
        let kind = p.byte() == 0 ? "passive" : "active"
        let (interval, window) = (p.word(), p.word())
        return "\(kind), \(slots(window)) every \(slots(interval))"
    }

    private static func connecting(_ p: inout OctetReader) -> String {
        p.skip(4)
        let usesList = p.byte() == 1
        let whom = peer(&p)
        p.skip(1)
        return (usesList ? "the accept list" : whom) + ", " + timing(&p)
    }

    /// Interval range, latency and supervision timeout in the order of the wire.
    private static func timing(_ p: inout OctetReader) -> String {
        let (shortest, longest, latency, timeout) = (p.word(), p.word(), p.word(), p.word())
        let from = decimal(Int(shortest) * 1_250)
        let to = decimal(Int(longest) * 1_250)
        return "interval \(from == to ? from : "\(from) to \(to)") ms, latency \(latency), "
            + "timeout \(Int(timeout) * 10) ms"
    }

    /// Interval, latency and supervision timeout in the order of the wire.
    static func agreed(_ p: inout OctetReader) -> String {
        let (interval, latency, timeout) = (p.word(), p.word(), p.word())
        return "interval \(decimal(Int(interval) * 1_250)) ms, latency \(latency), "
            + "timeout \(Int(timeout) * 10) ms"
    }
}
