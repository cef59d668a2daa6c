import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import Pairing

/// Our initiator against our responder: pairings that come about, and the links after them.
@Suite struct BothSidesTests {
    static func options(
        _ capability: IOCapability, secure: Bool = true, bonding: Bool = true
    ) -> SecurityOptions {
        var options = TwoSides.patient
        options.capability = capability
        options.secureConnections = secure ? .supported : .off
        options.isBonding = bonding
        options.keys = [.encryption, .identity, .signing]
        options.numbersAgree = nil
        return options
    }

    @Test(arguments: IOCapability.allCases, IOCapability.allCases)
    func `every pair of capabilities pairs, and the next link is encrypted at once`(
        _ central: IOCapability, _ board: IOCapability
    ) throws {
        for isSecure in [false, true] {
            for bonding in [false, true] {
                let sides = TwoSides(
                    central: Self.options(central, secure: isSecure, bonding: bonding),
                    board: Self.options(board, secure: isSecure))
                sides.attend()
                sides.pair()
                let wantsMITM = central != .noInputNoOutput || board != .noInputNoOutput
                let method = PairingMethod(
                    initiator: central, responder: board, wantsMITM: wantsMITM,
                    isSecureConnections: isSecure)
                try check(sides, method, isSecure: isSecure, bonding: bonding)
            }
        }
    }

