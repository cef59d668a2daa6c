public import Bluetooth
public import Pairing
public import VirtualRadio

/// How a central pairs, and what it keeps of that.
extension Central {
    /// Lets the connections that are made from now on pair and encrypt; nil ends that.
    ///
    /// A peripheral of which the store has keys is encrypted with as soon as it is connected, and
    /// whenever it asks for it (Core Vol 3, Part H, 2.4.6); `options.pairing` says what is done
    /// with the wish of one that is not known. The questions of a pairing go to the
    /// set-up first, and then to the connection's `onPairingQuestion`. Without a set-up the Security
    /// Manager's channel is silent.
    public func setUp(security setup: SecuritySetup?) {
        guard let setup else {
            state.security = nil
            return
        }
        let manager = SecurityManager(
            setup.options, role: .initiator, address: address,
            random: air.medium.random("pairing.\(address)"), cryptography: setup.cryptography,
            bonds: setup.bonds)
        manager.delegate = state
        state.security = (manager, setup)
    }

    /// How it pairs from the next time on; nil without a set-up, and then it cannot be set.
    public var pairingOptions: SecurityOptions? {
        get { state.security?.manager.options }
        set {
            if let newValue { state.security?.manager.options = newValue }
        }
    }

    /// The keys that are kept, the newest last; none without a set-up.
    public var bonds: [Bond] { state.security?.setup.bonds.bonds ?? [] }

    /// The keys that are kept of the peripheral with this address.
    public func bond(with peer: Address) -> Bond? { state.security?.manager.bond(of: peer) }

    /// Forgets the keys of the peripheral with this address: it has to be paired with again. A link
    /// that is encrypted stays so.
    public func forgetBond(with peer: Address) {
        guard let manager = state.security?.manager else { return }
        manager.forget(manager.bond(of: peer)?.identity ?? peer)
    }
}
