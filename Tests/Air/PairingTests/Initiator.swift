import Bluetooth
import Peripheral
import Simulation

@testable import Pairing

/// A central that pairs with the board, step by step, and can do any step wrong.
final class Initiator {
    /// Why a pairing did not come about.
    enum Stop: Error, Equatable {
        case refused(PairingFailure?)
        case silence(wanted: PairingCode)
        case unexpected(PairingCode)
        case wrongValue(PairingCode)
        case notEncrypted
    }

    /// What a pairing gave.
    struct Keys: Equatable {
        var response: PairingFeatures
        /// The short-term key, or the one of LE Secure Connections.
        var linkKey: [UInt8]
        var longTermKey: [UInt8]?
        var diversifier: UInt16 = 0
        var random: UInt64 = 0
        var identityResolvingKey: [UInt8]?
        var identity: Address?
        var signing: [UInt8]?
    }

    let link: TestLink
    let tools: Toolbox
    var random = RandomStream(seed: 99, purpose: "central")
    var features = PairingFeatures(
        .noInputNoOutput, [.bonding], maximumKeySize: 16,
        initiatorKeys: [.encryption, .identity], responderKeys: [.encryption, .identity])
    var address = TestLink.centralAddress
    /// What is typed on the central.
    var passkey: () -> UInt32 = { 0 }
    var identityKey = bytes("ec0234a357c8ad05341010a60a397d9b")
    /// Changes a PDU before it goes out; its number counts from 0, the Pairing Request.
    var spoil: (_ number: Int, _ pdu: inout [UInt8]) -> Void = { _, _ in }
    /// The codes of the PDUs that went out.
    private(set) var codes: [PairingCode] = []
    /// The board's number in a comparison must be this one.
    private(set) var number: UInt32?

    init(_ link: TestLink, secure: Bool = false) throws {
        self.link = link
        tools = try toolbox()
        if secure { features.requirements.insert(.secureConnections) }
    }

    func put(_ pdu: PairingPDU) {
        var bytes = pdu.bytes
        spoil(codes.count, &bytes)
        codes.append(pdu.code)
        if !bytes.isEmpty { link.receive(bytes) }
    }

    func take(_ code: PairingCode) throws(Stop) -> PairingPDU {
        guard !link.sent.isEmpty else { throw .silence(wanted: code) }
        let bytes = link.sent.removeFirst()
        guard let pdu = try? PairingPDU(bytes.span) else { throw .silence(wanted: code) }
        if pdu.code == .pairingFailed { throw .refused(PairingFailure(rawValue: pdu.body[0])) }
        guard pdu.code == code else { throw .unexpected(pdu.code) }
        return pdu
    }

    /// Pairs from the request to the last key.
    func pair() throws(Stop) -> Keys {
        let request = features.pdu(.pairingRequest)
        put(request)
        let response = try take(.pairingResponse)
        guard let answered = try? PairingFeatures(response) else {
            throw .wrongValue(.pairingResponse)
        }
        let isSecure =
            features.requirements.contains(.secureConnections)
            && answered.requirements.contains(.secureConnections)
        let key = isSecure ? try secureKey(request, answered) : try legacyKey(request, response)
        let size = Int(min(answered.maximumKeySize, features.maximumKeySize))
        let cut = [UInt8](repeating: 0, count: 16 - size) + key.suffix(size)
        guard link.encrypt(cut) else { throw .notEncrypted }
        var keys = Keys(response: answered, linkKey: cut)
        try exchangeKeys(&keys)
        return keys
    }

    private func legacyKey(
        _ request: PairingPDU, _ response: PairingPDU
    ) throws(Stop) -> [UInt8] {
        let own = random.bytes(16)
        let key = passkeyValue(isUsed(isSecure: false, response) ? passkey() : 0)
        func confirm(_ value: [UInt8]) -> [UInt8] {
            tools.c1(
                key: key, random: value, request: request.bytes.reversed(),
                response: response.bytes.reversed(), initiator: address.typed,
                responder: TestLink.boardAddress.typed)
        }
        put(PairingPDU(.pairingConfirm, value: confirm(own)))
        let theirConfirm = try take(.pairingConfirm).value
        put(PairingPDU(.pairingRandom, value: own))
        let theirs = try take(.pairingRandom).value
        guard confirm(theirs) == theirConfirm else { throw .wrongValue(.pairingRandom) }
        return tools.s1(key: key, responder: theirs, initiator: own)
    }

