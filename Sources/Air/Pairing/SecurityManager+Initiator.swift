package import Peripheral
package import Simulation

/// What a central initiates: pairing, and encryption with existing keys.
extension SecurityManager {
    /// Pairs with the other side; `pairingEnded` reports the result.
    ///
    /// It fails at once, without sending anything, without cryptography, too soon after a wrong
    /// secret (2.3.6), and on a link on which a pairing timed out (3.4). During a pairing it does
    /// nothing.
    ///
    /// - Parameter requiresMITM: the pairing fails without protection against a man in the middle,
    ///   as if the options required it.
    package func pair(_ connection: ConnectionID, requiresMITM: Bool = false, at now: Instant) {
        guard role == .initiator, let index = index(of: connection),
            !connections[index].isPairing
        else { return }
        var options = options
        if requiresMITM { options.requiresMITM = true }
        if tools == nil { return end(connection, .failed(.pairingNotSupported), at: now) }
        if connections[index].isMute { return end(connection, .timedOut, at: now) }
        if attempts.refuses(connections[index].identity, at: now) {
            return end(connection, .failed(.repeatedAttempts), at: now)
        }
        var features = options.features(giving: keysToGive, by: .initiator)
        if options.secureConnections == .only { features.removeKeys(.encryption) }
        if !options.isBonding { features.removeKeys([.encryption, .identity, .signing]) }
        let request = features.pdu(.pairingRequest)
        connections[index].request = (request, features, options)
        limit(connection, at: now)
        send(request, to: connection)
    }

    /// Cancels the current pairing, if there is one.
    package func cancelPairing(_ connection: ConnectionID, at now: Instant) {
        guard isPairing(connection) else { return }
        send(
            PairingPDU(.pairingFailed, [PairingFailure.unspecifiedReason.rawValue]), to: connection)
        end(connection, .cancelled, at: now)
    }

    /// Encrypts the link with the key of an earlier pairing, or refreshes the encryption; false if
    /// no key may be used, and during a pairing.
    @discardableResult
    package func encrypt(_ connection: ConnectionID) -> Bool {
        guard role == .initiator, let index = index(of: connection),
            !connections[index].isPairing, let bond = usableBond(connection)
        else { return false }
        guard !connections[index].isStartingEncryption else { return true }
        connections[index].keyInUse = .bond(bond)
        startEncryption(connection, bond.longTermKey, bond.diversifier, bond.random)
        return true
    }

    /// Protects the link: with a kept key if it is good enough, otherwise by pairing.
    package func protect(_ connection: ConnectionID, to level: Security, at now: Instant) {
        guard level > security(of: connection), !isPairing(connection) else { return }
        if suffices(usableBond(connection)?.isAuthenticated, for: level) {
            encrypt(connection)
        } else {
            pair(connection, requiresMITM: level == .authenticated, at: now)
        }
    }

    /// The kept key of the other side; nil if none may be used.
    private func usableBond(_ connection: ConnectionID) -> Bond? {
        guard let index = index(of: connection), let bond = bond(of: connections[index].identity),
            bond.isSecureConnections || options.secureConnections != .only
        else { return nil }
        return bond
    }

    private func suffices(_ isAuthenticated: Bool?, for level: Security) -> Bool {
        guard let isAuthenticated else { return false }
        return isAuthenticated || level < .authenticated
    }

    /// The other side refused to encrypt, with this HCI error code; the link is unchanged.
    package func encryptionFailed(_ connection: ConnectionID, status: UInt8, at now: Instant) {
        guard let index = index(of: connection) else { return }
        connections[index].isStartingEncryption = false
        let key = connections[index].keyInUse
        connections[index].keyInUse = nil
        trace(connection, "cannot encrypt, status \(status)")
        switch key {
        case .pairing? where connections[index].procedure?.step == .encryption:
            let reason = PairingFailure.unspecifiedReason.rawValue
            send(PairingPDU(.pairingFailed, [reason]), to: connection)
            end(connection, .encryptionFailed(status), at: now)
        case .bond?: delegate()?.keyRefused(connection, status: status)
        default: break
        }
    }

    func startEncryption(
        _ connection: ConnectionID, _ key: [UInt8], _ diversifier: UInt16, _ random: UInt64
    ) {
        guard let index = index(of: connection) else { return }
        connections[index].isStartingEncryption = true
        delegate()?.encrypt(connection, key: key, diversifier: diversifier, random: random)
    }

    // MARK: What the other side says

    /// It requests protection (2.4.6): a key that is good enough is used, or used again; otherwise
    /// both pair. The request is limited to what this side's capability allows.
    func takeSecurityRequest(_ connection: ConnectionID, _ pdu: PairingPDU, at now: Instant) {
        guard let index = index(of: connection), !connections[index].isPairing,
            !connections[index].isStartingEncryption
        else { return trace(connection, "ignored: \(pdu.code), protection is under way") }
        let wants = AuthenticationRequirements(rawValue: pdu.body[0])
        let level: Security =
            wants.contains(.mitm) && options.capability != .noInputNoOutput
            ? .authenticated : .encrypted
        if suffices(usableBond(connection)?.isAuthenticated, for: level) {
            encrypt(connection)
        } else if connections[index].security < level {
            guard tools != nil, options.pairing != .refused else {
                return fail(connection, .pairingNotSupported, at: now)
            }
            pair(connection, at: now)
        }
    }

    func takeResponse(_ connection: ConnectionID, _ pdu: PairingPDU, at now: Instant) {
        guard let index = index(of: connection), let request = connections[index].request else {
            return
        }
        do throws(PairingFailure) {
            let terms = PairingTerms(
                role: .initiator, request: request.pdu, response: pdu,
                initiator: request.features, responder: try PairingFeatures(pdu),
                initiatorAddress: address, responderAddress: connections[index].peer,
                identityResolvingKey: identityResolvingKey)
            guard terms.isWithinRequest else { throw .invalidParameters }
            connections[index].request = nil
            try start(connection, terms, request.options)
        } catch {
            return fail(connection, error, at: now)
        }
        settle(connection, at: now)
    }
}
