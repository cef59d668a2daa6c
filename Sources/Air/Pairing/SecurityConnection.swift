import Bluetooth
import Peripheral
import Simulation

/// What the Security Manager knows of one link.
struct SecurityConnection {
    let id: ConnectionID
    /// The address that the other side used for this link.
    let peer: Address
    /// Who it is, if its address could be resolved or needs no resolving.
    var identity: Address
    var security = Security.open
    var isBonded: Bool
    /// The initiator's request that is not answered yet, and what it was made of.
    var request: (pdu: PairingPDU, features: PairingFeatures, options: SecurityOptions)?
    /// The pairing that is going on.
    var procedure: PairingProcedure?
    /// Encryption was started by this side, and has neither begun nor failed.
    var isStartingEncryption = false
    /// When that pairing is given up.
    var deadline: Instant?
    /// A pairing timed out: this link is done with pairing (Core Vol 3, Part H, 3.4).
    var isMute = false
    /// A key of LE Secure Connections that is not kept: it serves for this link.
    var ownKey: (bytes: [UInt8], method: PairingMethod)?
    /// What the controller was given last for this link.
    var keyInUse: KeyInUse?

    var isPairing: Bool { request != nil || procedure != nil }

    enum KeyInUse {
        /// Of the pairing that is going on, or was.
        case pairing(PairingMethod)
        case bond(Bond)
    }
}
