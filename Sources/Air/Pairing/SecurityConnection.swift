import Bluetooth
internal import Peripheral
internal import Simulation

/// The Security Manager's state of one link.
struct SecurityConnection {
    let id: ConnectionID
    /// The other side's address on this link.
    let peer: Address
    /// Its identity, if its address could be resolved or needs no resolving.
    var identity: Address
    var security = Security.open
    var isBonded: Bool
    /// The initiator's unanswered request, and the features that it was made from.
    var request: (pdu: PairingPDU, features: PairingFeatures, options: SecurityOptions)?
    /// The current pairing.
    var procedure: PairingProcedure?
    /// This side started encryption, which has neither begun nor failed.
    var isStartingEncryption = false
    /// The time at which that pairing is given up.
    var deadline: Instant?
    /// A pairing timed out: this link cannot pair any more (Core Vol 3, Part H, 3.4).
    var isMute = false
    /// A key of LE Secure Connections that is not kept: it is valid for this link.
    var ownKey: (bytes: [UInt8], method: PairingMethod)?
    /// The key last given to the controller for this link.
    var keyInUse: KeyInUse?

    var isPairing: Bool { request != nil || procedure != nil }

    enum KeyInUse {
        /// Of the current or the last pairing.
        case pairing(PairingMethod)
        case bond(Bond)
    }
}
