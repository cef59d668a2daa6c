import Bluetooth
internal import Simulation

/// One pairing from either side, from the exchange of features to the last key.
///
/// It takes PDUs and answers, and puts PDUs and questions into its outbox; a thrown failure is the
/// reason sent to the other side and ends it.
struct PairingProcedure {
    /// What the other side sends next, or what must happen before it may send anything.
    enum Step: Equatable {
        case publicKey, confirm, random, check
        /// This side's confirm value is next, and waits for the passkey or for consent.
        case passkey
        /// This side's check is next, and waits for the numbers to be compared.
        case comparison
        /// The keys are made: the central encrypts the link.
        case encryption
        /// The other side's keys, in this order.
        case keys([PairingCode])
        case done
    }

    /// The state of the user's consent.
    enum Consent { case needed, asked, given }

    let tools: Toolbox
    let terms: PairingTerms
    let method: PairingMethod
    let keySize: UInt8
    var random: RandomStream
    var step: Step
    var consent: Consent
    /// PDUs to send, in order.
    var outbox: [PairingPDU] = []
    /// Questions to this side's user.
    var questions: [PairingQuestion] = []
    /// The link must be encrypted with `key`, by the initiator.
    var startsEncryption = false

    /// nil until it is drawn or typed.
    var passkey: UInt32?
    /// The other side's confirm value.
    var peerConfirm: [UInt8] = []
    var peerRandom: [UInt8] = []
    var ownRandom: [UInt8] = []
    /// The short-term key, or the long-term key of LE Secure Connections; made before
    /// `encryption`.
    var key: [UInt8] = []
    var secure = SecureValues()
    var keys = DistributedKeys()

    var isInitiator: Bool { terms.role == .initiator }
    var isSecureConnections: Bool { terms.isSecureConnections }

    /// Checks the other side's features against this side's requirements, and begins.
    init(
        _ terms: PairingTerms, _ options: SecurityOptions, _ tools: Toolbox, random: RandomStream
    ) throws(PairingFailure) {
        self.terms = terms
        self.tools = tools
        self.random = random
        let isSecure = terms.isSecureConnections
        if options.secureConnections == .only, !isSecure { throw .authenticationRequirements }
        // A side that claims to have out-of-band data of this side has someone else's.
        if isSecure, terms.peer.hasOOBData { throw .oobNotAvailable }
        keySize = min(terms.initiator.maximumKeySize, terms.responder.maximumKeySize)
        guard keySize >= options.keySizes.lowerBound else { throw .encryptionKeySize }
        let wishes = terms.initiator.requirements.union(terms.responder.requirements)
        method = PairingMethod(
            initiator: terms.initiator.capability, responder: terms.responder.capability,
            wantsMITM: wishes.contains(.mitm), isSecureConnections: isSecure)
        if options.requiresMITM, !method.isAuthenticated { throw .authenticationRequirements }
        step = isSecure ? .publicKey : terms.role == .initiator ? .passkey : .confirm
        let isAsked = method == .justWorks && options.asksBeforeJustWorks
        consent = method == .numericComparison || isAsked ? .needed : .given
        if !isInitiator { outbox = [terms.response] }
        if method.hasPasskey { preparePasskey(options) }
        if !isSecure, consent == .needed { ask(.authorize) }
        guard isInitiator else { return }
        if isSecure { try sendPublicKey() } else { confirm() }
    }

    private mutating func preparePasskey(_ options: SecurityOptions) {
        guard method.isTyped(by: terms.role, initiator: terms.initiator.capability) else {
            let shown = options.passkey ?? UInt32(random.below(1_000_000))
            passkey = shown
            questions = [.show(passkey: shown)]
            return
        }
        passkey = options.passkey
        if passkey == nil { questions = [.enterPasskey] }
    }

    mutating func ask(_ question: PairingQuestion) {
        consent = .asked
        questions.append(question)
    }

    /// Continues with a PDU of the other side.
    mutating func receive(_ pdu: PairingPDU) throws(PairingFailure) {
        switch (step, pdu.code) {
        case (.publicKey, .pairingPublicKey): try takePublicKey(pdu)
        case (.confirm, .pairingConfirm):
            peerConfirm = pdu.value
            if isInitiator {
                sendRandom()
                step = .random
            } else {
                step = .passkey
                confirm()
            }
        case (.random, .pairingRandom):
            if isSecureConnections { try takeSecureRandom(pdu.value) } else { try takeRandom(pdu) }
        case (.check, .pairingDHKeyCheck): try takeCheck(pdu.value)
        case (.keys(let awaited), pdu.code) where awaited.first == pdu.code:
            try takeKey(pdu)
            if awaited.count > 1 { step = .keys(Array(awaited.dropFirst())) } else { allTaken() }
        case (.confirm, .pairingKeypressNotification), (.passkey, .pairingKeypressNotification):
            guard method.hasPasskey else { throw .unspecifiedReason }
        default: throw .unspecifiedReason
        }
    }

    /// Continues with the user's answer; an unexpected answer is ignored.
    mutating func receive(_ answer: PairingAnswer) throws(PairingFailure) {
        switch answer {
        case .passkey(let typed) where method.hasPasskey && passkey == nil:
            guard typed < 1_000_000 else { throw .passkeyEntryFailed }
            passkey = typed
            if step == .passkey { confirm() }
        case .no where method.hasPasskey && passkey == nil: throw .passkeyEntryFailed
        case .yes where consent == .asked:
            consent = .given
            if step == .passkey { confirm() }
            if step == .comparison { try compared() }
        case .no where consent == .asked:
            throw isSecureConnections ? .numericComparisonFailed : .passkeyEntryFailed
        default: break
        }
    }

    /// The key is made.
    mutating func awaitEncryption() {
        step = .encryption
        startsEncryption = isInitiator
    }

    /// The link is encrypted with this pairing's key: the responder sends its keys first (2.4.3).
    mutating func encrypted() {
        guard step == .encryption else { return }
        if !isInitiator { distribute() }
        let awaited = terms.taken.codes
        if awaited.isEmpty { allTaken() } else { step = .keys(awaited) }
    }

    private mutating func allTaken() {
        if isInitiator { distribute() }
        step = .done
    }

    /// Sends this side's confirm value, as soon as the passkey is known.
    mutating func confirm() {
        if method.hasPasskey, passkey == nil { return }
        if !isSecureConnections, consent != .given { return }
        ownRandom = draw()
        let value = isSecureConnections ? secureConfirm() : legacyConfirm(ownRandom)
        outbox.append(PairingPDU(.pairingConfirm, value: value))
        step = isInitiator ? .confirm : .random
    }

    mutating func sendRandom() { outbox.append(PairingPDU(.pairingRandom, value: ownRandom)) }

    mutating func draw(_ count: Int = 16) -> [UInt8] { random.bytes(count) }

    /// A key reduced to the agreed size (Core Vol 3, Part H, 2.3.4).
    func cut(_ key: [UInt8]) -> [UInt8] {
        let lost = 16 - Int(keySize)
        return [UInt8](repeating: 0, count: lost) + key.dropFirst(lost)
    }

    /// The passkey as 128 bits; zero without one.
    var passkeyValue: [UInt8] {
        let value = passkey ?? 0
        return [UInt8](repeating: 0, count: 12)
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

extension RandomStream {
    /// So many random bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 56) }
    }
}

extension Address {
    /// Type and address, most significant byte first, as the toolbox takes them.
    var typed: Toolbox.TypedAddress { [kind == .random ? 1 : 0] + littleEndian.reversed() }
}
