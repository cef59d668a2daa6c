internal import Peripheral
internal import Simulation

/// The course of a pairing, from the Pairing Request to its end.
extension SecurityManager {
    func begin(_ connection: ConnectionID, _ request: PairingPDU, at now: Instant) {
        guard let index = index(of: connection) else { return }
        let (peer, identity) = (connections[index].peer, connections[index].identity)
        do throws(PairingFailure) {
            guard tools != nil, options.pairing != .refused else { throw .pairingNotSupported }
            if attempts.refuses(identity, at: now) { throw .repeatedAttempts }
            let asked = try PairingFeatures(request)
            let offered = features(answering: asked)
            try start(
                connection,
                PairingTerms(
                    role: .responder, request: request, response: offered.pdu(.pairingResponse),
                    initiator: asked, responder: offered, initiatorAddress: peer,
                    responderAddress: address, identityResolvingKey: identityResolvingKey),
                options)
        } catch {
            return fail(connection, error, at: now)
        }
        settle(connection, at: now)
    }

    /// Begins the agreed procedure.
    func start(
        _ connection: ConnectionID, _ terms: PairingTerms, _ options: SecurityOptions
    ) throws(PairingFailure) {
        guard let index = index(of: connection), let tools else { throw .pairingNotSupported }
        let procedure = try PairingProcedure(
            terms, options, tools, random: RandomStream(seed: random.next(), purpose: "pairing"))
        trace(
            connection,
            "begins: \(procedure.isSecureConnections ? "Secure Connections" : "legacy"), "
                + "\(procedure.method), key of \(procedure.keySize) bytes")
        connections[index].procedure = procedure
    }

    /// The board's answer to a central's features: what both support and require.
    private func features(answering asked: PairingFeatures) -> PairingFeatures {
        let common = options.requirements.intersection(asked.requirements)
        var offered = options.features(giving: keysToGive, by: .responder)
        if common.contains(.secureConnections) { offered.removeKeys(.encryption) }
        if !common.contains(.bonding) { offered.removeKeys([.encryption, .identity, .signing]) }
        offered.initiatorKeys.formIntersection(asked.initiatorKeys)
        offered.responderKeys.formIntersection(asked.responderKeys)
        return offered
    }

    /// A device without a permanent address has no identity to give.
    var keysToGive: KeyDistribution {
        address.isIdentity ? options.keys : options.keys.subtracting(.identity)
    }

    /// Advances the pairing and carries out the result.
    func step(
        _ connection: ConnectionID, at now: Instant,
        _ work: (inout PairingProcedure) throws(PairingFailure) -> Void
    ) {
        guard let index = index(of: connection), var procedure = connections[index].procedure else {
            return
        }
        do throws(PairingFailure) {
            try work(&procedure)
        } catch {
            return fail(connection, error, at: now)
        }
        connections[index].procedure = procedure
        settle(connection, at: now)
    }

    /// Sends a pairing's PDUs, asks its questions, and ends it if it is done.
    func settle(_ connection: ConnectionID, at now: Instant) {
        guard let index = index(of: connection), let procedure = connections[index].procedure else {
            return
        }
        connections[index].procedure?.outbox = []
        connections[index].procedure?.questions = []
        connections[index].procedure?.startsEncryption = false
        if !procedure.outbox.isEmpty { limit(connection, at: now) }
        for pdu in procedure.outbox { send(pdu, to: connection) }
        if procedure.startsEncryption {
            connections[index].keyInUse = .pairing(procedure.method)
            startEncryption(connection, procedure.key, 0, 0)
        }
        if procedure.step == .done { complete(connection, procedure, at: now) }
        for question in procedure.questions {
            delegate()?.ask(question, for: connection)
            if case .compare = question, let agree = options.numbersAgree {
                answer(agree ? .yes : .no, for: connection, at: now)
            }
        }
    }

    /// A pairing that waits for the other side times out, counted from the last PDU sent (3.4).
    func limit(_ connection: ConnectionID, at now: Instant) {
        guard let index = index(of: connection) else { return }
        connections[index].deadline = now + Self.timeout
        wake(at: now + Self.timeout)
    }

    private func complete(
        _ connection: ConnectionID, _ procedure: PairingProcedure, at now: Instant
    ) {
        guard let index = index(of: connection) else { return }
        attempts.succeeded(connections[index].identity)
        if let bond = procedure.bond {
            keep(bond)
            connections[index].identity = bond.identity
            connections[index].isBonded = true
        } else if procedure.isSecureConnections {
            connections[index].ownKey = (procedure.key, procedure.method)
        }
        let (security, isBonded) = (connections[index].security, connections[index].isBonded)
        delegate()?.securityChanged(connection, to: security, isBonded: isBonded)
        end(
            connection, .completed(procedure.method, bonded: procedure.bond != nil), at: now)
    }

    /// Refuses or gives up, and notifies the other side.
    func fail(_ connection: ConnectionID, _ reason: PairingFailure, at now: Instant) {
        send(PairingPDU(.pairingFailed, [reason.rawValue]), to: connection)
        end(connection, .failed(reason), at: now)
    }

    func end(_ connection: ConnectionID, _ outcome: PairingOutcome, at now: Instant) {
        guard let index = index(of: connection) else { return }
        connections[index].request = nil
        connections[index].procedure = nil
        connections[index].deadline = nil
        let reason: PairingFailure? =
            switch outcome {
            case .failed(let reason): reason
            case .failedByPeer(let code): PairingFailure(rawValue: code)
            default: nil
            }
        if reason?.isSuspicious == true {
            attempts.failed(
                connections[index].identity, first: options.delayAfterFailure, at: now)
        }
        trace(connection, "ends: \(outcome)")
        delegate()?.pairingEnded(connection, outcome)
    }
}
