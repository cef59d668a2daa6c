import Bluetooth
import Simulation

/// One pairing from the responder's side, from the Pairing Request to the last key.
///
/// It takes PDUs and answers and leaves PDUs and questions in its outbox; a failure thrown is the
/// reason that goes to the central and ends it.
struct PairingProcedure {
    /// What comes next from the central, or what has to happen before it may send anything.
    enum Step: Equatable {
        case publicKey, confirm, random, check
        /// A confirm value came and the passkey is not typed yet.
        case passkey
        /// A check came and the numbers are not compared yet.
        case comparison
        /// The keys are made: the central is to encrypt the link.
        case encryption
        /// The central's keys, in this order.
        case keys([PairingCode])
        case done
    }

    /// Who is who, and what both have declared.
    struct Terms {
        var request: PairingPDU
        var response: PairingPDU
        var initiator: PairingFeatures
        var responder: PairingFeatures
        var initiatorAddress: Address
        var responderAddress: Address
        /// The board's key for its private addresses.
        var identityResolvingKey: [UInt8]
    }

    let tools: Toolbox
    let terms: Terms
    let method: PairingMethod
    let keySize: UInt8
    var random: RandomStream
    var step: Step
    /// What is to go out, in order.
    var outbox: [PairingPDU] = []
    /// What is to be done at the board.
    var questions: [PairingQuestion] = []

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

    var isSecureConnections: Bool { Self.isSecure(terms) }
    var isBonding: Bool {
        terms.initiator.requirements.contains(.bonding)
            && terms.responder.requirements.contains(.bonding)
    }

    static func isSecure(_ terms: Terms) -> Bool {
        terms.initiator.requirements.contains(.secureConnections)
            && terms.responder.requirements.contains(.secureConnections)
    }

    /// Checks what the central has declared against what the board demands, and answers.
    init(
        _ terms: Terms, _ options: SecurityOptions, _ tools: Toolbox, random: RandomStream
    ) throws(PairingFailure) {
        self.terms = terms
        self.tools = tools
        self.random = random
        let isSecure = Self.isSecure(terms)
        if options.secureConnections == .only, !isSecure { throw .authenticationRequirements }
        // Who claims to have out-of-band data of this board has somebody else's.
        if isSecure, terms.initiator.hasOOBData { throw .oobNotAvailable }
        keySize = min(terms.initiator.maximumKeySize, terms.responder.maximumKeySize)
        guard keySize >= options.keySizes.lowerBound else { throw .encryptionKeySize }
        let wishes = terms.initiator.requirements.union(terms.responder.requirements)
        method = PairingMethod(
            initiator: terms.initiator.capability, responder: terms.responder.capability,
            wantsMITM: wishes.contains(.mitm), isSecureConnections: isSecure)
        if options.requiresMITM, !method.isAuthenticated { throw .authenticationRequirements }
        step = isSecure ? .publicKey : .confirm
        outbox = [terms.response]
        switch method {
        case .passkeyShown:
            let shown = options.passkey ?? UInt32(self.random.below(1_000_000))
            passkey = shown
            questions = [.show(passkey: shown)]
        case .passkeyEntered:
            passkey = options.passkey
            if passkey == nil { questions = [.enterPasskey] }
        case .justWorks, .numericComparison: break
        }
    }

    /// Goes on with a PDU of the central.
    mutating func receive(_ pdu: PairingPDU) throws(PairingFailure) {
        switch (step, pdu.code) {
        case (.publicKey, .pairingPublicKey): try takePublicKey(pdu)
        case (.confirm, .pairingConfirm):
            peerConfirm = pdu.value
            step = .passkey
            confirm()
        case (.random, .pairingRandom):
            if isSecureConnections { try takeSecureRandom(pdu.value) } else { try takeRandom(pdu) }
        case (.check, .pairingDHKeyCheck): try takeCheck(pdu.value)
        case (.keys(let awaited), pdu.code) where awaited.first == pdu.code:
            try takeKey(pdu)
            step = awaited.count > 1 ? .keys(Array(awaited.dropFirst())) : .done
        case (.confirm, .pairingKeypressNotification), (.passkey, .pairingKeypressNotification):
            guard method.hasPasskey else { throw .unspecifiedReason }
        default: throw .unspecifiedReason
        }
    }

    /// Goes on with what somebody at the board did; an answer to no question changes nothing.
    mutating func receive(_ answer: PairingAnswer) throws(PairingFailure) {
        switch (method, answer) {
        case (.passkeyEntered, .passkey(let typed)) where passkey == nil:
            guard typed < 1_000_000 else { throw .passkeyEntryFailed }
            passkey = typed
            if step == .passkey { confirm() }
        case (.passkeyEntered, .no) where passkey == nil: throw .passkeyEntryFailed
        case (.numericComparison, .yes) where secure.number != nil:
            secure.isNumberConfirmed = true
            if step == .comparison { try finishCheck() }
        case (.numericComparison, .no) where secure.number != nil && !secure.isNumberConfirmed:
            throw .numericComparisonFailed
        default: break
        }
    }

    /// The link is encrypted with this pairing's key: the board gives its keys away.
    mutating func encrypted() {
        guard step == .encryption else { return }
        distribute()
        let awaited = terms.responder.initiatorKeys.codes
        step = awaited.isEmpty ? .done : .keys(awaited)
    }

    /// Answers a confirm value with the board's own, as soon as the passkey is known.
    private mutating func confirm() {
        if method.hasPasskey, passkey == nil { return }
        ownRandom = draw()
        let value = isSecureConnections ? secureConfirm() : legacyConfirm(ownRandom)
        outbox.append(PairingPDU(.pairingConfirm, value: value))
        step = .random
    }

    mutating func draw(_ count: Int = 16) -> [UInt8] { random.bytes(count) }

    /// A key with what is above the agreed size cut off (Core Vol 3, Part H, 2.3.4).
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
