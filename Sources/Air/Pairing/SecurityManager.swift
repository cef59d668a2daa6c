package import Bluetooth
package import Peripheral
package import Simulation

/// The Security Manager of a board or of a central (Core Vol 3, Part H): PDUs in, PDUs out,
/// independent of any link.
///
/// A link opens a connection, passes on every PDU of the Security Manager's channel, gets the key
/// when its controller needs one, starts encryption on request, and reports when encryption begins.
/// Time is virtual and an argument of each call. Nothing that the other side sends can trap it.
package final class SecurityManager {
    /// How it pairs; changes apply from the next Pairing Request on.
    package var options: SecurityOptions
    /// What sends its PDUs and owns it; nil once that is gone.
    package var delegate: () -> (any SecurityManagerDelegate)? = { nil }
    /// A board responds, a central initiates.
    package let role: PairingRole
    /// The address that others know it by.
    package let address: Address
    /// Resolves its private addresses; 16 bytes, most significant first.
    package let identityResolvingKey: [UInt8]

    /// A pairing times out after this time without a PDU (3.4).
    package static let timeout = Nanoseconds.seconds(30 as Int64)

    let bonds: any BondStore
    let tools: Toolbox?
    var random: RandomStream
    var connections: [SecurityConnection] = []
    var attempts = RepeatedAttempts()
    /// The earliest time at which the delegate was asked to call back.
    private var nextWake: Instant?

    /// - Parameters:
    ///   - random: one stream a device; pairings draw their keys from it.
    ///   - cryptography: without it pairing is not supported.
    package init(
        _ options: SecurityOptions, role: PairingRole = .responder, address: Address,
        random: RandomStream, cryptography: (any Cryptography)?, bonds: any BondStore
    ) {
        self.options = options
        self.role = role
        self.address = address
        self.bonds = bonds
        self.random = random
        tools = cryptography.map { Toolbox(cryptography: $0) }
        identityResolvingKey = self.random.bytes(16)
    }

    // MARK: The link

    /// Begins a connection. A board that requires pairing requests it at once; a central encrypts
    /// at once with an existing key, and pairs if it requires that and has none.
    package func opened(_ connection: ConnectionID, peer: Address, at now: Instant) {
        closed(connection)
        let bond = bond(of: peer)
        connections.append(
            SecurityConnection(
                id: connection, peer: peer, identity: bond?.identity ?? peer,
                isBonded: bond != nil))
        switch role {
        case .responder: if options.pairing == .required { requestSecurity(connection) }
        case .initiator:
            if encrypt(connection) || options.pairing != .required { return }
            pair(connection, at: now)
        }
    }

    /// Forgets a connection and its pairing.
    package func closed(_ connection: ConnectionID) {
        guard let index = index(of: connection) else { return }
        let isPairing = connections.remove(at: index).isPairing
        if isPairing { delegate()?.pairingEnded(connection, .linkLost) }
    }

    /// Asks the central to pair, or to encrypt with existing keys (2.4.6).
    package func requestSecurity(_ connection: ConnectionID) {
        guard role == .responder, let index = index(of: connection), tools != nil,
            !connections[index].isMute, !connections[index].isPairing,
            connections[index].security == .open
        else { return }
        send(PairingPDU(.securityRequest, [options.requirements.rawValue]), to: connection)
    }

    /// Whether keys of the other side are kept.
    package func isBonded(_ connection: ConnectionID) -> Bool {
        index(of: connection).map { connections[$0].isBonded } ?? false
    }

    /// The protection of the link.
    package func security(of connection: ConnectionID) -> Security {
        index(of: connection).map { connections[$0].security } ?? .open
    }

    /// Whether a pairing is under way.
    package func isPairing(_ connection: ConnectionID) -> Bool {
        index(of: connection).map { connections[$0].isPairing } ?? false
    }

    /// Answers a PDU of the other side.
    package func receive(_ bytes: Span<UInt8>, from connection: ConnectionID, at now: Instant) {
        guard let index = index(of: connection) else { return }
        let isPairing = connections[index].isPairing
        guard !connections[index].isMute else {
            trace(connection, "ignored: an earlier pairing on this link timed out")
            return
        }
        let pdu: PairingPDU
        do throws(PairingPDUError) {
            pdu = try PairingPDU(bytes)
        } catch {
            trace(connection, "malformed: \(error)")
            switch error {
            case .empty, .reservedCode, .invalidLength(.pairingFailed, _): break
            case .invalidLength(let code, _) where isPairing || code == beginning:
                fail(connection, .invalidParameters, at: now)
            case .invalidLength: break
            }
            return
        }
        switch (role, pdu.code) {
        case (_, .pairingFailed):
            if isPairing { end(connection, .failedByPeer(pdu.body[0]), at: now) }
        case (.responder, .pairingRequest) where !isPairing:
            begin(connection, pdu, at: now)
        case (.initiator, .securityRequest):
            takeSecurityRequest(connection, pdu, at: now)
        case (.initiator, .pairingResponse) where connections[index].request != nil:
            takeResponse(connection, pdu, at: now)
        case (.responder, .securityRequest) where !isPairing,
            (.initiator, .pairingRequest) where !isPairing:
            // That PDU is for the other side.
            fail(connection, .commandNotSupported, at: now)
        default:
            guard isPairing else {
                trace(connection, "ignored: \(pdu.code) without a pairing")
                return
            }
            guard connections[index].request == nil else {
                return fail(connection, .unspecifiedReason, at: now)
            }
            step(connection, at: now) { (procedure) throws(PairingFailure) in
                try procedure.receive(pdu)
            }
        }
    }

    /// The PDU with which the other side begins.
    private var beginning: PairingCode {
        role == .responder ? .pairingRequest : .securityRequest
    }

    /// Passes on the user's answer; ignored if there is no question.
    package func answer(_ answer: PairingAnswer, for connection: ConnectionID, at now: Instant) {
        step(connection, at: now) { (procedure) throws(PairingFailure) in
            try procedure.receive(answer)
        }
    }

    /// Ends pairings that have timed out.
    package func timer(at now: Instant) {
        if let nextWake, nextWake <= now { self.nextWake = nil }
        for connection in connections where connection.deadline.map({ $0 <= now }) ?? false {
            if let index = index(of: connection.id) { connections[index].isMute = true }
            end(connection.id, .timedOut, at: now)
        }
        if let earliest = connections.compactMap({ $0.deadline }).min() { wake(at: earliest) }
    }

    // MARK: Surroundings

    func index(of connection: ConnectionID) -> Int? {
        for index in connections.indices where connections[index].id == connection { return index }
        return nil
    }

    func send(_ pdu: PairingPDU, to connection: ConnectionID) {
        delegate()?.send(security: pdu.bytes, to: connection)
    }

    func wake(at time: Instant) {
        if let nextWake, nextWake <= time { return }
        nextWake = time
        delegate()?.wake(at: time)
    }

    func trace(_ connection: ConnectionID, _ text: @autoclosure () -> String) {
        delegate()?.trace(security: "pairing \(text())", of: connection)
    }
}
