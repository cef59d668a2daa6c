extension HCIEventCode {
    /// The table of all events: the fields of their parameters, and of each entry of the list after
    /// them (Core Vol 4, Part E, 7.7).
    private static func row(_ event: HCIEventCode) -> HCIFormat {
        switch event {
        case .disconnectionComplete: Row("Disconnection Complete", [.status, .handle, .reason])
        case .encryptionChange: Row("Encryption Change", [.status, .handle, .isOn])
        case .readRemoteVersionInformationComplete:
            Row(
                "Read Remote Version Information Complete",
                [.status, .handle, .version, .company, .subversion])
        case .commandComplete: Row("Command Complete", [.credits, .opcode, .rest])
        case .commandStatus: Row("Command Status", [.status, .credits, .opcode])
        case .hardwareError: Row("Hardware Error", [.reason])
        case .numberOfCompletedPackets:
            Row("Number Of Completed Packets", [.count], each: [.handle, .packets])
        case .dataBufferOverflow: Row("Data Buffer Overflow", [.type])
        case .encryptionKeyRefreshComplete:
            Row("Encryption Key Refresh Complete", [.status, .handle])
        case .leConnectionComplete:
            Row(
                "LE Connection Complete",
                [.status, .handle, .role, .peerType, .peer] + timing + [.clockAccuracy])
        case .leAdvertisingReport:
            Row(
                "LE Advertising Report", [.count],
                each: [.type, .peerType, .peer, .length, .rest, .rssi])
        case .leConnectionUpdateComplete:
            Row("LE Connection Update Complete", [.status, .handle] + timing)
        case .leReadRemoteFeaturesComplete:
            Row("LE Read Remote Features Complete", [.status, .handle, .features])
        case .leLongTermKeyRequest:
            Row("LE Long Term Key Request", [.handle, .random, .diversifier])
        case .leRemoteConnectionParameterRequest:
            Row(
                "LE Remote Connection Parameter Request",
                [.handle, .shortest, .longest, .latency, .timeout])
        case .leDataLengthChange:
            Row("LE Data Length Change", [.handle, .octets, .time, .receiveOctets, .receiveTime])
        case .leReadLocalP256PublicKeyComplete:
            Row("LE Read Local P256 Public Key Complete", [.status, .x, .y])
        case .leGenerateDHKeyComplete: Row("LE Generate DHKey Complete", [.status, .x])
        case .leEnhancedConnectionComplete:
            Row(
                "LE Enhanced Connection Complete",
                [.status, .handle, .role, .peerType, .peer, .localResolvable, .peerResolvable]
                    + timing + [.clockAccuracy])
        case .leDirectedAdvertisingReport:
            Row(
                "LE Directed Advertising Report", [.count],
                each: [.type, .peerType, .peer, .targetType, .target, .rssi])
        case .lePHYUpdateComplete:
            Row("LE Phy Update Complete", [.status, .handle, .transmitPHY, .receivePHY])
        case .leExtendedAdvertisingReport:
            Row(
                "LE Extended Advertising Report", [.count],
                each: [
                    .properties, .peerType, .peer, .primaryPHY, .secondaryPHY, .set, .power, .rssi,
                    .period, .targetType, .target, .length, .rest,
                ])
        case .leScanTimeout: Row("LE Scan Timeout", [])
        case .leAdvertisingSetTerminated:
            Row("LE Advertising Set Terminated", [.status, .set, .handle, .events])
        case .leScanRequestReceived: Row("LE Scan Request Received", [.set, .peerType, .peer])
        case .leChannelSelectionAlgorithm:
            Row("LE Channel Selection Algorithm", [.handle, .algorithm])
        }
    }

    /// The parameters that are in force.
    private static let timing: [HCIField] = [.interval, .latency, .timeout]

    private typealias Row = HCIFormat

    /// By `index`.
    private static let table: [HCIFormat?] = {
        var table = [HCIFormat?](repeating: nil, count: 0x80)
        for event in allCases { table[event.index] = row(event) }
        return table
    }()

    /// The position of an event: neither event codes nor subevent codes reach 0x40, except LE Meta.
    private var index: Int { subevent.map { 0x40 + Int($0) } ?? Int(code) }

    var format: HCIFormat { Self.table[index] ?? Self.row(self) }

    /// The name in traces.
    package var name: String { format.name }
}

extension [UInt8] {
    /// The number of commands that the host may send before the next answer.
    private static var credits: UInt8 { 1 }

    /// Appends an event as a whole H4 packet (Core Vol 4, Part E, 5.4.4); fields that `fill` does
    /// not set are zero. Only the growth of the buffer allocates memory.
    /// not set are zero. Nothing is allocated but the buffer's own growth.
    ///
    /// - Parameter data: for the field `rest`.
    package mutating func append(
        _ event: HCIEventCode, data: Span<UInt8> = Span(),
        _ fill: (inout HCIParameters) -> Void = { _ in }
    ) {
        let start = count
        append(H4PacketType.event.rawValue)
        append(event.code)
        append(0)
        if let subevent = event.subevent { append(subevent) }
        var parameters = HCIParameters(event.format, data, in: &self)
        fill(&parameters)
        parameters.finish(&self)
        self[start + 2] = UInt8(truncatingIfNeeded: count - start - 3)
    }

    /// Appends Command Complete with a status and the return parameters after it.
    package mutating func append(
        completeOf opcode: UInt16, _ status: HCIStatus, _ returned: ArraySlice<UInt8> = []
    ) {
        let start = count
        append(.commandComplete) {
            $0[.credits] = Self.credits
            $0[.opcode] = opcode
        }
        append(status.rawValue)
        append(contentsOf: returned)
        self[start + 2] = UInt8(truncatingIfNeeded: count - start - 3)
    }

    /// Appends Command Status: the command has started, or the error.
    package mutating func append(statusOf opcode: UInt16, _ status: HCIStatus) {
        append(.commandStatus) {
            $0.status = status
            $0[.credits] = Self.credits
            $0[.opcode] = opcode
        }
    }
}
