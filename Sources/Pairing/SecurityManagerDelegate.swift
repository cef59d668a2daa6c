public import Peripheral
public import Simulation

/// What a board's display and keys are wanted for.
public enum PairingQuestion: Equatable, Sendable {
    /// A passkey is to be shown; nothing is to be answered.
    case show(passkey: UInt32)
    /// A passkey is to be typed; answer with it, or `no`.
    case enterPasskey
    /// A number is to be shown and compared; answer `yes` or `no`.
    case compare(UInt32)
}

/// What somebody at the board does.
public enum PairingAnswer: Equatable, Sendable {
    /// Types a passkey, 0 to 999,999.
    case passkey(UInt32)
    /// The numbers are the same.
    case yes
    /// They are not, or nobody wants to pair.
    case no
}

/// How a pairing ended.
public enum PairingOutcome: Equatable, Sendable {
    /// Keys were made; `bonded` if they are kept.
    case completed(PairingMethod, bonded: Bool)
    /// The board refused or gave up.
    case failed(PairingFailure)
    /// The central gave up, with this reason code.
    case failedByCentral(UInt8)
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
    /// The link is protected so from now on, or the keys of a central are kept from now on.
    func securityChanged(_ connection: ConnectionID, to security: Security, isBonded: Bool)
    /// `timer(at:)` is to be called at this time; to be called too often harms nothing.
    func wake(at time: Instant)
    /// Somebody at the board is to do something.
    func ask(_ question: PairingQuestion, for connection: ConnectionID)
    /// A pairing has ended.
    func pairingEnded(_ connection: ConnectionID, _ outcome: PairingOutcome)
    /// Something for the trace.
    func trace(security text: @autoclosure () -> String, of connection: ConnectionID)
}

extension SecurityManagerDelegate {
    /// Nobody is at the board.
    public func ask(_ question: PairingQuestion, for connection: ConnectionID) {}
    /// Nobody wants to know.
    public func pairingEnded(_ connection: ConnectionID, _ outcome: PairingOutcome) {}
    /// Nobody traces.
    public func trace(security text: @autoclosure () -> String, of connection: ConnectionID) {}
}
