public import Pairing
public import Peripheral

/// Pairing and encryption of a connection of a central that was set up for it.
extension Connection {
    /// How well the link is protected now.
    public var security: Security { state.level }
    /// Whether the link is encrypted.
    public var isEncrypted: Bool { security >= .encrypted }
    /// Whether the link is encrypted and nobody stood in the middle when the keys were made.
    public var isAuthenticated: Bool { security >= .authenticated }
    /// Whether keys of the peripheral are kept.
    public var isBonded: Bool { state.security?.manager.isBonded(id) ?? false }
    /// Whether a pairing is under way, whoever wanted it.
    public var isPairing: Bool { state.security?.manager.isPairing(id) ?? false }

    /// Called when a pairing waits for somebody at the central, unless the set-up has answered.
    /// `answer` may come at once or later, within 30 s of the last PDU.
    public var onPairingQuestion: ((PairingQuestion) -> Void)? {
        get { state.onPairingQuestion }
        set { state.onPairingQuestion = newValue }
    }
    /// Called when a pairing has ended, whoever wanted it, after the completion of `pair`.
    public var onPairingEnded: ((PairingOutcome) -> Void)? {
        get { state.onPairingEnded }
        set { state.onPairingEnded = newValue }
    }
    /// Called when the link is protected otherwise than before, and when keys are kept from now on.
    public var onSecurityChanged: ((Security) -> Void)? {
        get { state.onSecurityChanged }
        set { state.onSecurityChanged = newValue }
    }
    /// Called with an HCI error code when the peripheral would not encrypt with the key that is kept
    /// of it: 0x06, PIN or Key Missing, if it has forgotten the key. The link lives on as it was.
    public var onKeyRefused: ((UInt8) -> Void)? {
        get { state.onKeyRefused }
        set { state.onKeyRefused = newValue }
    }

    /// Makes new keys, even if some are kept.
    ///
    /// - Parameter requiresMITM: the pairing fails if somebody could stand in the middle.
    public func pair(
        requiresMITM: Bool = false, completion: @escaping Completion<PairingMethod>
    ) { state.pair(requiresMITM: requiresMITM, completion) }

    /// Gives up the pairing that is under way, if there is one; it ends as `cancelled`.
    public func cancelPairing() { state.security?.manager.cancelPairing(id, at: state.now) }

    /// Tells what somebody at the central did; ignored where nothing was asked.
    public func answer(_ answer: PairingAnswer) { state.answer(answer) }

    /// Encrypts the link with the key that is kept, or with the same key anew.
    public func encrypt(completion: @escaping Completion<Security>) { state.encrypt(completion) }

    /// Sees to it that the link is protected so, as is due when the peripheral answers with
    /// *Insufficient Authentication* or *Insufficient Encryption*: with a key that is kept if it is
    /// good enough, else by pairing. The completion gets how well the link is protected then.
    public func protect(to level: Security, completion: @escaping Completion<Security>) {
        state.protect(level, completion)
    }
}
