package import Bluetooth
package import Peripheral
package import Simulation

extension SecurityManager {
    /// The key that the controller requests when a central starts encryption: 16 bytes, most
    /// significant first; nil if there is none, and encryption is to be refused (Core Vol 3, Part
    /// H, 2.4.4).
    package func longTermKey(
        for connection: ConnectionID, diversifier: UInt16, random: UInt64
    ) -> [UInt8]? {
        guard let index = index(of: connection) else { return nil }
        let isUnnamed = diversifier == 0 && random == 0
        if let procedure = connections[index].procedure, procedure.step == .encryption, isUnnamed {
            connections[index].keyInUse = .pairing(procedure.method)
            return procedure.key
        }
        let identity = connections[index].identity
        let found = bonds.bonds.last { bond in
            if options.secureConnections == .only, !bond.isSecureConnections { return false }
            // A key of legacy pairing is found by EDIV and Rand, whichever address is used.
            return bond.isSecureConnections
                ? isUnnamed && bond.identity == identity
                : bond.diversifier == diversifier && bond.random == random
        }
        guard let found else {
            if isUnnamed, let own = connections[index].ownKey {
                connections[index].keyInUse = .pairing(own.method)
                return own.bytes
            }
            trace(connection, "has no key for this central")
            return nil
        }
        connections[index].keyInUse = .bond(found)
        return found.longTermKey
    }

    /// The controller has started or refreshed encryption with the last key that it got, or the
    /// link is unencrypted.
    package func encryptionChanged(
        _ connection: ConnectionID, isEncrypted: Bool, at now: Instant
    ) {
        guard let index = index(of: connection) else { return }
        connections[index].isStartingEncryption = false
        var isAuthenticated = false
        var isPairing = false
        switch connections[index].keyInUse {
        case .pairing(let method)?:
            isAuthenticated = method.isAuthenticated
            isPairing = connections[index].procedure?.step == .encryption
        case .bond(let bond)?:
            isAuthenticated = bond.isAuthenticated
            guard isEncrypted else { break }
            // The device that knows the key is the one of the bond.
            connections[index].identity = bond.identity
            connections[index].isBonded = true
        case nil: break
        }
        let security: Security =
            isEncrypted ? (isAuthenticated ? .authenticated : .encrypted) : .open
        if connections[index].security != security {
            connections[index].security = security
            trace(connection, "leaves the link \(security)")
            delegate()?.securityChanged(
                connection, to: security, isBonded: connections[index].isBonded)
        }
        guard isEncrypted, isPairing else { return }
        step(connection, at: now) { (procedure) throws(PairingFailure) in procedure.encrypted() }
    }

    /// The bond with the device of this address, which may be one of its private ones.
    package func bond(of peer: Address) -> Bond? {
        let bonds = bonds.bonds
        if let bond = bonds.last(where: { $0.identity == peer }) { return bond }
        if let bond = bonds.last(where: { $0.alias == peer }) { return bond }
        return bonds.last { bond in
            bond.identityResolvingKey.map { resolves(peer, by: $0) } ?? false
        }
    }

    /// Whether a key made this resolvable private address (Core Vol 6, Part B, 1.3.2.3).
    package func resolves(_ address: Address, by key: [UInt8]) -> Bool {
        guard let tools, address.kind == .random, address.value >> 46 == 1 else { return false }
        let bytes = [UInt8](address.littleEndian.reversed())
        return tools.ah(key, Array(bytes[..<3])) == Array(bytes[3...])
    }

    /// Forgets a device: it has to pair again.
    package func forget(_ identity: Address) {
        bonds.forget(identity)
        for index in connections.indices where connections[index].identity == identity {
            connections[index].isBonded = false
        }
    }

    func keep(_ bond: Bond) {
        let others = bonds.bonds.filter { $0.identity != bond.identity }
        for old in others.dropLast(max(options.maximumBonds, 1) - 1) { forget(old.identity) }
        bonds.keep(bond)
    }
}
