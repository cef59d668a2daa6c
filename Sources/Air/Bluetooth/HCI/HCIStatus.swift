/// Controller error codes (Core Vol 1, Part F, 1.3).
package enum HCIStatus: UInt8, Error, Sendable, CaseIterable {
    case success = 0x00
    case unknownCommand = 0x01
    case unknownConnection = 0x02
    case hardwareFailure = 0x03
    case pageTimeout = 0x04
    case authenticationFailure = 0x05
    case pinOrKeyMissing = 0x06
    case memoryCapacityExceeded = 0x07
    case connectionTimeout = 0x08
    case connectionLimitExceeded = 0x09
    case synchronousConnectionLimitExceeded = 0x0A
    case connectionAlreadyExists = 0x0B
    case commandDisallowed = 0x0C
    case rejectedLimitedResources = 0x0D
    case rejectedSecurityReasons = 0x0E
    case rejectedUnacceptableAddress = 0x0F
    case connectionAcceptTimeout = 0x10
    case unsupportedFeatureOrValue = 0x11
    case invalidParameters = 0x12
    case remoteUserTerminated = 0x13
    case remoteLowResources = 0x14
    case remotePowerOff = 0x15
    case localHostTerminated = 0x16
    case repeatedAttempts = 0x17
    case pairingNotAllowed = 0x18
    case unknownLMPPDU = 0x19
    case unsupportedRemoteFeature = 0x1A
    case scoOffsetRejected = 0x1B
    case scoIntervalRejected = 0x1C
    case scoAirModeRejected = 0x1D
    case invalidLinkLayerParameters = 0x1E
    case unspecifiedError = 0x1F
    case unsupportedLinkLayerParameter = 0x20
    case roleChangeNotAllowed = 0x21
    case linkLayerResponseTimeout = 0x22
    case procedureCollision = 0x23
    case lmpPDUNotAllowed = 0x24
    case encryptionModeNotAcceptable = 0x25
    case linkKeyCannotBeChanged = 0x26
    case requestedQoSNotSupported = 0x27
    case instantPassed = 0x28
    case pairingWithUnitKeyNotSupported = 0x29
    case differentTransactionCollision = 0x2A
    case qosUnacceptableParameter = 0x2C
    case qosRejected = 0x2D
    case channelAssessmentNotSupported = 0x2E
    case insufficientSecurity = 0x2F
    case parameterOutOfMandatoryRange = 0x30
    case roleSwitchPending = 0x32
    case reservedSlotViolation = 0x34
    case roleSwitchFailed = 0x35
    case extendedInquiryResponseTooLarge = 0x36
    case simplePairingNotSupportedByHost = 0x37
    case hostBusyPairing = 0x38
    case rejectedNoSuitableChannel = 0x39
    case controllerBusy = 0x3A
    case unacceptableConnectionParameters = 0x3B
    case advertisingTimeout = 0x3C
    case micFailure = 0x3D
    case failedToEstablish = 0x3E
    case coarseClockAdjustmentRejected = 0x40
    case type0SubmapNotDefined = 0x41
    case unknownAdvertisingIdentifier = 0x42
    case limitReached = 0x43
    case operationCancelledByHost = 0x44
    case packetTooLong = 0x45
}

extension HCIStatus {
    /// The case's name in words, `command disallowed`, for users.
    package var words: String { spaced("\(self)") }
}

/// `commandDisallowed` as `command disallowed`; consecutive capitals stay together.
func spaced(_ name: String) -> String {
    var result = ""
    var previous: Character = " "
    for letter in name {
        if letter.isUppercase, !previous.isUppercase {
            result.append(" ")
        }
        result.append(letter)
        previous = letter
    }
    return result.split(separator: " ").map { word in
        word.dropFirst().contains { $0.isUppercase } ? String(word) : word.lowercased()
    }.joined(separator: " ")
}

