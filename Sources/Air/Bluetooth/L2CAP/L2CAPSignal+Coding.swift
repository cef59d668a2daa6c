extension L2CAPSignal {
    /// Codes of the commands (Core Vol 3, Part A, 4, table of signalling packet codes).
    private enum Code {
        static let commandReject: UInt8 = 0x01
        static let disconnectionRequest: UInt8 = 0x06
        static let disconnectionResponse: UInt8 = 0x07
        static let connectionParameterUpdateRequest: UInt8 = 0x12
        static let connectionParameterUpdateResponse: UInt8 = 0x13
        static let creditConnectionRequest: UInt8 = 0x14
        static let creditConnectionResponse: UInt8 = 0x15
        static let flowControlCredit: UInt8 = 0x16
    }

    /// Bytes of code, identifier and length.
    private static let headerLength = 4

    /// 16-bit words after the header; nil for a command of variable length.
    private static func words(_ code: UInt8) -> Int? {
        switch code {
        case Code.disconnectionRequest, Code.disconnectionResponse, Code.flowControlCredit: 2
        case Code.connectionParameterUpdateRequest: 4
        case Code.connectionParameterUpdateResponse: 1
        case Code.creditConnectionRequest, Code.creditConnectionResponse: 5
        default: nil
        }
    }

    /// Reads the payload of one signalling frame.
    package init(_ bytes: Span<UInt8>) throws(L2CAPSignalError) {
        guard bytes.count >= Self.headerLength else { throw .noHeader }
        var reader = OctetReader(bytes)
        let code = reader.byte()
        identifier = reader.byte()
        guard Int(reader.word()) == reader.remaining,
            Self.words(code).map({ 2 * $0 == reader.remaining }) ?? true
        else { throw .invalidLength(identifier: identifier, code: code) }
        switch code {
        case Code.commandReject:
            guard reader.remaining >= 2 else {
                throw .invalidLength(identifier: identifier, code: code)
            }
            content = .commandReject(Self.reason(&reader))
        case Code.disconnectionRequest:
            content = .disconnectionRequest(destination: reader.word(), source: reader.word())
        case Code.disconnectionResponse:
            content = .disconnectionResponse(destination: reader.word(), source: reader.word())
        case Code.connectionParameterUpdateRequest:
            content = .connectionParameterUpdateRequest(
                minimum: reader.word(), maximum: reader.word(), latency: reader.word(),
                supervisionTimeout: reader.word())
        case Code.connectionParameterUpdateResponse:
            content = .connectionParameterUpdateResponse(isAccepted: reader.word() == 0)
        case Code.creditConnectionRequest:
            content = .creditConnectionRequest(
                protocol: reader.word(), source: reader.word(), mtu: reader.word(),
                mps: reader.word(), credits: reader.word())
        case Code.creditConnectionResponse:
            content = .creditConnectionResponse(
                destination: reader.word(), mtu: reader.word(), mps: reader.word(),
                credits: reader.word(), result: reader.word())
        case Code.flowControlCredit:
            content = .flowControlCredit(channel: reader.word(), credits: reader.word())
        default: content = .other(code: code)
        }
    }

    private static func reason(_ reader: inout OctetReader) -> RejectReason {
        switch (reader.word(), reader.remaining) {
        case (0, 0): .notUnderstood
        case (1, 2): .mtuExceeded(reader.word())
        case (2, 4): .invalidChannel(local: reader.word(), remote: reader.word())
        case (let reason, _): .other(reason)
        }
    }

    /// Appends the payload of one signalling frame.
    package func encode(into out: inout [UInt8]) {
        let (code, words) = fields
        out.append(code)
        out.append(identifier)
        out.append(word: UInt16(2 * words.count))
        for word in words { out.append(word: word) }
    }

    private var fields: (code: UInt8, words: [UInt16]) {
        switch content {
        case .commandReject(.notUnderstood): (Code.commandReject, [0])
        case .commandReject(.mtuExceeded(let mtu)): (Code.commandReject, [1, mtu])
        case .commandReject(.invalidChannel(let local, let remote)):
            (Code.commandReject, [2, local, remote])
        case .commandReject(.other(let reason)): (Code.commandReject, [reason])
        case .disconnectionRequest(let destination, let source):
            (Code.disconnectionRequest, [destination, source])
        case .disconnectionResponse(let destination, let source):
            (Code.disconnectionResponse, [destination, source])
        case .connectionParameterUpdateRequest(let minimum, let maximum, let latency, let timeout):
            (Code.connectionParameterUpdateRequest, [minimum, maximum, latency, timeout])
        case .connectionParameterUpdateResponse(let isAccepted):
            (Code.connectionParameterUpdateResponse, [isAccepted ? 0 : 1])
        case .creditConnectionRequest(let spsm, let source, let mtu, let mps, let credits):
            (Code.creditConnectionRequest, [spsm, source, mtu, mps, credits])
        case .creditConnectionResponse(
            let destination, let mtu, let mps, let credits, let result):
            (Code.creditConnectionResponse, [destination, mtu, mps, credits, result])
        case .flowControlCredit(let channel, let credits):
            (Code.flowControlCredit, [channel, credits])
        case .other(let code): (code, [])
        }
    }
}
