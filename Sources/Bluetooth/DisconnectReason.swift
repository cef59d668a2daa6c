/// Why a link ended: the controller error codes that a host meets (Core Vol 1, Part F, 2).
public enum DisconnectReason: UInt8, Sendable {
    case connectionTimeout = 0x08
    case remoteUserTerminated = 0x13
    case remoteLowResources = 0x14
    case remotePowerOff = 0x15
    case localHostTerminated = 0x16
    case failedToEstablish = 0x3E
}
