import Bluetooth
import Peripheral
import Simulation

/// The course of a pairing, from the Pairing Request to its end.
extension SecurityManager {
    func begin(_ connection: ConnectionID, _ request: PairingPDU, at now: Instant) {
        guard let index = index(of: connection) else { return }
        let (peer, identity) = (connections[index].peer, connections[index].identity)
        do throws(PairingFailure) {
            guard let tools, options.pairing != .refused else { throw .pairingNotSupported }
            if attempts.refuses(identity, at: now) { throw .repeatedAttempts }
            let asked = try PairingFeatures(request)
            let offered = features(answering: asked)
            let procedure = try PairingProcedure(
                PairingProcedure.Terms(
                    request: request, response: offered.pdu(.pairingResponse), initiator: asked,
                    responder: offered, initiatorAddress: peer, responderAddress: address,
                    identityResolvingKey: identityResolvingKey),
                options, tools, random: RandomStream(seed: random.next(), purpose: "pairing"))
            trace(
                connection,
                "begins: \(procedure.isSecureConnections ? "Secure Connections" : "legacy"), "
                    + "\(procedure.method), key of \(procedure.keySize) bytes")
            connections[index].procedure = procedure
        } catch {
            return fail(connection, error, at: now)
        }
        connections[index].deadline = now + Self.timeout
        settle(connection, at: now)
    }

    /// What the board answers to a central's features: what both want and nothing more.
    private func features(answering asked: PairingFeatures) -> PairingFeatures {
        let requirements = options.requirements
        var keys = options.keys.intersection([.encryption, .identity, .signing])
        let common = requirements.intersection(asked.requirements)
        if common.contains(.secureConnections) { keys.remove(.encryption) }
        if !common.contains(.bonding) { keys = [] }
        let longest = min(
            max(options.keySizes.upperBound, PairingFeatures.keySizes.lowerBound),
            PairingFeatures.keySizes.upperBound)
        return PairingFeatures(
            options.capability, requirements, maximumKeySize: longest,
            initiatorKeys: asked.initiatorKeys.intersection(keys),
            responderKeys: asked.responderKeys.intersection(keys))
    }

    /// Lets the pairing go on, and does what comes of it.
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

    /// Sends what a pairing has to say, asks what it has to ask, and ends it if it is done.
    private func settle(_ connection: ConnectionID, at now: Instant) {
        guard let index = index(of: connection), let procedure = connections[index].procedure else {
            return
        }
        connections[index].procedure?.outbox = []
        connections[index].procedure?.questions = []
        if !procedure.outbox.isEmpty {
            connections[index].deadline = now + Self.timeout
            wake(at: now + Self.timeout)
        }
        for pdu in procedure.outbox { send(pdu, to: connection) }
        if procedure.step == .done { complete(connection, procedure, at: now) }
        for question in procedure.questions {
            delegate?.ask(question, for: connection)
            if case .compare = question, let agree = options.numbersAgree {
                answer(agree ? .yes : .no, for: connection, at: now)
            }
        }
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
        delegate?.securityChanged(connection, to: security, isBonded: isBonded)
        end(
            connection, .completed(procedure.method, bonded: procedure.bond != nil), at: now)
    }

    /// Refuses or gives up, and says so to the central.
    func fail(_ connection: ConnectionID, _ reason: PairingFailure, at now: Instant) {
        send(PairingPDU(.pairingFailed, [reason.rawValue]), to: connection)
        end(connection, .failed(reason), at: now)
    }

    func end(_ connection: ConnectionID, _ outcome: PairingOutcome, at now: Instant) {
        guard let index = index(of: connection) else { return }
        connections[index].procedure = nil
        connections[index].deadline = nil
        let reason: PairingFailure? =
            switch outcome {
            case .failed(let reason): reason
            case .failedByCentral(let code): PairingFailure(rawValue: code)
            default: nil
            }
        if reason?.isSuspicious == true {
            attempts.failed(
                connections[index].identity, first: options.delayAfterFailure, at: now)
        }
        trace(connection, "ends: \(outcome)")
        delegate?.pairingEnded(connection, outcome)
    }
}
