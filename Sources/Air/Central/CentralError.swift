public import Bluetooth
public import Pairing

/// Why a central's operation failed.
public enum CentralError: Error, Equatable, Sendable {
    /// Virtual time ran out; `waitingFor` says for what.
    case timeout(waitingFor: String)
    /// The link has ended, or ended before the answer arrived.
    case disconnected(DisconnectReason)
    /// A connection to this peripheral exists or is being made already.
    case alreadyConnecting(Address)
    /// The connect attempt was cancelled.
    case cancelled
    /// The peripheral refused; the handle is from the error response.
    case attribute(ATTError, handle: UInt16)
    /// Discovery did not find this service, characteristic or descriptor.
    case notFound(BluetoothUUID)
    /// The characteristic cannot notify or indicate: it has no configuration descriptor.
    case notSubscribable(BluetoothUUID)
    /// The value or parameter is outside the standard's limits; the text says what is allowed.
    case invalid(String)
    /// This central was not set up to pair: `Central.setUp(security:)`.
    case noSecurity
    /// No keys of this peripheral are kept.
    case notBonded(Address)
    /// Another pairing on this connection has not ended.
    case alreadyPairing
    /// Pairing failed, or the link could not be encrypted with the new keys.
    case pairing(PairingOutcome)
    /// The peripheral refused to encrypt with its kept key; an HCI error code, 0x06 if it has
    /// forgotten the key.
    case keyRefused(status: UInt8)
    /// The peripheral's answer violates the standard.
    case protocolViolation(String)
}

extension CentralError: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .timeout(let what): "timed out waiting for \(what)"
        case .disconnected(let reason): "disconnected: \(reason)"
        case .alreadyConnecting(let address): "already connected or connecting to \(address)"
        case .cancelled: "cancelled"
        case .attribute(let error, let handle):
            "the peripheral refused handle \(handle): \(error) (0x"
                + String(error.rawValue, radix: 16) + ")"
        case .notFound(let uuid): "\(uuid) was not found; discover services first"
        case .notSubscribable(let uuid): "\(uuid) can neither notify nor indicate"
        case .noSecurity: "this central was not set up to pair"
        case .notBonded(let address): "no keys of \(address) are kept; pair first"
        case .alreadyPairing: "another pairing is under way"
        case .pairing(let outcome): "pairing: \(outcome)"
        case .keyRefused(0x06): "the peripheral has forgotten the key; pair again"
        case .keyRefused(let status):
            "the peripheral would not encrypt (0x\(String(status, radix: 16)))"
        case .invalid(let what): what
        case .protocolViolation(let what): "the peripheral broke the protocol: \(what)"
        }
    }
}