    private func isUsed(isSecure: Bool, _ response: PairingPDU) -> Bool {
        guard let answered = try? PairingFeatures(response) else { return false }
        return method(answered, isSecure: isSecure).hasPasskey
    }

    private func method(_ answered: PairingFeatures, isSecure: Bool) -> PairingMethod {
        PairingMethod(
            initiator: features.capability, responder: answered.capability,
            wantsMITM: features.requirements.union(answered.requirements).contains(.mitm),
            isSecureConnections: isSecure)
    }

    private func secureKey(
        _ request: PairingPDU, _ answered: PairingFeatures
    ) throws(Stop) -> [UInt8] {
        let method = method(answered, isSecure: true)
        let privateKey = random.bytes(32)
        guard let own = tools.cryptography.publicKey(of: privateKey) else {
            throw .wrongValue(.pairingPublicKey)
        }
        put(PairingPDU(.pairingPublicKey, own.x.reversed() + own.y.reversed()))
        let theirs = try take(.pairingPublicKey)
        let x = [UInt8](theirs.body[..<32].reversed())
        let y = [UInt8](theirs.body[32...].reversed())
        guard let secret = tools.cryptography.sharedSecret(privateKey, with: x, y) else {
            throw .wrongValue(.pairingPublicKey)
        }
        let typed = method.hasPasskey ? passkey() : 0
        var nonces: (own: [UInt8], theirs: [UInt8]) = ([], [])
        for round in 0..<(method.hasPasskey ? 20 : 1) {
            let bit = method.hasPasskey ? 0x80 | UInt8(typed >> UInt32(round) & 1) : 0
            nonces.own = random.bytes(16)
            if method.hasPasskey {
                put(PairingPDU(.pairingConfirm, value: tools.f4(own.x, x, nonces.own, bit)))
            }
            let confirm = try take(.pairingConfirm).value
            put(PairingPDU(.pairingRandom, value: nonces.own))
            nonces.theirs = try take(.pairingRandom).value
            guard confirm == tools.f4(x, own.x, nonces.theirs, bit) else {
                throw .wrongValue(.pairingConfirm)
            }
        }
        if method == .numericComparison {
            number = tools.g2(own.x, x, nonces.own, nonces.theirs) % 1_000_000
        }
        let made = tools.f5(
            secret: secret, nonces.own, nonces.theirs, address.typed,
            TestLink.boardAddress.typed)
        let check = tools.f6(
            macKey: made.macKey, nonces.own, nonces.theirs, passkeyValue(typed),
            capabilities: features.forCheck, address.typed, TestLink.boardAddress.typed)
        put(PairingPDU(.pairingDHKeyCheck, value: check))
        let theirCheck = tools.f6(
            macKey: made.macKey, nonces.theirs, nonces.own, passkeyValue(typed),
            capabilities: answered.forCheck, TestLink.boardAddress.typed, address.typed)
        guard try take(.pairingDHKeyCheck).value == theirCheck else {
            throw .wrongValue(.pairingDHKeyCheck)
        }
        return made.longTermKey
    }

    private func exchangeKeys(_ keys: inout Keys) throws(Stop) {
        for code in keys.response.responderKeys.codes {
            let pdu = try take(code)
            switch code {
            case .encryptionInformation: keys.longTermKey = pdu.value
            case .centralIdentification:
                keys.diversifier = UInt16(littleEndian: pdu.body[..<2])
                keys.random = UInt64(littleEndian: pdu.body[2...])
            case .identityInformation: keys.identityResolvingKey = pdu.value
            case .identityAddressInformation:
                keys.identity = Address(
                    UInt64(littleEndian: pdu.body[1...]),
                    kind: pdu.body[0] == 0 ? .publicDevice : .random)
            default: keys.signing = pdu.value
            }
        }
        for code in keys.response.initiatorKeys.codes {
            switch code {
            case .centralIdentification: put(PairingPDU(code, random.bytes(10)))
            case .identityInformation: put(PairingPDU(code, value: identityKey))
            case .identityAddressInformation:
                put(PairingPDU(code, [0] + TestLink.centralAddress.littleEndian))
            default: put(PairingPDU(code, value: random.bytes(16)))
            }
        }
        if let failed = link.sent.first, failed[0] == 0x05 { _ = try take(.pairingFailed) }
    }

    private func passkeyValue(_ passkey: UInt32) -> [UInt8] {
        [UInt8](repeating: 0, count: 12)
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: passkey >> $0) }
    }
}
