/// The commands of the Security Manager Protocol (Core Vol 3, Part H, 3.3).
package enum PairingCode: UInt8, Sendable, CaseIterable {
    case pairingRequest = 0x01
    case pairingResponse = 0x02
    case pairingConfirm = 0x03
    case pairingRandom = 0x04
    case pairingFailed = 0x05
    case encryptionInformation = 0x06
    case centralIdentification = 0x07
    case identityInformation = 0x08
    case identityAddressInformation = 0x09
    case signingInformation = 0x0A
    case securityRequest = 0x0B
    case pairingPublicKey = 0x0C
    case pairingDHKeyCheck = 0x0D
    case pairingKeypressNotification = 0x0E

    /// The length of the whole PDU in bytes, the code included (3.5 and 3.6).
    package var length: Int {
        switch self {
        // IO capability, OOB data flag, AuthReq, maximum key size, and both key distributions.
        case .pairingRequest, .pairingResponse: 7
        // One value of 128 bits.
        case .pairingConfirm, .pairingRandom, .pairingDHKeyCheck, .encryptionInformation,
            .identityInformation, .signingInformation:
            17
        // Reason, AuthReq, or kind of keypress.
        case .pairingFailed, .securityRequest, .pairingKeypressNotification: 2
        // EDIV and Rand.
        case .centralIdentification: 11
        // Type and address.
        case .identityAddressInformation: 8
        // X and Y.
        case .pairingPublicKey: 65
        }
    }
}

extension PairingCode: CustomStringConvertible {
    /// The case's name.
    package var description: String {
        switch self {
        case .pairingRequest: "pairingRequest"
        case .pairingResponse: "pairingResponse"
        case .pairingConfirm: "pairingConfirm"
        case .pairingRandom: "pairingRandom"
        case .pairingFailed: "pairingFailed"
        case .encryptionInformation: "encryptionInformation"
        case .centralIdentification: "centralIdentification"
        case .identityInformation: "identityInformation"
        case .identityAddressInformation: "identityAddressInformation"
        case .signingInformation: "signingInformation"
        case .securityRequest: "securityRequest"
        case .pairingPublicKey: "pairingPublicKey"
        case .pairingDHKeyCheck: "pairingDHKeyCheck"
        case .pairingKeypressNotification: "pairingKeypressNotification"
        }
    }
}
