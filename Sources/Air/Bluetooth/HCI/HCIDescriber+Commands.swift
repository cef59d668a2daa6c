extension HCIDescriber {
    static func command(_ opcode: UInt16, _ parameters: Span<UInt8>) -> String {
        let name = name(of: opcode)
        guard let known = HCIOpcode(rawValue: opcode) else {
            return "\(name), \(parameters.count) bytes"
        }
        guard known.command.length.fits(parameters.count) else {
            return "\(name), wrong length \(parameters.count)"
        }
        let details = details(known, HCIFields(known, parameters))
        return details.isEmpty ? name : "\(name): \(details)"
    }

    /// The description of the parameters; empty for most.
    private static func details(_ opcode: HCIOpcode, _ p: borrowing HCIFields) -> String {
        switch opcode {
        case .disconnect: "\(handle(p)), \(status(p[.reason]))"
        case .leSetRandomAddress: "\(Address(p[.address]))"
        case .leSetAdvertisingParameters: advertising(p)
        case .leSetAdvertisingEnable, .leSetAddressResolutionEnable: onOff(p[.isOn])
        case .leSetScanParameters:
            (p[.type] == 0 ? "passive" : "active")
                + ", \(slots(p[.window])) every \(slots(p[.interval]))"
        case .leSetScanEnable, .leSetExtendedScanEnable:
            onOff(p[.isOn]) + (p[.filter] == 0 ? "" : ", duplicates filtered")
        case .leCreateConnection:
            (p[.filterPolicy] == 1 ? "the accept list" : peer(p)) + ", \(timing(p))"
        case .leAddToAcceptList, .leRemoveFromAcceptList, .leRemoveFromResolvingList,
            .leAddToResolvingList, .leReadPeerResolvableAddress, .leReadLocalResolvableAddress,
            .leSetPrivacyMode:
            peer(p)
        case .leConnectionUpdate: "\(handle(p)), \(timing(p))"
        case .leSetDataLength: "\(handle(p)), \(p[.octets]) bytes, \(p[.time]) µs"
        case .leSetAdvertisingSetRandomAddress: "set \(p[.set]), \(Address(p[.address]))"
        case .leSetExtendedAdvertisingParameters, .leSetExtendedAdvertisingData,
            .leSetExtendedScanResponseData, .leRemoveAdvertisingSet:
            "set \(p[.set])"
        case .leSetExtendedAdvertisingEnable: "\(onOff(p[.isOn])), \(p[.count]) sets"
        case .readRemoteVersionInformation, .readRSSI, .leReadRemoteFeatures, .leReadChannelMap,
            .leEnableEncryption, .leReadPHY, .leSetPHY, .leLongTermKeyRequestReply,
            .leLongTermKeyRequestNegativeReply, .leRemoteConnectionParameterRequestReply,
            .leRemoteConnectionParameterRequestNegativeReply, .readTransmitPowerLevel:
            handle(p)
        default: ""
        }
    }

    static func handle(_ p: borrowing HCIFields) -> String { hex(p[.handle], 4) }

    static func onOff(_ byte: UInt8) -> String { byte == 0 ? "off" : "on" }

    /// An address with its type.
    static func peer(_ p: borrowing HCIFields) -> String {
        let kinds = ["public", "random", "public identity", "random identity"]
        let type: Int = p[.peerType]
        return type < 4 ? "\(Address(p[.peer])) \(kinds[type])" : "anonymous"
    }

    /// The name of a number, `type 7` if it has none.
    static func name(_ number: Int, _ names: [String]) -> String {
        number < names.count ? names[number] : "type \(number)"
    }

    /// Steps of 0.625 ms, in milliseconds.
    private static func slots(_ count: UInt64) -> String {
        decimal(Int64(clamping: count) * 625) + " ms"
    }

    /// Thousandths with a decimal point, without trailing zeroes.
    private static func decimal(_ thousandths: Int64) -> String {
        let rest = thousandths % 1_000
        guard rest != 0 else { return "\(thousandths / 1_000)" }
        var digits = String(1_000 + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(thousandths / 1_000).\(digits)"
    }

    private static func advertising(_ p: borrowing HCIFields) -> String {
        let types = ["connectable", "directed", "scannable", "non-connectable", "directed, slow"]
        return name(p[.type], types)
            + ", every \(slots(p[.shortest])) to \(slots(p[.longest]))"
    }

    /// The range of intervals, latency and supervision timeout that a host requests.
    private static func timing(_ p: borrowing HCIFields) -> String {
        let from = decimal(p[.shortest] * 1_250)
        let to = decimal(p[.longest] * 1_250)
        return "interval \(from == to ? from : "\(from) to \(to)") ms, "
            + "latency \(p[.latency]), timeout \(p[.timeout] * 10) ms"
    }

    /// Interval, latency and supervision timeout that are in force.
    static func agreed(_ p: borrowing HCIFields) -> String {
        "interval \(decimal(p[.interval] * 1_250)) ms, latency \(p[.latency]), "
            + "timeout \(p[.timeout] * 10) ms"
    }
}
