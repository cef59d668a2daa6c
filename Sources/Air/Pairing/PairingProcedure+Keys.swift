import Bluetooth

/// The keys exchanged at the end of a pairing (Core Vol 3, Part H, 2.4.3 and 3.6).
struct DistributedKeys {
    /// The responder's, of LE legacy pairing.
    var longTermKey: [UInt8]?
    var diversifier: UInt16 = 0
    var random: UInt64 = 0
    /// The other side's.
    var identityResolvingKey: [UInt8]?
    var identity: Address?
}

extension KeyDistribution {
    /// The PDUs of these keys, in the prescribed order (3.6.1).
    var codes: [PairingCode] {
        (contains(.encryption) ? [.encryptionInformation, .centralIdentification] : [])
            + (contains(.identity) ? [.identityInformation, .identityAddressInformation] : [])
            + (contains(.signing) ? [.signingInformation] : [])
    }
}

extension PairingProcedure {
    /// Sends this side's keys.
    mutating func distribute() {
        for code in terms.given.codes {
            switch code {
            case .encryptionInformation:
                let key = cut(draw())
                if !isInitiator { keys.longTermKey = key }
                outbox.append(PairingPDU(code, value: key))
            case .centralIdentification:
                let name = draw(10)
                if !isInitiator { nameKey(name) }
                outbox.append(PairingPDU(code, name))
            case .identityInformation:
                outbox.append(PairingPDU(code, value: terms.identityResolvingKey))
            case .identityAddressInformation:
                let address = terms.ownAddress
                outbox.append(
                    PairingPDU(code, [address.kind == .random ? 1 : 0] + address.littleEndian))
            default: outbox.append(PairingPDU(code, value: draw()))
            }
        }
    }

    /// Takes one of the other side's keys. Keys for signing, and an initiator's for encryption with
    /// swapped roles, are not used: no side here signs or changes roles.
    mutating func takeKey(_ pdu: PairingPDU) throws(PairingFailure) {
        switch pdu.code {
        case .encryptionInformation where isInitiator: keys.longTermKey = pdu.value
        case .centralIdentification where isInitiator: nameKey(pdu.body)
        case .identityInformation: keys.identityResolvingKey = pdu.value
        case .identityAddressInformation:
            let value = UInt64(littleEndian: pdu.body[1...])
            let identity = Address(value, kind: pdu.body[0] == 0 ? .publicDevice : .random)
            guard pdu.body[0] <= 1, identity.isIdentity else { throw .invalidParameters }
            keys.identity = identity
        default: break
        }
    }

    private mutating func nameKey(_ name: [UInt8]) {
        keys.diversifier = UInt16(littleEndian: name[..<2])
        keys.random = UInt64(littleEndian: name[2...])
    }

    /// The bond to keep; nil without bonding or without a key.
    var bond: Bond? {
        guard terms.isBonding, let key = isSecureConnections ? key : keys.longTermKey else {
            return nil
        }
        // A key of zeros resolves nothing: it means that the device has no private addresses.
        let resolving = keys.identityResolvingKey.flatMap { $0.contains { $0 != 0 } ? $0 : nil }
        var bond = Bond(
            identity: keys.identity ?? terms.peerAddress, identityResolvingKey: resolving,
            longTermKey: key)
        let used = terms.peerAddress
        if used != bond.identity, used.isIdentity { bond.alias = used }
        if !isSecureConnections {
            bond.diversifier = keys.diversifier
            bond.random = keys.random
        }
        bond.keySize = keySize
        bond.isAuthenticated = method.isAuthenticated
        bond.isSecureConnections = isSecureConnections
        return bond
    }
}

extension Address {
    /// An identity is public or static, whose two highest bits are set (Core Vol 6, Part B,
    /// 1.3.2.1).
    var isIdentity: Bool { kind == .publicDevice || value >> 46 == 3 }
}

extension FixedWidthInteger {
    /// A number that goes on the air least significant byte first.
    init(littleEndian bytes: ArraySlice<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | Self($1) }
    }
}
