import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import Pairing

/// What a central does when a board wishes for protection (Core Vol 3, Part H, 2.4.6), and by itself.
@Suite struct SecurityRequestTests {
    private static let options = BothSidesTests.options
    private static let plain: UInt8 = 0x09
    private static let mitm: UInt8 = 0x0D

    /// Two sides that have paired and are connected anew; the central has not encrypted.
    private func bonded(
        _ central: IOCapability = .noInputNoOutput, _ board: IOCapability = .noInputNoOutput
    ) -> TwoSides {
        let sides = TwoSides(
            central: Self.options(central, true, true), board: Self.options(board, true, true))
        sides.attend()
        sides.pair()
        sides.connect()
        sides.central.key = nil
        sides.central.manager.encryptionFailed(
            sides.central.connection, status: 0x1F, at: .zero)
        sides.central.refused = []
        return sides
    }

    private func wish(_ requirements: UInt8, _ sides: TwoSides) {
        sides.central.receive([0x0B, requirements])
        sides.run()
    }

    @Test func `a key that is kept is used, and used anew`() {
        let sides = bonded()
        #expect(!sides.isEncrypted)
        wish(Self.plain, sides)
        #expect(sides.isEncrypted && sides.central.changes == [.encrypted])
        #expect(sides.codes == [])
        sides.central.receive([0x0B, Self.plain])
        #expect(sides.central.key != nil)
        sides.run()
        #expect(sides.central.changes == [.encrypted])
    }

    @Test func `a key that is not good enough is replaced, if the central can do better`() {
        let poor = bonded()
        wish(Self.mitm, poor)
        #expect(poor.isEncrypted && poor.codes == [])

        let able = TwoSides(
            central: Self.options(.keyboardOnly, true, true),
            board: Self.options(.displayOnly, true, true),
            centralStore: poor.central.store, boardStore: poor.board.store)
        able.attend()
        able.run()
        #expect(able.central.security == .encrypted)
        wish(Self.plain, able)
        #expect(able.codes == [])
        wish(Self.mitm, able)
        #expect(able.codes.first == 1)
        #expect(able.central.outcomes == [.completed(.passkeyShown, bonded: true)])
        #expect(able.central.security == .authenticated)
        // It is good enough now.
        wish(Self.mitm, able)
        #expect(able.central.outcomes.count == 1)
    }

    @Test func `without a key the central pairs, or refuses`() {
        for policy in SecurityOptions.Policy.allCases {
            var options = Self.options(.noInputNoOutput, true, true)
            options.pairing = policy
            let sides = TwoSides(central: options)
            wish(Self.plain, sides)
            #expect(sides.isEncrypted == (policy != .refused))
            if policy == .refused {
                #expect(sides.codes == [5])
                #expect(sides.central.outcomes == [.failed(.pairingNotSupported)])
                // What it wants itself is not refused.
                sides.pair()
                #expect(sides.isEncrypted)
                // And a key that is kept is no pairing.
                sides.central.key = nil
                sides.central.receive([0x0B, Self.plain])
                #expect(sides.central.key != nil)
            }
        }
    }

    @Test func `a link that is protected without a key that is kept stays as it is`() {
        let sides = TwoSides(
            central: Self.options(.noInputNoOutput, true, false))
        sides.pair()
        let count = sides.codes.count
        wish(Self.plain, sides)
        #expect(sides.codes.count == count && sides.central.key == nil)
        #expect(sides.central.outcomes.count == 1)
    }

    @Test func `protection that is under way is not begun again`() {
        let sides = bonded()
        sides.central.receive([0x0B, Self.plain])
        #expect(sides.central.key != nil)
        sides.central.key = nil
        sides.central.receive([0x0B, Self.mitm])
        #expect(sides.central.key == nil && sides.central.outbox == [])

        let pairing = TwoSides()
        pairing.spoil = { [unowned pairing] from, _, _ in
            if from == .responder { pairing.central.receive([0x0B, Self.mitm]) }
        }
        pairing.pair()
        #expect(pairing.central.outcomes == [.completed(.justWorks, bonded: true)])
    }

    @Test func `a legacy key is of no use to a central that wants Secure Connections only`() {
        let legacy = Self.options(.noInputNoOutput, false, true)
        let first = TwoSides(central: legacy)
        first.pair()
        var only = Self.options(.noInputNoOutput, true, true)
        only.secureConnections = .only
        let sides = TwoSides(
            central: only, centralStore: first.central.store, boardStore: first.board.store)
        sides.run()
        #expect(!sides.isEncrypted)
        wish(Self.plain, sides)
        #expect(sides.central.store.bonds.map(\.isSecureConnections) == [true])
    }

