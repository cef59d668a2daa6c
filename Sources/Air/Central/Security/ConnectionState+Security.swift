import Pairing
internal import Peripheral

/// A connection's part in pairing: the completions and callbacks.
extension ConnectionState {
    /// Encrypts with kept keys, or pairs if the options require it.
    func beginSecurity() {
        guard isOpenForSecurity, security == nil, let setUp = central.security else { return }
        security = setUp
        setUp.manager.opened(id, peer: peer, at: now)
    }

    private var isOpenForSecurity: Bool { link != nil && ended == nil }

    var level: Security { security?.manager.security(of: id) ?? .open }

    func answer(_ answer: PairingAnswer) { security?.manager.answer(answer, for: id, at: now) }

    func pair(requiresMITM: Bool, _ completion: @escaping Completion<PairingMethod>) {
        guard isOpenForSecurity else { return completion(.failure(gone)) }
        guard let manager = security?.manager else { return completion(.failure(.noSecurity)) }
        guard !manager.isPairing(id), pairing == nil else {
            return completion(.failure(.alreadyPairing))
        }
        pairing = completion
        manager.pair(id, requiresMITM: requiresMITM, at: now)
    }

    /// Waits for the link to be protected, and starts what is needed for it.
    func protect(_ wish: Security, _ completion: @escaping Completion<Security>) {
        guard isOpenForSecurity else { return completion(.failure(gone)) }
        guard let manager = security?.manager else { return completion(.failure(.noSecurity)) }
        if level >= wish { return completion(.success(level)) }
        protection.append((wish, completion))
        manager.protect(id, to: wish, at: now)
    }

    func encrypt(_ completion: @escaping Completion<Security>) {
        guard isOpenForSecurity else { return completion(.failure(gone)) }
        guard let manager = security?.manager else { return completion(.failure(.noSecurity)) }
        guard !manager.isPairing(id) else { return completion(.failure(.alreadyPairing)) }
        guard manager.bond(of: peer) != nil else { return completion(.failure(.notBonded(peer))) }
        protection.append((.encrypted, completion))
        if !manager.encrypt(id) { endProtection(.notBonded(peer)) }
    }

    // MARK: What comes of it

    func encryptionChanged(_ status: UInt8) {
        guard let manager = security?.manager else { return }
        guard status == 0 else {
            return manager.encryptionFailed(id, status: status, at: now)
        }
        manager.encryptionChanged(id, isEncrypted: true, at: now)
        let reached = level
        let done = protection.filter { $0.level <= reached }
        protection.removeAll { $0.level <= reached }
        for waiting in done { waiting.completion(.success(reached)) }
    }

    func pairingEnded(_ outcome: PairingOutcome) {
        let waiting = pairing
        pairing = nil
        let error = CentralError.pairing(outcome)
        if case .completed(let method, _) = outcome {
            waiting?(.success(method))
        } else {
            waiting?(.failure(error))
        }
        // A completion that needs more protection than this pairing gave fails.
        endProtection(error)
        onPairingEnded?(outcome)
    }

    func endProtection(_ error: CentralError) {
        let waiting = protection
        protection = []
        for waiting in waiting { waiting.completion(.failure(error)) }
    }

    /// The link has ended; the connection is removed from its central.
    func endSecurity(_ error: CentralError) {
        let wasPairing = security?.manager.isPairing(id) == true
        security?.manager.closed(id)
        let waiting = pairing
        pairing = nil
        waiting?(.failure(error))
        endProtection(error)
        if wasPairing { onPairingEnded?(.linkLost) }
    }

    /// Drops every completion.
    func forgetSecurity() {
        security = nil
        onPairingQuestion = nil
        onPairingEnded = nil
        onSecurityChanged = nil
        onKeyRefused = nil
        pairing = nil
        protection = []
    }
}
