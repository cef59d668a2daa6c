public import Peripheral
public import Simulation

/// What a side's display and keys are wanted for.
public enum PairingQuestion: Equatable, Sendable {
    /// A passkey is to be shown; nothing is to be answered.
    case show(passkey: UInt32)
    /// A passkey is to be typed; answer with it, or `no`.
    case enterPasskey
    /// A number is to be shown and compared; answer `yes` or `no`.
    case compare(UInt32)
    /// Somebody is to allow a pairing by Just Works; answer `yes` or `no`.
    case authorize
}

/// What somebody at this side does.
public enum PairingAnswer: Equatable, Sendable {
    /// Types a passkey, 0 to 999,999.
    case passkey(UInt32)
    /// The numbers are the same, or the pairing is welcome.
    case yes
    /// They are not, or nobody wants to pair.
    case no
}

/// How a pairing ended.
public enum PairingOutcome: Equatable, Sendable {
    /// Keys were made; `bonded` if they are kept.
    case completed(PairingMethod, bonded: Bool)
    /// This side refused or gave up.
    case failed(PairingFailure)
    /// The other side refused or gave up, with this reason code (Core Vol 3, Part H, 3.5.5).
    case failedByPeer(UInt8)
    /// Somebody at this side did not want it any more.
    case cancelled
    /// Keys were made, but encryption with them failed, with this HCI error code.
    case encryptionFailed(UInt8)
    /// Nothing came for 30 seconds: this link will not pair any more.
    case timedOut
    /// The link ended first.
    case linkLost
}

/// What a Security Manager wants of its surroundings.
///
/// `send` queues and does not call the Security Manager back; from within `ask` and what tells of
/// changes it may be called.
public protocol SecurityManagerDelegate: AnyObject {
    /// A PDU is to go out on the Security Manager's channel (L2CAP, CID 6).
    func send(security pdu: [UInt8], to connection: ConnectionID)
    /// The link is protected so from now on, or the keys of the other side are kept from now on.
    func securityChanged(_ connection: ConnectionID, to security: Security, isBonded: Bool)
    /// `timer(at:)` is to be called at this time; to be called too often harms nothing.
    func wake(at time: Instant)
    /// The central's side of the link is to start or refresh encryption with this key (16 bytes, most
    /// significant first); `encryptionChanged` or `encryptionFailed` tells what came of it.
    func encrypt(
        _ connection: ConnectionID, key: [UInt8], diversifier: UInt16, random: UInt64)
    /// The other side would not encrypt with the key that was kept of it; an HCI error code,
    /// 0x06 (PIN or Key Missing) if it has forgotten the key.
    func keyRefused(_ connection: ConnectionID, status: UInt8)
    /// Somebody at this side is to do something.
    func ask(_ question: PairingQuestion, for connection: ConnectionID)
    /// A pairing has ended.
    func pairingEnded(_ connection: ConnectionID, _ outcome: PairingOutcome)
    /// Something for the trace.
    func trace(security text: @autoclosure () -> String, of connection: ConnectionID)
}

extension SecurityManagerDelegate {
    /// A peripheral's side never starts encryption.
    public func encrypt(
        _ connection: ConnectionID, key: [UInt8], diversifier: UInt16, random: UInt64
    ) {}
    /// A peripheral's side never starts encryption.
    public func keyRefused(_ connection: ConnectionID, status: UInt8) {}
    /// Nobody is there.
    public func ask(_ question: PairingQuestion, for connection: ConnectionID) {}
    /// Nobody wants to know.
    public func pairingEnded(_ connection: ConnectionID, _ outcome: PairingOutcome) {}
    /// Nobody traces.
    public func trace(security text: @autoclosure () -> String, of connection: ConnectionID) {}
}
