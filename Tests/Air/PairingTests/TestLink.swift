import Bluetooth
import LibCrypto
import Peripheral
import Simulation

@testable import Pairing

/// A board's Security Manager with one central on a link that keeps what it is told.
final class TestLink: SecurityManagerDelegate {
    static let boardAddress = Address(0xE8C9_8F52_7B07)
    static let centralAddress = Address(0x0012_3456_789A, kind: .publicDevice)

    let board: SecurityManager
    let store: BondMemory
    let connection = ConnectionID(3)
    var now = Instant.zero
    var sent: [[UInt8]] = []
    var questions: [PairingQuestion] = []
    var outcomes: [PairingOutcome] = []
    var changes: [(security: Security, isBonded: Bool)] = []
    var wakes: [Instant] = []
    /// What somebody at the board does when asked.
    var reaction: (PairingQuestion) -> PairingAnswer? = { _ in nil }

    init(
        _ options: SecurityOptions = SecurityOptions(), seed: UInt64 = 1,
        store: BondMemory = BondMemory(), hasCryptography: Bool = true,
        peer: Address = TestLink.centralAddress
    ) {
        self.store = store
        board = SecurityManager(
            options, address: Self.boardAddress,
            random: RandomStream(seed: seed, purpose: "board/pairing"),
            cryptography: hasCryptography ? OpenSSL() : nil, bonds: store)
        board.delegate = { [weak self] in self }
        board.opened(connection, peer: peer, at: now)
    }

    func reconnect(from peer: Address) {
        board.closed(connection)
        (sent, changes, outcomes) = ([], [], [])
        board.opened(connection, peer: peer, at: now)
    }

    func receive(_ bytes: [UInt8]) { board.receive(bytes.span, from: connection, at: now) }

    /// The central starts encryption with a key; false if the board has another or none.
    func encrypt(_ key: [UInt8], diversifier: UInt16 = 0, random: UInt64 = 0) -> Bool {
        let own = board.longTermKey(for: connection, diversifier: diversifier, random: random)
        guard own == key else { return false }
        board.encryptionChanged(connection, isEncrypted: true, at: now)
        return true
    }

    func send(security pdu: [UInt8], to connection: ConnectionID) { sent.append(pdu) }
    func securityChanged(_ connection: ConnectionID, to security: Security, isBonded: Bool) {
        changes.append((security, isBonded))
    }
    func wake(at time: Instant) { wakes.append(time) }
    func ask(_ question: PairingQuestion, for connection: ConnectionID) {
        questions.append(question)
        if let answer = reaction(question) { board.answer(answer, for: connection, at: now) }
    }
    func pairingEnded(_ connection: ConnectionID, _ outcome: PairingOutcome) {
        outcomes.append(outcome)
    }
}
