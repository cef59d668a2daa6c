/// One command of the LE signalling channel; a frame holds exactly one (Core Vol 3, Part A, 4).
package struct L2CAPSignal: Equatable, Sendable {
    /// The request or the response.
    package enum Content: Equatable, Sendable {
        case commandReject(RejectReason)
        case disconnectionRequest(destination: UInt16, source: UInt16)
        case disconnectionResponse(destination: UInt16, source: UInt16)
        /// Units of 1.25 ms, events, 10 ms.
        case connectionParameterUpdateRequest(
            minimum: UInt16, maximum: UInt16, latency: UInt16, supervisionTimeout: UInt16)
        case connectionParameterUpdateResponse(isAccepted: Bool)
        case creditConnectionRequest(
            protocol: UInt16, source: UInt16, mtu: UInt16, mps: UInt16, credits: UInt16)
        case creditConnectionResponse(
            destination: UInt16, mtu: UInt16, mps: UInt16, credits: UInt16, result: UInt16)
        case flowControlCredit(channel: UInt16, credits: UInt16)
        /// An unknown command.
        case other(code: UInt8)
    }

    /// Why a command is refused (Core Vol 3, Part A, 4.1).
    package enum RejectReason: Equatable, Sendable {
        case notUnderstood
        /// The longest accepted payload, in bytes.
        case mtuExceeded(UInt16)
        case invalidChannel(local: UInt16, remote: UInt16)
        case other(UInt16)
    }

    /// Matches a response with its request; not 0.
    package var identifier: UInt8
    /// Its contents.
    package var content: Content

    /// A command with this identifier.
    package init(_ identifier: UInt8, _ content: Content) {
        self.identifier = identifier
        self.content = content
    }

    /// Result of a connection request for an unsupported protocol (Core Vol 3, Part A, 4.23).
    static let protocolNotSupported: UInt16 = 0x0002

    /// The response of a device without channels; nil if this command has no response, or if it is
    /// a request for connection parameters, which has its own response.
    package var refusal: L2CAPSignal? {
        switch content {
        case .creditConnectionRequest:
            L2CAPSignal(
                identifier,
                .creditConnectionResponse(
                    destination: 0, mtu: 0, mps: 0, credits: 0,
                    result: Self.protocolNotSupported))
        case .disconnectionRequest(let destination, let source):
            L2CAPSignal(
                identifier, .commandReject(.invalidChannel(local: destination, remote: source)))
        case .other(let code) where !Self.answers.contains(code):
            L2CAPSignal(identifier, .commandReject(.notUnderstood))
        default: nil
        }
    }

    /// Codes of responses, known or not: none of them is answered (Core Vol 3, Part A, 4).
    private static let answers: Set<UInt8> = [
        0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x15, 0x18, 0x1A,
    ]
}

/// Why bytes are not a command of the signalling channel.
package enum L2CAPSignalError: Error, Equatable, Sendable {
    /// Shorter than a header of four bytes.
    case noHeader
    /// The length does not match the frame, or is not valid for this command. The identifier is for
    /// the refusal.
    case invalidLength(identifier: UInt8, code: UInt8)
}

extension L2CAPSignalError: CustomStringConvertible {
    /// The case's name.
    package var description: String {
        switch self {
        case .noHeader: "noHeader"
        case .invalidLength(let identifier, let code):
            "invalidLength(identifier: \(identifier), code: \(code))"
        }
    }
}
