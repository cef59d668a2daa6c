/// The events that an LE-only controller sends (Core Vol 4, Part E, 7.7).
public enum HCIEventCode: UInt8, Sendable, CaseIterable {
    case disconnectionComplete = 0x05
    case encryptionChange = 0x08
    case readRemoteVersionInformationComplete = 0x0C
    case commandComplete = 0x0E
    case commandStatus = 0x0F
    case hardwareError = 0x10
    case numberOfCompletedPackets = 0x13
    case dataBufferOverflow = 0x1A
    case encryptionKeyRefreshComplete = 0x30
    case leMeta = 0x3E

    /// The event's bit in Set Event Mask (Core Vol 4, Part E, 7.3.1); nil if it cannot be masked.
    public var maskBit: Int? {
        switch self {
        case .commandComplete, .commandStatus, .numberOfCompletedPackets: nil
        default: Int(rawValue) - 1
        }
    }
}

/// The kinds of LE Meta event (Core Vol 4, Part E, 7.7.65).
public enum LESubevent: UInt8, Sendable, CaseIterable {
    case connectionComplete = 0x01
    case advertisingReport = 0x02
    case connectionUpdateComplete = 0x03
    case readRemoteFeaturesComplete = 0x04
    case longTermKeyRequest = 0x05
    case remoteConnectionParameterRequest = 0x06
    case dataLengthChange = 0x07
    case readLocalP256PublicKeyComplete = 0x08
    case generateDHKeyComplete = 0x09
    case enhancedConnectionComplete = 0x0A
    case directedAdvertisingReport = 0x0B
    case phyUpdateComplete = 0x0C
    case extendedAdvertisingReport = 0x0D
    case scanTimeout = 0x11
    case advertisingSetTerminated = 0x12
    case scanRequestReceived = 0x13
    case channelSelectionAlgorithm = 0x14

    /// The event's bit in LE Set Event Mask (Core Vol 4, Part E, 7.8.1).
    public var maskBit: Int { Int(rawValue) - 1 }
}