extension HCIStatus: CustomStringConvertible {
    /// The case's name.
    package var description: String {
        switch self {
        case .success: "success"
        case .unknownCommand: "unknownCommand"
        case .unknownConnection: "unknownConnection"
        case .hardwareFailure: "hardwareFailure"
        case .pageTimeout: "pageTimeout"
        case .authenticationFailure: "authenticationFailure"
        case .pinOrKeyMissing: "pinOrKeyMissing"
        case .memoryCapacityExceeded: "memoryCapacityExceeded"
        case .connectionTimeout: "connectionTimeout"
        case .connectionLimitExceeded: "connectionLimitExceeded"
        case .synchronousConnectionLimitExceeded: "synchronousConnectionLimitExceeded"
        case .connectionAlreadyExists: "connectionAlreadyExists"
        case .commandDisallowed: "commandDisallowed"
        case .rejectedLimitedResources: "rejectedLimitedResources"
        case .rejectedSecurityReasons: "rejectedSecurityReasons"
        case .rejectedUnacceptableAddress: "rejectedUnacceptableAddress"
        case .connectionAcceptTimeout: "connectionAcceptTimeout"
        case .unsupportedFeatureOrValue: "unsupportedFeatureOrValue"
        case .invalidParameters: "invalidParameters"
        case .remoteUserTerminated: "remoteUserTerminated"
        case .remoteLowResources: "remoteLowResources"
        case .remotePowerOff: "remotePowerOff"
        case .localHostTerminated: "localHostTerminated"
        case .repeatedAttempts: "repeatedAttempts"
        case .pairingNotAllowed: "pairingNotAllowed"
        case .unknownLMPPDU: "unknownLMPPDU"
        case .unsupportedRemoteFeature: "unsupportedRemoteFeature"
        case .scoOffsetRejected: "scoOffsetRejected"
        case .scoIntervalRejected: "scoIntervalRejected"
        case .scoAirModeRejected: "scoAirModeRejected"
        case .invalidLinkLayerParameters: "invalidLinkLayerParameters"
        case .unspecifiedError: "unspecifiedError"
        case .unsupportedLinkLayerParameter: "unsupportedLinkLayerParameter"
        case .roleChangeNotAllowed: "roleChangeNotAllowed"
        case .linkLayerResponseTimeout: "linkLayerResponseTimeout"
        case .procedureCollision: "procedureCollision"
        case .lmpPDUNotAllowed: "lmpPDUNotAllowed"
        case .encryptionModeNotAcceptable: "encryptionModeNotAcceptable"
        case .linkKeyCannotBeChanged: "linkKeyCannotBeChanged"
        case .requestedQoSNotSupported: "requestedQoSNotSupported"
        case .instantPassed: "instantPassed"
        case .pairingWithUnitKeyNotSupported: "pairingWithUnitKeyNotSupported"
        case .differentTransactionCollision: "differentTransactionCollision"
        case .qosUnacceptableParameter: "qosUnacceptableParameter"
        case .qosRejected: "qosRejected"
        case .channelAssessmentNotSupported: "channelAssessmentNotSupported"
        case .insufficientSecurity: "insufficientSecurity"
        case .parameterOutOfMandatoryRange: "parameterOutOfMandatoryRange"
        case .roleSwitchPending: "roleSwitchPending"
        case .reservedSlotViolation: "reservedSlotViolation"
        case .roleSwitchFailed: "roleSwitchFailed"
        case .extendedInquiryResponseTooLarge: "extendedInquiryResponseTooLarge"
        case .simplePairingNotSupportedByHost: "simplePairingNotSupportedByHost"
        case .hostBusyPairing: "hostBusyPairing"
        case .rejectedNoSuitableChannel: "rejectedNoSuitableChannel"
        case .controllerBusy: "controllerBusy"
        case .unacceptableConnectionParameters: "unacceptableConnectionParameters"
        case .advertisingTimeout: "advertisingTimeout"
        case .micFailure: "micFailure"
        case .failedToEstablish: "failedToEstablish"
        case .coarseClockAdjustmentRejected: "coarseClockAdjustmentRejected"
        case .type0SubmapNotDefined: "type0SubmapNotDefined"
        case .unknownAdvertisingIdentifier: "unknownAdvertisingIdentifier"
        case .limitReached: "limitReached"
        case .operationCancelledByHost: "operationCancelledByHost"
        case .packetTooLong: "packetTooLong"
        }
    }
}
