public import Pairing
public import Peripheral

/// Pairing and encryption of a connection of a central that was set up for it.
extension Connection {
    /// The link's current protection.
    public var security: Security { state.level }
    /// Whether the link is encrypted.
    package var isEncrypted: Bool { security >= .encrypted }
    /// Whether the link is encrypted with keys that were protected against a man in the middle.
    package var isAuthenticated: Bool { security >= .authenticated }
    /// Whether keys of the peripheral are kept.
    package var isBonded: Bool { state.security?.manager.isBonded(id) ?? false }
    /// Whether a pairing is under way, by either side.
    package var isPairing: Bool { state.security?.manager.isPairing(id) ?? false }

    /// Called when a pairing needs the user at the central, unless the set-up has answered.
    /// `answer` may come at once or later, within 30 s of the last PDU.
    package var onPairingQuestion: ((PairingQuestion) -> Void)? {
        get { state.onPairingQuestion }
        set { state.onPairingQuestion = newValue }
    }
    /// Called when a pairing has ended, by either side, after the completion of `pair`.
    package var onPairingEnded: ((PairingOutcome) -> Void)? {
        get { state.onPairingEnded }
        set { state.onPairingEnded = newValue }
    }
    /// Called when the link's protection has changed, and when keys are kept from now on.
    package var onSecurityChanged: ((Security) -> Void)? {
        get { state.onSecurityChanged }
        set { state.onSecurityChanged = newValue }
    }
    /// Called with an HCI error code when the peripheral refused to encrypt with its kept key:
    /// 0x06, PIN or Key Missing, if it has forgotten the key. The link stays as it was.
    package var onKeyRefused: ((UInt8) -> Void)? {
        get { state.onKeyRefused }
        set { state.onKeyRefused = newValue }
    }

    /// Makes new keys, even if there are some.
    ///
    /// - Parameter requiresMITM: the pairing fails without protection against a man in the middle.
    public func pair(
        requiresMITM: Bool = false, completion: @escaping Completion<PairingMethod>
    ) { state.pair(requiresMITM: requiresMITM, completion) }

    /// Cancels the current pairing, if there is one; it ends as `cancelled`.
    package func cancelPairing() { state.security?.manager.cancelPairing(id, at: state.now) }

    /// Passes on the user's answer; ignored if there is no question.
    public func answer(_ answer: PairingAnswer) { state.answer(answer) }

    /// Encrypts the link with the kept key, or refreshes the encryption.
    package func encrypt(completion: @escaping Completion<Security>) { state.encrypt(completion) }

    /// Protects the link, as needed when the peripheral answers with *Insufficient Authentication*
    /// or *Insufficient Encryption*: with a kept key if it is good enough, otherwise by pairing.
    /// The completion gets the link's protection.
    package func protect(to level: Security, completion: @escaping Completion<Security>) {
        state.protect(level, completion)
    }
}
