import Bluetooth
import LibCrypto
import Peripheral
import Simulation

@testable import Pairing

/// A central's and a board's Security Manager on one link, which takes what they send across in
/// order and encrypts when it is told to.
final class TwoSides {
    /// One of them, and all that it is told.
    final class Side: SecurityManagerDelegate {
        let manager: SecurityManager
        let store: BondMemory
        let connection: ConnectionID
        /// What somebody at this side does when asked.
        var reaction: (PairingQuestion) -> PairingAnswer? = { _ in nil }
        var now = Instant.zero
        var outbox: [[UInt8]] = []
        /// The key that the link is to be encrypted with.
        var key: (bytes: [UInt8], diversifier: UInt16, random: UInt64)?
        var questions: [PairingQuestion] = []
        var outcomes: [PairingOutcome] = []
        var changes: [Security] = []
        var refused: [UInt8] = []
        var wakes: [Instant] = []

        init(
            _ options: SecurityOptions, _ role: PairingRole, store: BondMemory,
            hasCryptography: Bool = true, seed: UInt64 = 1
        ) {
            self.store = store
            connection = ConnectionID(role == .initiator ? 5 : 6)
            let name = role == .initiator ? "central" : "board"
            manager = SecurityManager(
                options, role: role,
                address: role == .initiator ? TestLink.centralAddress : TestLink.boardAddress,
                random: RandomStream(seed: seed, purpose: "\(name)/pairing"),
                cryptography: hasCryptography ? OpenSSL() : nil, bonds: store)
            manager.delegate = { [weak self] in self }
        }

        var security: Security { manager.security(of: connection) }
        var isBonded: Bool { manager.isBonded(connection) }

        func receive(_ bytes: [UInt8]) { manager.receive(bytes.span, from: connection, at: now) }

        func send(security pdu: [UInt8], to connection: ConnectionID) { outbox.append(pdu) }
        func securityChanged(_ id: ConnectionID, to security: Security, isBonded: Bool) {
            changes.append(security)
        }
        func wake(at time: Instant) { wakes.append(time) }
        func encrypt(_ id: ConnectionID, key: [UInt8], diversifier: UInt16, random: UInt64) {
            self.key = (key, diversifier, random)
        }
        func keyRefused(_ id: ConnectionID, status: UInt8) { refused.append(status) }
        func ask(_ question: PairingQuestion, for connection: ConnectionID) {
            questions.append(question)
            if let answer = reaction(question) { manager.answer(answer, for: connection, at: now) }
        }
        func pairingEnded(_ id: ConnectionID, _ outcome: PairingOutcome) {
            outcomes.append(outcome)
        }
    }

    var central: Side
    var board: Side
    /// The codes that went across, the central's positive and the board's negative.
    var codes: [Int] = []
    /// Changes a PDU on its way; its number counts from 0 at each side.
    var spoil: (_ from: PairingRole, _ number: Int, _ pdu: inout [UInt8]) -> Void = { _, _, _ in }
    /// What somebody does when nothing goes across any more.
    var onQuiet: () -> Void = {}
    /// The board refuses every key, with this status.
    var denial: UInt8?
    private var counts = (central: 0, board: 0)
    private(set) var isEncrypted = false

    init(
        central: SecurityOptions = TwoSides.patient, board: SecurityOptions = TwoSides.patient,
        centralStore: BondMemory = BondMemory(), boardStore: BondMemory = BondMemory(),
        hasCryptography: Bool = true, seed: UInt64 = 1
    ) {
        self.central = Side(
            central, .initiator, store: centralStore, hasCryptography: hasCryptography, seed: seed)
        self.board = Side(board, .responder, store: boardStore, seed: seed)
        connect()
    }

    /// The usual options, but nobody has to wait after a failure.
    static var patient: SecurityOptions {
        var options = SecurityOptions()
        options.delayAfterFailure = .zero
        return options
    }

    func connect() {
        (isEncrypted, counts, codes) = (false, (0, 0), [])
        for side in [central, board] {
            (side.outbox, side.key, side.questions) = ([], nil, [])
            (side.outcomes, side.changes, side.refused) = ([], [], [])
        }
        board.manager.opened(board.connection, peer: TestLink.centralAddress, at: board.now)
        central.manager.opened(central.connection, peer: TestLink.boardAddress, at: central.now)
    }

    func pair(requiresMITM: Bool = false) {
        central.manager.pair(central.connection, requiresMITM: requiresMITM, at: central.now)
        run()
    }

    func advance(to time: Instant) {
        (central.now, board.now) = (time, time)
        central.manager.timer(at: time)
        board.manager.timer(at: time)
        run()
    }

    /// Takes across what there is, until both are quiet.
    func run() {
        while true {
            if !central.outbox.isEmpty {
                let pdu = central.outbox.removeFirst()
                counts.central += 1
                carry(pdu, .initiator, counts.central - 1, to: board)
            } else if !board.outbox.isEmpty {
                let pdu = board.outbox.removeFirst()
                counts.board += 1
                carry(pdu, .responder, counts.board - 1, to: central)
            } else if let key = central.key {
                central.key = nil
                encrypt(key.bytes, key.diversifier, key.random)
            } else {
                onQuiet()
                if central.outbox.isEmpty, board.outbox.isEmpty, central.key == nil { return }
            }
        }
    }

    private func carry(_ pdu: [UInt8], _ from: PairingRole, _ number: Int, to side: Side) {
        var pdu = pdu
        spoil(from, number, &pdu)
        guard let code = pdu.first else { return }
        codes.append(from == .initiator ? Int(code) : -Int(code))
        side.receive(pdu)
    }

    /// As a link does it: the side that is asked has the same key, another one, or none.
    private func encrypt(_ key: [UInt8], _ diversifier: UInt16, _ random: UInt64) {
        let other = board.manager.longTermKey(
            for: board.connection, diversifier: diversifier, random: random)
        guard denial == nil, other == key else {
            let status = denial ?? (other == nil ? 0x06 : 0x3D)
            return central.manager.encryptionFailed(
                central.connection, status: status, at: central.now)
        }
        isEncrypted = true
        board.manager.encryptionChanged(board.connection, isEncrypted: true, at: board.now)
        central.manager.encryptionChanged(central.connection, isEncrypted: true, at: central.now)
    }
}

extension TwoSides {
    /// Lets somebody at each side answer truthfully: a passkey is read on the other side's display,
    /// or is 271828 if none shows one; numbers are compared.
    func attend(typo: UInt32 = 0) {
        central.reaction = { if case .compare = $0 { .yes } else { nil } }
        board.reaction = central.reaction
        // A passkey is typed when nothing else goes on: by then it is shown.
        onQuiet = { [unowned self] in
            let shown = (central.questions + board.questions).compactMap {
                if case .show(let passkey) = $0 { passkey ^ typo } else { nil }
            }
            for side in [central, board] where side.questions.contains(.enterPasskey) {
                side.questions.removeAll { $0 == .enterPasskey }
                let typed = shown.last ?? 271_828
                side.manager.answer(.passkey(typed), for: side.connection, at: side.now)
            }
        }
    }
}
