internal import Bluetooth
package import Peripheral
internal import Simulation

/// The signals of LE links (Core Vol 3, Part A, 4): a peripheral's wish for other connection
/// parameters, and the refusal of everything else.
package enum ParameterUpdateSignal {
    private static let commandReject: UInt8 = 0x01
    private static let disconnectionRequest: UInt8 = 0x06
    private static let updateRequest: UInt8 = 0x12
    private static let updateResponse: UInt8 = 0x13
    private static let creditBasedRequest: UInt8 = 0x14
    private static let responses: Set<UInt8> = [0x01, 0x03, 0x05, 0x07, 0x13, 0x15, 0x18, 0x1A]

    /// Connection Parameter Update Request (4.20).
    static func request(_ identifier: UInt8, _ wish: ConnectionParameterRequest) -> [UInt8] {
        var pdu: [UInt8] = [updateRequest, identifier, 8, 0]
        for value in [
            wish.minimumInterval.count / 1_250_000, wish.maximumInterval.count / 1_250_000,
            Int64(wish.latency), wish.supervisionTimeout.count / 10_000_000,
        ] { pdu.append(word: UInt16(clamping: value)) }
        return pdu
    }

    /// What a central finds in a signal: identifier and wish; nil if it is something else.
    package static func wish(
        in pdu: Span<UInt8>
    ) -> (identifier: UInt8, wish: ConnectionParameterRequest)? {
        guard pdu.count == 12, pdu[0] == updateRequest, pdu.word(at: 2) == 8 else { return nil }
        let step = Nanoseconds.microseconds(1_250)
        return (
            pdu[1],
            ConnectionParameterRequest(
                minimumInterval: step * Int64(pdu.word(at: 4)),
                maximumInterval: step * Int64(pdu.word(at: 6)), latency: pdu.word(at: 8),
                supervisionTimeout: .milliseconds(10) * Int64(pdu.word(at: 10)))
        )
    }

    /// Connection Parameter Update Response (4.21).
    package static func response(_ identifier: UInt8, isAccepted: Bool) -> [UInt8] {
        [updateResponse, identifier, 2, 0, isAccepted ? 0 : 1, 0]
    }

    /// What a peripheral says to a signal of its central: nothing to responses, a refusal to the rest.
    static func answerOfPeripheral(to pdu: Span<UInt8>) -> [UInt8]? {
        guard pdu.count >= 4, pdu[1] != 0, !responses.contains(pdu[0]) else { return nil }
        switch pdu[0] {
        case creditBasedRequest where pdu.word(at: 2) == 10 && pdu.count == 14:
            // Result 0x0002: the service (SPSM) is not there (4.23).
            return [0x15, pdu[1], 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]
        case disconnectionRequest where pdu.count == 8:
            // Invalid CID, with the pair that was named (4.1).
            return [commandReject, pdu[1], 6, 0, 2, 0, pdu[4], pdu[5], pdu[6], pdu[7]]
        default:
            // Command not understood.
            return [commandReject, pdu[1], 2, 0, 0, 0]
        }
    }
}