    @Test func `without cryptography nothing is begun, and a wish is refused`() {
        let sides = TwoSides(hasCryptography: false)
        sides.pair()
        #expect(sides.codes == [] && sides.central.outcomes == [.failed(.pairingNotSupported)])
        wish(Self.plain, sides)
        #expect(sides.codes == [5])
        #expect(sides.central.outcomes.count == 2)
    }

    @Test func `a pairing request is not for a central, and a wish not for a board`() {
        let sides = TwoSides()
        sides.central.receive(TimingTests.request)
        sides.board.receive([0x0B, Self.plain])
        sides.run()
        #expect(sides.central.outcomes == [.failed(.commandNotSupported)])
        #expect(sides.board.outcomes == [.failed(.commandNotSupported)])
        for pdu in [[0x0B], [0x0B, 1, 2]] as [[UInt8]] {
            sides.central.receive(pdu)
            #expect(sides.central.outbox == [[0x05, 0x0A]])
            sides.central.outbox = []
        }
        // Nothing was asked for.
        for pdu in [[0x02, 3, 0, 1, 16, 0, 0], [0x05, 8], [0x0E, 0]] as [[UInt8]] {
            sides.central.receive(pdu)
        }
        #expect(sides.central.outbox == [])
    }

    // Core Vol 3, Part H, 3.4.
    @Test func `a central waits for 30 s, and then the link pairs no more`() {
        let sides = TwoSides()
        sides.spoil = { from, _, pdu in if from == .responder { pdu = [] } }
        sides.pair()
        #expect(sides.central.wakes == [Instant.zero + .seconds(30 as Int64)])
        sides.advance(to: Instant.zero + .seconds(30 as Int64) - Nanoseconds(1))
        #expect(sides.central.outcomes == [])
        sides.advance(to: Instant.zero + .seconds(30 as Int64))
        #expect(sides.central.outcomes == [.timedOut])
        sides.spoil = { _, _, _ in }
        wish(Self.plain, sides)
        sides.pair()
        #expect(sides.central.outcomes == [.timedOut, .timedOut])
        #expect(sides.codes == [1])
        sides.connect()
        sides.pair()
        #expect(sides.central.outcomes == [.completed(.justWorks, bonded: true)])
    }

    @Test func `each PDU that goes out winds the clock up again`() {
        let sides = TwoSides(
            central: Self.options(.keyboardOnly, true, true),
            board: Self.options(.displayOnly, true, true))
        sides.central.manager.pair(sides.central.connection, at: .zero)
        sides.advance(to: Instant.zero + .seconds(20 as Int64))
        #expect(sides.central.questions == [.enterPasskey])
        sides.advance(to: Instant.zero + .seconds(49 as Int64))
        #expect(sides.central.outcomes == [])
        sides.advance(to: Instant.zero + .seconds(50 as Int64))
        #expect(sides.central.outcomes == [.timedOut])
    }

    // Core Vol 3, Part H, 2.3.6.
    @Test func `after a wrong secret a central waits, each time twice as long`() {
        var options = Self.options(.displayOnly, true, true)
        options.passkey = 1
        options.delayAfterFailure = .seconds(1 as Int64)
        var board = Self.options(.keyboardOnly, true, true)
        board.passkey = 2
        let sides = TwoSides(central: options, board: board)
        var now = Instant.zero
        var wait = Nanoseconds.seconds(1 as Int64)
        for _ in 0..<4 {
            sides.pair()
            now = now + wait - Nanoseconds(1)
            sides.advance(to: now)
            let count = sides.codes.count
            sides.pair()
            #expect(sides.central.outcomes.last == .failed(.repeatedAttempts))
            #expect(sides.codes.count == count)
            now = now + Nanoseconds(1)
            sides.advance(to: now)
            wait = wait * 2
        }
        #expect(
            sides.central.outcomes.filter {
                $0 == .failedByPeer(PairingFailure.confirmValueFailed.rawValue)
            }.count == 4)
        sides.central.manager.options.passkey = 2
        sides.pair()
        #expect(sides.central.outcomes.last == .completed(.passkeyEntered, bonded: true))
    }
}
