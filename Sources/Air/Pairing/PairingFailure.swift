/// Why a pairing failed (Core Vol 3, Part H, 3.5.5).
public enum PairingFailure: UInt8, Error, Sendable, CaseIterable {
    case passkeyEntryFailed = 0x01
    case oobNotAvailable = 0x02
    case authenticationRequirements = 0x03
    case confirmValueFailed = 0x04
    case pairingNotSupported = 0x05
    case encryptionKeySize = 0x06
    case commandNotSupported = 0x07
    case unspecifiedReason = 0x08
    case repeatedAttempts = 0x09
    case invalidParameters = 0x0A
    case dhKeyCheckFailed = 0x0B
    case numericComparisonFailed = 0x0C
    case brEDRPairingInProgress = 0x0D
    case crossTransportNotAllowed = 0x0E
    case keyRejected = 0x0F
    case busy = 0x10

    /// True if a wrong secret may have been tried: the next attempt has to wait (2.3.6).
    var isSuspicious: Bool {
        switch self {
        case .passkeyEntryFailed, .confirmValueFailed, .dhKeyCheckFailed,
            .numericComparisonFailed:
            true
        default: false
        }
    }
}