    private func check(
        _ sides: TwoSides, _ method: PairingMethod, isSecure: Bool, bonding: Bool
    ) throws {
        let security: Security = method.isAuthenticated ? .authenticated : .encrypted
        for side in [sides.central, sides.board] {
            #expect(side.outcomes == [.completed(method, bonded: bonding)])
            #expect(side.security == security)
            #expect(side.isBonded == bonding)
            #expect(!side.manager.isPairing(side.connection))
        }
        let asked = sides.central.questions + sides.board.questions
        if method == .justWorks { #expect(asked == []) }
        if method == .numericComparison { #expect(asked.count == 2 && asked[0] == asked[1]) }
        guard bonding else {
            #expect(sides.central.store.bonds + sides.board.store.bonds == [])
            return
        }
        let ours = try #require(sides.central.store.bonds.first)
        let theirs = try #require(sides.board.store.bonds.first)
        #expect(ours.identity == TestLink.boardAddress)
        #expect(theirs.identity == TestLink.centralAddress)
        #expect(ours.identityResolvingKey == sides.board.manager.identityResolvingKey)
        #expect(theirs.identityResolvingKey == sides.central.manager.identityResolvingKey)
        #expect(ours.longTermKey == theirs.longTermKey)
        #expect(ours.diversifier == theirs.diversifier && ours.random == theirs.random)
        #expect((ours.random == 0) == isSecure)
        #expect(ours.isAuthenticated == method.isAuthenticated)
        #expect(ours.isSecureConnections == isSecure && ours.keySize == 16)

        sides.connect()
        sides.run()
        for side in [sides.central, sides.board] {
            #expect(side.security == security && side.isBonded)
            #expect(side.changes == [security])
        }
        #expect(sides.codes == [])
    }

    /// Core Vol 3, Part H, 2.3.5.6 and 2.4.3: who says what, in which order.
    @Test func `PDUs go in the order that is prescribed`() {
        var options = Self.options(.noInputNoOutput, secure: false)
        let legacy = TwoSides(central: options, board: options)
        legacy.pair()
        #expect(
            legacy.codes == [
                1, -2, 3, -3, 4, -4, -6, -7, -8, -9, -10, 6, 7, 8, 9, 10,
            ])
        options.secureConnections = .supported
        let works = TwoSides(central: options, board: options)
        works.pair()
        #expect(
            works.codes == [1, -2, 12, -12, -3, 4, -4, 13, -13, -8, -9, -10, 8, 9, 10])
        let passkey = TwoSides(
            central: Self.options(.keyboardOnly), board: Self.options(.displayOnly))
        passkey.attend()
        passkey.pair()
        let rounds = Array(repeating: [3, -3, 4, -4], count: 20).flatMap { $0 }
        #expect(
            passkey.codes == [1, -2, 12, -12] + rounds + [13, -13, -8, -9, -10, 8, 9, 10])
    }

    @Test(arguments: [false, true], [7, 12, 16] as [UInt8])
    func `a key is as long as the shorter of the two sides' longest`(
        _ isSecure: Bool, _ size: UInt8
    ) throws {
        for isCentral in [false, true] {
            var short = Self.options(.noInputNoOutput, secure: isSecure)
            short.keySizes = 7...size
            let usual = Self.options(.noInputNoOutput, secure: isSecure)
            let sides = TwoSides(
                central: isCentral ? short : usual, board: isCentral ? usual : short)
            sides.pair()
            let bond = try #require(sides.central.store.bonds.first)
            #expect(bond.keySize == size)
            #expect(bond.longTermKey.prefix(16 - Int(size)).allSatisfy { $0 == 0 })
            #expect(sides.board.store.bonds.map(\.longTermKey) == [bond.longTermKey])
            sides.connect()
            sides.run()
            #expect(sides.isEncrypted)
        }
    }

    @Test func `a side that keeps no keys of the other gets none`() {
        for bonding in [false, true] {
            let sides = TwoSides(
                central: Self.options(.noInputNoOutput, bonding: !bonding),
                board: Self.options(.noInputNoOutput, bonding: bonding))
            sides.pair()
            #expect(sides.codes == [1, -2, 12, -12, -3, 4, -4, 13, -13])
            #expect(sides.central.outcomes == [.completed(.justWorks, bonded: false)])
            #expect(!sides.central.isBonded && !sides.board.isBonded)
            #expect(!sides.central.manager.encrypt(sides.central.connection))
        }
    }

    @Test(arguments: [false, true])
    func `Just Works may wait for somebody who allows it`(_ isSecure: Bool) {
        for answer in [PairingAnswer.yes, .no, .passkey(1)] {
            var options = Self.options(.noInputNoOutput, secure: isSecure)
            options.asksBeforeJustWorks = true
            let sides = TwoSides(
                central: options, board: Self.options(.noInputNoOutput, secure: isSecure))
            sides.pair()
            #expect(sides.central.questions == [.authorize])
            #expect(sides.central.outcomes == [] && !sides.isEncrypted)
            sides.central.manager.answer(answer, for: sides.central.connection, at: .zero)
            sides.run()
            switch answer {
            case .yes:
                #expect(sides.central.outcomes == [.completed(.justWorks, bonded: true)])
            case .no:
                let reason: PairingFailure =
                    isSecure ? .numericComparisonFailed : .passkeyEntryFailed
                #expect(sides.central.outcomes == [.failed(reason)])
                #expect(sides.board.outcomes == [.failedByPeer(reason.rawValue)])
            case .passkey: #expect(sides.central.outcomes == [])
            }
        }
    }

    @Test func `a passkey may be typed early or late`() {
        for isSecure in [false, true] {
            let sides = TwoSides(
                central: Self.options(.keyboardOnly, secure: isSecure),
                board: Self.options(.displayOnly, secure: isSecure))
            sides.pair()
            #expect(sides.central.questions == [.enterPasskey])
            #expect(sides.codes == (isSecure ? [1, -2, 12, -12] : [1, -2]))
            guard case .show(let passkey)? = sides.board.questions.first else {
                Issue.record("the board shows nothing")
                continue
            }
            sides.central.manager.answer(
                .passkey(passkey), for: sides.central.connection, at: .zero)
            sides.run()
            #expect(sides.central.outcomes == [.completed(.passkeyShown, bonded: true)])
        }
    }

    @Test func `a second pairing makes new keys`() throws {
        let sides = TwoSides()
        sides.pair()
        let first = try #require(sides.central.store.bonds.first)
        sides.pair()
        #expect(sides.central.store.bonds.count == 1)
        #expect(sides.central.store.bonds != [first])
        #expect(
            sides.central.store.bonds.map(\.longTermKey)
                == sides.board.store.bonds.map(\.longTermKey))
        #expect(sides.central.outcomes.count == 2)
    }
}
