import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import Pairing

/// Whatever a board sends, in whatever state: the central answers by the book and can pair again.
@Suite struct InitiatorFuzzTests {
    /// What a central may send at all.
    static let centralCodes: Set<PairingCode> = [
        .pairingRequest, .pairingConfirm, .pairingRandom, .pairingFailed,
        .encryptionInformation, .centralIdentification, .identityInformation,
        .identityAddressInformation, .signingInformation, .pairingPublicKey, .pairingDHKeyCheck,
    ]

    private static func check(_ side: TwoSides.Side, _ place: String) {
        for bytes in side.outbox {
            guard let pdu = try? PairingPDU(bytes.span), centralCodes.contains(pdu.code) else {
                Issue.record("\(place): sent \(bytes)")
                continue
            }
            if pdu.code == .pairingFailed, PairingFailure(rawValue: pdu.body[0]) == nil {
                Issue.record("\(place): failed for no reason, \(bytes)")
            }
        }
        if side.store.bonds.count > max(side.manager.options.maximumBonds, 1) {
            Issue.record("\(place): \(side.store.bonds.count) bonds")
        }
        if let key = side.key, key.bytes.count != 16 { Issue.record("\(place): \(key)") }
        if side.security != .open, side.changes.isEmpty {
            Issue.record("\(place): protected in silence")
        }
    }

    private static func recovers(_ sides: TwoSides, _ place: String) {
        sides.spoil = { _, _, _ in }
        sides.onQuiet = {}
        (sides.central.outbox, sides.board.outbox) = ([], [])
        sides.advance(to: sides.central.now + .seconds(100 as Int64))
        if sides.central.manager.isPairing(sides.central.connection) {
            Issue.record("\(place): pairs for ever")
        }
        for side in [sides.central, sides.board] {
            side.manager.options = TwoSides.patient
            side.reaction = { _ in nil }
            for bond in side.store.bonds { side.store.forget(bond.identity) }
            side.manager.closed(side.connection)
        }
        sides.connect()
        sides.pair()
        if sides.central.outcomes != [.completed(.justWorks, bonded: true)] {
            Issue.record("\(place): \(sides.central.outcomes) in the end")
        }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `fuzz: random PDUs in random order`(_ seed: UInt64) {
        var random = RandomStream(seed: seed, purpose: "fuzz.central")
        var sides = TwoSides(central: PairingFuzzTests.options(&random), seed: seed)
        for round in 0..<PairingFuzzTests.rounds / 4 {
            let place = "seed \(seed), round \(round)"
            let side = sides.central
            switch random.below(40) {
            case 0:
                Self.recovers(sides, place)
                sides = TwoSides(
                    central: PairingFuzzTests.options(&random), seed: seed &+ UInt64(round))
            case 1:
                side.manager.closed(side.connection)
                (side.changes, side.key) = ([], nil)
                side.manager.opened(
                    side.connection, peer: Address(random.next(), kind: .random), at: side.now)
            case 2:
                side.manager.answer(
                    .passkey(UInt32(random.below(1_100_000))), for: side.connection, at: side.now)
            case 3:
                side.manager.answer(
                    random.below(2) == 0 ? .yes : .no, for: side.connection, at: side.now)
            case 4...6:
                side.manager.pair(
                    side.connection, requiresMITM: random.below(8) == 0, at: side.now)
            case 7, 8:
                side.manager.encryptionChanged(
                    side.connection, isEncrypted: random.below(3) > 0, at: side.now)
            case 9:
                side.now = side.now + Nanoseconds(Int64(random.below(40_000_000_000)))
                side.manager.timer(at: side.now)
            case 10: side.manager.cancelPairing(side.connection, at: side.now)
            case 11:
                side.manager.encryptionFailed(
                    side.connection, status: UInt8(random.below(256)), at: side.now)
            case 12: side.manager.encrypt(side.connection)
            case 13:
                side.manager.protect(
                    side.connection, to: random.below(2) == 0 ? .encrypted : .authenticated,
                    at: side.now)
            default: side.receive(PairingFuzzTests.pdu(&random, beginning: .pairingResponse))
            }
            Self.check(sides.central, place)
            (side.outbox, side.wakes, side.questions, side.refused) = ([], [], [], [])
            (side.outcomes, side.changes) = ([], side.changes.suffix(1))
        }
        Self.recovers(sides, "seed \(seed), at the end")
    }

    /// A board that knows what it does, but for a few PDUs: this gets to the last steps.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `fuzz: pairings with a board's PDUs mutated`(_ seed: UInt64) {
        var random = RandomStream(seed: seed, purpose: "fuzz.board")
        var completed = 0
        for round in 0..<max(PairingFuzzTests.rounds / 400, 20) {
            let place = "seed \(seed), pairing \(round)"
            var board = PairingFuzzTests.options(&random)
            board.pairing = .allowed
            let sides = TwoSides(
                central: PairingFuzzTests.options(&random), board: board, seed: random.next())
            sides.attend()
            sides.spoil = { [unowned sides] from, _, pdu in
                guard from == .responder else { return }
                Self.check(sides.central, place)
                if random.below(8) == 0 { PairingFuzzTests.mutate(&pdu, &random) }
            }
            sides.pair()
            if case .completed? = sides.central.outcomes.first { completed += 1 }
            Self.recovers(sides, place)
        }
        #expect(completed > 0)
    }
}
