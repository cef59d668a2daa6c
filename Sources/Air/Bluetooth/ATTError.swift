/// Error codes of the Attribute Protocol (Core Vol 3, Part F, 3.4.1.1).
public enum ATTError: RawRepresentable, Error, Hashable, Sendable {
    case invalidHandle, readNotPermitted, writeNotPermitted, invalidPDU
    case insufficientAuthentication, requestNotSupported, invalidOffset
    case insufficientAuthorization, prepareQueueFull, attributeNotFound, attributeNotLong
    case encryptionKeySizeTooShort, invalidAttributeValueLength, unlikelyError
    case insufficientEncryption, unsupportedGroupType, insufficientResources
    case databaseOutOfSync, valueNotAllowed
    /// Common profile error codes (Core Specification Supplement, Part B).
    case writeRequestRejected, clientConfigurationImproper, procedureInProgress, outOfRange
    /// An error defined by the service, 0x80 to 0x9F.
    case application(UInt8)
    /// A code without a meaning in any specification, 0x14 to 0x7F and 0xA0 to 0xFB. Devices send
    /// them nevertheless.
    case reserved(UInt8)

    /// Nil for zero, which means no error.
    public init?(rawValue: UInt8) {
        let cases = Self.allCases
        switch rawValue {
        case 0x01...0x13: self = cases[Int(rawValue) - 1]
        case 0x80...0x9F: self = .application(rawValue)
        case 0xFC...0xFF: self = cases[cases.count - 0x100 + Int(rawValue)]
        case 0: return nil
        default: self = .reserved(rawValue)
        }
    }

    /// The code on the air.
    public var rawValue: UInt8 {
        switch self {
        case .invalidHandle: 0x01
        case .readNotPermitted: 0x02
        case .writeNotPermitted: 0x03
        case .invalidPDU: 0x04
        case .insufficientAuthentication: 0x05
        case .requestNotSupported: 0x06
        case .invalidOffset: 0x07
        case .insufficientAuthorization: 0x08
        case .prepareQueueFull: 0x09
        case .attributeNotFound: 0x0A
        case .attributeNotLong: 0x0B
        case .encryptionKeySizeTooShort: 0x0C
        case .invalidAttributeValueLength: 0x0D
        case .unlikelyError: 0x0E
        case .insufficientEncryption: 0x0F
        case .unsupportedGroupType: 0x10
        case .insufficientResources: 0x11
        case .databaseOutOfSync: 0x12
        case .valueNotAllowed: 0x13
        case .application(let code), .reserved(let code): code
        case .writeRequestRejected: 0xFC
        case .clientConfigurationImproper: 0xFD
        case .procedureInProgress: 0xFE
        case .outOfRange: 0xFF
        }
    }
}

extension ATTError: CaseIterable {
    /// Those with a name, in the order of their codes.
    public static let allCases: [ATTError] = [
        .invalidHandle, .readNotPermitted, .writeNotPermitted, .invalidPDU,
        .insufficientAuthentication, .requestNotSupported, .invalidOffset,
        .insufficientAuthorization, .prepareQueueFull, .attributeNotFound, .attributeNotLong,
        .encryptionKeySizeTooShort, .invalidAttributeValueLength, .unlikelyError,
        .insufficientEncryption, .unsupportedGroupType, .insufficientResources,
        .databaseOutOfSync, .valueNotAllowed,
        .writeRequestRejected, .clientConfigurationImproper, .procedureInProgress, .outOfRange,
    ]
}

extension ATTError: CustomStringConvertible {
    /// The case's name.
    public var description: String {
        switch self {
        case .invalidHandle: "invalidHandle"
        case .readNotPermitted: "readNotPermitted"
        case .writeNotPermitted: "writeNotPermitted"
        case .invalidPDU: "invalidPDU"
        case .insufficientAuthentication: "insufficientAuthentication"
        case .requestNotSupported: "requestNotSupported"
        case .invalidOffset: "invalidOffset"
        case .insufficientAuthorization: "insufficientAuthorization"
        case .prepareQueueFull: "prepareQueueFull"
        case .attributeNotFound: "attributeNotFound"
        case .attributeNotLong: "attributeNotLong"
        case .encryptionKeySizeTooShort: "encryptionKeySizeTooShort"
        case .invalidAttributeValueLength: "invalidAttributeValueLength"
        case .unlikelyError: "unlikelyError"
        case .insufficientEncryption: "insufficientEncryption"
        case .unsupportedGroupType: "unsupportedGroupType"
        case .insufficientResources: "insufficientResources"
        case .databaseOutOfSync: "databaseOutOfSync"
        case .valueNotAllowed: "valueNotAllowed"
        case .writeRequestRejected: "writeRequestRejected"
        case .clientConfigurationImproper: "clientConfigurationImproper"
        case .procedureInProgress: "procedureInProgress"
        case .outOfRange: "outOfRange"
        case .application(let code): "application(\(code))"
        case .reserved(let code): "reserved(\(code))"
        }
    }
}
