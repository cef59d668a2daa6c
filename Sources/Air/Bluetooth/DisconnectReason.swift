/// Why a link ended: the controller error codes that hosts see (Core Vol 1, Part F, 2).
public enum DisconnectReason: UInt8, Sendable, CaseIterable {
    case authenticationFailure = 0x05
    /// The peripheral had no key to encrypt again.
    case keyMissing = 0x06
    case connectionTimeout = 0x08
    case remoteUserTerminated = 0x13
    case remoteLowResources = 0x14
    case remotePowerOff = 0x15
    case localHostTerminated = 0x16
    case unsupportedRemoteFeature = 0x1A
    /// A link layer procedure was not answered for 40 s.
    case procedureTimeout = 0x22
    case unitKeyNotSupported = 0x29
    case unacceptableConnectionParameters = 0x3B
    /// The two sides encrypted with different keys.
    case integrityFailure = 0x3D
    case failedToEstablish = 0x3E

    /// The reasons that a host may use to end a link (Core Vol 4, Part E, 7.1.6).
    package var isForHosts: Bool {
        switch self {
        case .authenticationFailure, .remoteUserTerminated, .remoteLowResources, .remotePowerOff,
            .unsupportedRemoteFeature, .unitKeyNotSupported, .unacceptableConnectionParameters:
            true
        default: false
        }
    }
}

extension DisconnectReason: CustomStringConvertible {
    /// As the standard calls it (Core Vol 1, Part F, 1.3): `connection timeout`.
    public var description: String {
        switch self {
        case .authenticationFailure: "authentication failure"
        case .keyMissing: "the key is missing"
        case .connectionTimeout: "connection timeout"
        case .remoteUserTerminated: "the other side ended the link"
        case .remoteLowResources: "the other side is low on resources"
        case .remotePowerOff: "the other side is switched off"
        case .localHostTerminated: "this side ended the link"
        case .unsupportedRemoteFeature: "a feature is not supported"
        case .procedureTimeout: "a procedure of the link layer was not answered"
        case .unitKeyNotSupported: "unit keys are not supported"
        case .unacceptableConnectionParameters: "unacceptable connection parameters"
        case .integrityFailure: "the two sides encrypt with different keys"
        case .failedToEstablish: "the connection could not be established"
        }
    }
}
