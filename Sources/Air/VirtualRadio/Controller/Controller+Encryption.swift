internal import Bluetooth
internal import Pairing
internal import Simulation

/// Encryption of links, and the primitives that hosts use (Core Vol 4, Part E, 7.8.22 to 7.8.26,
/// 7.8.36 and 7.8.37). In HCI keys are least significant byte first.
extension Controller {
    static let encryptionCommands: [(HCIOpcode, Handler)] = [
        onLink(.leEnableEncryption) { $0.enableEncryption($1, $2, $3) },
        onLink(.leLongTermKeyRequestReply) { $0.giveKey($1, $2, $3) },
        onConnection(.leLongTermKeyRequestNegativeReply) { $0.refuseKey($2) },
    ]

    static let cryptographicCommands: [(HCIOpcode, Handler)] = [
        on(.leEncrypt) { $0.encrypt($1) },
        on(.leReadLocalP256PublicKey) { $0.makePublicKey() },
        on(.leGenerateDHKey) { $0.makeSharedSecret($1, kind: 0) },
        on(.leGenerateDHKeyV2) { $0.makeSharedSecret($1, kind: $1[.type]) },
    ]

    private func enableEncryption(
        _ p: HCIParameters, _ connection: ControllerConnection, _ link: Link
    ) -> HCIStatus {
        guard connection.role == .central, !connection.awaited.encryption else {
            return .commandDisallowed
        }
        let peer = link.end(.peripheral).linkIdentity.features
        guard peer & LinkLayerIdentity.Feature.encryption != 0 else {
            return .unsupportedRemoteFeature
        }
        connection.awaited.encryption = true
        link.start(
            .encryption(
                key: p[reversed: .key], random: p[.random], diversifier: p[.diversifier]),
            by: .central)
        return .success
    }

    private func giveKey(
        _ p: HCIParameters, _ connection: ControllerConnection, _ link: Link
    ) -> HCIStatus {
        guard case .longTermKey? = connection.question else { return .commandDisallowed }
        connection.question = nil
        link.answer(.longTermKey(p[reversed: .key]))
        return .success
    }

    private func refuseKey(_ connection: ControllerConnection) -> HCIStatus {
        guard case .longTermKey? = connection.question else { return .commandDisallowed }
        refuse(.pinOrKeyMissing, on: connection)
        return .success
    }

    // MARK: Primitives

    private func encrypt(_ p: HCIParameters) -> HCIStatus {
        guard let cryptography else { return .unknownCommand }
        let result = cryptography.encrypt(p[reversed: .block], key: p[reversed: .key])
        reply[reversed: .block] = result
        return .success
    }

    private func makePublicKey() -> HCIStatus {
        guard let cryptography else { return .unknownCommand }
        var pair: (secret: [UInt8], x: [UInt8], y: [UInt8])?
        // Nearly every 256-bit number is a valid key; a second try is hardly ever needed.
        for _ in 0..<64 where pair == nil {
            let secret = (0..<32).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
            pair = cryptography.publicKey(of: secret).map { (secret, $0.x, $0.y) }
        }
        guard let pair else { return .hardwareFailure }
        privateKey = pair.secret
        afterReply { [self] in
            send(.leReadLocalP256PublicKeyComplete) {
                $0[reversed: .x] = pair.x
                $0[reversed: .y] = pair.y
            }
        }
        return .success
    }

    /// The public private key for debugging (Core Vol 3, Part H, 2.3.5.6.1).
    private static let debugKey: [UInt8] = [
        0x3F, 0x49, 0xF6, 0xD4, 0xA3, 0xC5, 0x5F, 0x38, 0x74, 0xC9, 0xB3, 0xE3, 0xD2, 0x10, 0x3F,
        0x50, 0x4A, 0xFF, 0x60, 0x7B, 0xEB, 0x40, 0xB7, 0x99, 0x58, 0x99, 0xB8, 0xA6, 0xCD, 0x3C,
        0x1A, 0xBD,
    ]

    private func makeSharedSecret(_ p: HCIParameters, kind: UInt8) -> HCIStatus {
        guard let cryptography else { return .unknownCommand }
        guard kind <= 1 else { return .invalidParameters }
        guard let secret = kind == 1 ? Self.debugKey : privateKey else { return .commandDisallowed }
        let shared = cryptography.sharedSecret(secret, with: p[reversed: .x], p[reversed: .y])
        afterReply { [self] in
            send(.leGenerateDHKeyComplete) {
                // A point that is not on the curve: Core Vol 4, Part E, 7.8.37.
                $0.status = shared == nil ? .invalidParameters : .success
                $0[reversed: .x] = shared ?? [UInt8](repeating: 0xFF, count: 32)
            }
        }
        return .success
    }
}
