public import Bluetooth
public import Peripheral
public import Simulation

/// A board's Security Manager in the peripheral role (Core Vol 3, Part H): PDUs in, PDUs out, and
/// nothing known of any link.
///
/// A link opens a connection, hands over every PDU of the Security Manager's channel, asks for the
/// key when its controller wants one, and tells when encryption begins. Time is virtual and comes
/// with each call. Nothing that a central sends can trap it.
public final class SecurityManager {
    /// How the board pairs; what changes counts from the next Pairing Request on.
    public var options: SecurityOptions
    /// Who sends its PDUs.
    public weak var delegate: (any SecurityManagerDelegate)?
    /// Under which the board is known to the centrals.
    public let address: Address
    /// Resolves the board's private addresses; 16 bytes, most significant first.
    public let identityResolvingKey: [UInt8]

    /// Without a PDU for so long, a pairing is given up (3.4).
    public static let timeout = Nanoseconds.seconds(30 as Int64)

    let bonds: any BondStore
    let tools: Toolbox?
    var random: RandomStream
    var connections: [SecurityConnection] = []
    var attempts = RepeatedAttempts()
    /// The earliest time that the delegate was asked to wake at.
    private var nextWake: Instant?

    /// - Parameters:
    ///   - random: one stream a board; pairings draw their keys from it.
    ///   - cryptography: without it pairing is not supported.
    public init(
        _ options: SecurityOptions, address: Address, random: RandomStream,
        cryptography: (any Cryptography)?, bonds: any BondStore
    ) {
        self.options = options
        self.address = address
        self.bonds = bonds
        self.random = random
        tools = cryptography.map { Toolbox(cryptography: $0) }
        identityResolvingKey = self.random.bytes(16)
    }

    // MARK: The link

    /// Begins a connection with a central; a board that requires pairing asks for it at once.
    public func opened(_ connection: ConnectionID, peer: Address) {
        closed(connection)
        let bond = bond(of: peer)
        connections.append(
            SecurityConnection(
                id: connection, peer: peer, identity: bond?.identity ?? peer,
                isBonded: bond != nil))
        if options.pairing == .required { requestSecurity(connection) }
    }

    /// Forgets a connection, and the pairing that was going on.
    public func closed(_ connection: ConnectionID) {
        guard let index = index(of: connection) else { return }
        let isPairing = connections.remove(at: index).procedure != nil
        if isPairing { delegate?.pairingEnded(connection, .linkLost) }
    }

    /// Asks the central to pair, or to encrypt with the keys that it has (2.4.6).
    public func requestSecurity(_ connection: ConnectionID) {
        guard let index = index(of: connection), tools != nil, !connections[index].isMute,
            connections[index].procedure == nil, connections[index].security == .open
        else { return }
        send(PairingPDU(.securityRequest, [options.requirements.rawValue]), to: connection)
    }

    /// Whether keys of the central are kept.
    public func isBonded(_ connection: ConnectionID) -> Bool {
        index(of: connection).map { connections[$0].isBonded } ?? false
    }

    /// How well the link is protected.
    public func security(of connection: ConnectionID) -> Security {
        index(of: connection).map { connections[$0].security } ?? .open
    }

    /// Whether a pairing is going on.
    public func isPairing(_ connection: ConnectionID) -> Bool {
        index(of: connection).map { connections[$0].procedure != nil } ?? false
    }

    /// Answers a PDU of a central.
    public func receive(_ bytes: Span<UInt8>, from connection: ConnectionID, at now: Instant) {
        guard let index = index(of: connection) else { return }
        let isPairing = connections[index].procedure != nil
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
            case .invalidLength(let code, _) where isPairing || code == .pairingRequest:
                fail(connection, .invalidParameters, at: now)
            case .invalidLength: break
            }
            return
        }
        switch pdu.code {
        case .pairingFailed:
            if isPairing { end(connection, .failedByCentral(pdu.body[0]), at: now) }
        case .pairingRequest where !isPairing:
            begin(connection, pdu, at: now)
        case .securityRequest where !isPairing:
            // That is the peripheral's to send.
            fail(connection, .commandNotSupported, at: now)
        default:
            guard isPairing else {
                trace(connection, "ignored: \(pdu.code) without a pairing")
                return
            }
            step(connection, at: now) { (procedure) throws(PairingFailure) in
                try procedure.receive(pdu)
            }
        }
    }

    /// Tells what somebody did at the board; ignored where nothing was asked.
    public func answer(_ answer: PairingAnswer, for connection: ConnectionID, at now: Instant) {
        step(connection, at: now) { (procedure) throws(PairingFailure) in
            try procedure.receive(answer)
        }
    }

    /// Gives up pairings for which nothing came for too long.
    public func timer(at now: Instant) {
        if let nextWake, nextWake <= now { self.nextWake = nil }
        for connection in connections where connection.deadline.map({ $0 <= now }) ?? false {
            if let index = index(of: connection.id) { connections[index].isMute = true }
            end(connection.id, .timedOut, at: now)
        }
        if let earliest = connections.compactMap(\.deadline).min() { wake(at: earliest) }
    }

    // MARK: Surroundings

    func index(of connection: ConnectionID) -> Int? {
        for index in connections.indices where connections[index].id == connection { return index }
        return nil
    }

    func send(_ pdu: PairingPDU, to connection: ConnectionID) {
        delegate?.send(security: pdu.bytes, to: connection)
    }

    func wake(at time: Instant) {
        if let nextWake, nextWake <= time { return }
        nextWake = time
        delegate?.wake(at: time)
    }

    func trace(_ connection: ConnectionID, _ text: @autoclosure () -> String) {
        delegate?.trace(security: "pairing \(text())", of: connection)
    }
}
