package import Peripheral
package import Simulation

/// A question to the user of a side's display and keyboard.
public enum PairingQuestion: Equatable, Sendable {
    /// Show a passkey; no answer is needed.
    case show(passkey: UInt32)
    /// Type a passkey; answer with it, or `no`.
    case enterPasskey
    /// Show and compare a number; answer `yes` or `no`.
    case compare(UInt32)
    /// Allow a pairing by Just Works; answer `yes` or `no`.
    case authorize
}

/// A user's answer at this side.
public enum PairingAnswer: Equatable, Sendable {
    /// Types a passkey, 0 to 999,999.
    case passkey(UInt32)
    /// The numbers are the same, or the pairing is allowed.
    case yes
    /// The numbers differ, or the pairing is not allowed.
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
    /// The user at this side cancelled it.
    case cancelled
    /// Keys were made, but encryption with them failed, with this HCI error code.
    case encryptionFailed(UInt8)
    /// No PDU came for 30 seconds: this link cannot pair any more.
    case timedOut
    /// The link ended first.
    case linkLost
}

/// A Security Manager's environment.
///
/// `send` queues and does not call the Security Manager back; `ask` and the callbacks for changes
/// may call it.
package protocol SecurityManagerDelegate: AnyObject {
    /// Sends a PDU on the Security Manager's channel (L2CAP, CID 6).
    func send(security pdu: [UInt8], to connection: ConnectionID)
    /// The link's protection has changed, or the other side's keys are kept from now on.
    func securityChanged(_ connection: ConnectionID, to security: Security, isBonded: Bool)
    /// Requests a call of `timer(at:)` at this time; extra calls do no harm.
    func wake(at time: Instant)
    /// Makes the central's side of the link start or refresh encryption with this key (16 bytes,
    /// most significant first); `encryptionChanged` or `encryptionFailed` reports the result.
    func encrypt(
        _ connection: ConnectionID, key: [UInt8], diversifier: UInt16, random: UInt64)
    /// The other side refused to encrypt with its kept key; an HCI error code, 0x06 (PIN or Key
    /// Missing) if it has forgotten the key.
    func keyRefused(_ connection: ConnectionID, status: UInt8)
    /// Asks the user at this side.
    func ask(_ question: PairingQuestion, for connection: ConnectionID)
    /// A pairing has ended.
    func pairingEnded(_ connection: ConnectionID, _ outcome: PairingOutcome)
    /// A line for the trace.
    func trace(security text: @autoclosure () -> String, of connection: ConnectionID)
}

extension SecurityManagerDelegate {
    /// A peripheral's side never starts encryption.
    package func encrypt(
        _ connection: ConnectionID, key: [UInt8], diversifier: UInt16, random: UInt64
    ) {}
    /// A peripheral's side never starts encryption.
    package func keyRefused(_ connection: ConnectionID, status: UInt8) {}
    /// There is no user.
    package func ask(_ question: PairingQuestion, for connection: ConnectionID) {}
    /// Not observed.
    package func pairingEnded(_ connection: ConnectionID, _ outcome: PairingOutcome) {}
    /// Not traced.
    package func trace(security text: @autoclosure () -> String, of connection: ConnectionID) {}
}
