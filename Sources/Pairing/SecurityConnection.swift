import Bluetooth
import Peripheral
import Simulation

/// What the Security Manager knows of one link.
struct SecurityConnection {
    let id: ConnectionID
    /// As the central connected.
    let peer: Address
    /// Who the central is, if its address could be resolved or needs no resolving.
    var identity: Address
    var security = Security.open
    var isBonded: Bool
    /// The pairing that is going on.
    var procedure: PairingProcedure?
    /// When that pairing is given up.
    var deadline: Instant?
    /// A pairing timed out: this link is done with pairing (Core Vol 3, Part H, 3.4).
    var isMute = false
    /// A key of LE Secure Connections that is not kept: it serves for this link.
    var ownKey: (bytes: [UInt8], method: PairingMethod)?
    /// What the controller was given last for this link.
    var keyInUse: KeyInUse?

    enum KeyInUse {
        /// Of the pairing that is going on, or was.
        case pairing(PairingMethod)
        case bond(Bond)
    }
}
