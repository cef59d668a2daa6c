package import Bluetooth
package import Pairing
internal import Simulation
package import VirtualRadio

/// How a central pairs, and its bonds.
extension Central {
    /// Lets new connections pair and encrypt; nil ends that.
    ///
    /// The link to a peripheral with kept keys is encrypted on connection, and whenever the
    /// peripheral requests it (Core Vol 3, Part H, 2.4.6); `options.pairing` decides about the
    /// request of an unknown one. The questions of a pairing go to the set-up first, and then to
    /// the connection's `onPairingQuestion`. Without a set-up the Security Manager's channel does
    /// not answer.
    package func setUp(security setup: SecuritySetup?) {
        guard let setup else {
            state.security = nil
            return
        }
        let manager = SecurityManager(
            setup.options, role: .initiator, address: address,
            random: air.medium.random("pairing.\(address)"), cryptography: setup.cryptography,
            bonds: setup.bonds)
        manager.delegate = { [state = state.lifetime.handle] in state.owner }
        state.security = (manager, setup)
    }

    /// The options from the next pairing on; nil without a set-up, and then they cannot be set.
    package var pairingOptions: SecurityOptions? {
        get { state.security?.manager.options }
        set {
            if let newValue { state.security?.manager.options = newValue }
        }
    }

    /// The kept keys, the newest last; none without a set-up.
    package var bonds: [Bond] { state.security?.setup.bonds.bonds ?? [] }

    /// The kept keys of the peripheral with this address.
    package func bond(with peer: Address) -> Bond? { state.security?.manager.bond(of: peer) }

    /// Forgets the keys of the peripheral with this address: it must be paired again. An encrypted
    /// link stays encrypted.
    package func forgetBond(with peer: Address) {
        guard let manager = state.security?.manager else { return }
        manager.forget(manager.bond(of: peer)?.identity ?? peer)
    }
}
