import Bluetooth
import Peripheral
import Simulation
import Testing
import VirtualRadio

@testable import Central
@testable import Pairing

/// A central pairs with a simulated peripheral over the air.
@Suite struct CentralPairingTests {
    typealias Rig = PairingBench

    /// Options for both sides so that the method comes about, and somebody answers where it is
    /// asked; what is typed into the board is known beforehand.
    static func bench(
        _ central: IOCapability, _ board: IOCapability, secure: Bool = true, bonding: Bool = true,
        minimum: Security = .open
    ) -> (bench: Rig, method: PairingMethod) {
        let wantsMITM = central != .noInputNoOutput || board != .noInputNoOutput
        let method = PairingMethod(
            initiator: central, responder: board, wantsMITM: wantsMITM,
            isSecureConnections: secure)
        var own = Rig.options(central, secure: secure, bonding: bonding)
        var other = Rig.options(board, secure: secure)
        own.numbersAgree = nil
        if method == .passkeyEntered {
            other.passkey = 271_828
            if central != .keyboardOnly { own.passkey = 271_828 }
        }
        return (Rig(central: own, board: other, minimum: minimum), method)
    }

    @Test(arguments: IOCapability.allCases, IOCapability.allCases)
    func `every pair of capabilities pairs over the air`(
        _ central: IOCapability, _ board: IOCapability
    ) throws {
        for (isSecure, bonding) in [(false, false), (false, true), (true, false), (true, true)] {
            let (bench, method) = Self.bench(central, board, secure: isSecure, bonding: bonding)
            let connection = try bench.connect()
            #expect(!connection.isEncrypted && !connection.isBonded)
            #expect(try connection.pairAndWait() == method)
            #expect(connection.isEncrypted && connection.isBonded == bonding)
            #expect(connection.isAuthenticated == method.isAuthenticated)
            #expect(bench.person.outcomes == [.completed(method, bonded: bonding)])
            bench.simulation.run(for: .seconds(1))
            #expect(bench.boardBonds.bonds.count == (bonding ? 1 : 0))
            #expect(bench.bonds.bonds.map(\.identity) == (bonding ? [bench.strap.address] : []))
            try connection.disconnectAndWait()

            let again = try bench.connect()
            #expect(again.isBonded == bonding)
            bench.simulation.run(for: .seconds(1))
            #expect(again.isEncrypted == bonding)
            #expect(again.isAuthenticated == (bonding && method.isAuthenticated))
            #expect(bench.person.outcomes.count == 1)
        }
    }

    @Test func `a value behind encryption is read once the link is protected`() throws {
        for (minimum, board) in [
            (Security.encrypted, IOCapability.noInputNoOutput), (.authenticated, .displayOnly),
        ] {
            let (bench, _) = Self.bench(.keyboardOnly, board, minimum: minimum)
            let connection = try bench.connect()
            try connection.discoverAndWait(["180D"])
            let location = try connection.characteristic("2A38")
            let error = #expect(throws: CentralError.self) {
                try connection.readAndWait(location)
            }
            guard case .attribute(.insufficientAuthentication, _)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(try connection.protectAndWait(to: minimum) >= minimum)
            #expect(try connection.readAndWait(location) == [1])
            // There is nothing to do the next time.
            #expect(try connection.protectAndWait(to: minimum) >= minimum)
            #expect(bench.person.outcomes.count == 1)
            try connection.disconnectAndWait()
            // Keys that are kept will do.
            let again = try bench.connect()
            #expect(try again.protectAndWait(to: minimum) >= minimum)
            try again.discoverAndWait(["180D"])
            #expect(try again.readAndWait(try again.characteristic("2A38")) == [1])
            #expect(bench.person.outcomes.count == 1)
        }
    }

    @Test(arguments: [false, true])
    func `a wrong passkey makes no keys, and the right one does`(_ isSecure: Bool) throws {
        let (bench, _) = Self.bench(.keyboardOnly, .displayOnly, secure: isSecure)
        let connection = try bench.connect()
        bench.person.typo = 4
        // Who checks first finds it: the board.
        let wrong = PairingOutcome.failedByPeer(PairingFailure.confirmValueFailed.rawValue)
        #expect(throws: CentralError.pairing(wrong)) { try connection.pairAndWait() }
        #expect(!connection.isEncrypted && !connection.isPairing)
        bench.person.typo = 0
        #expect(try connection.pairAndWait() == .passkeyShown)
        #expect(bench.bonds.bonds.count == 1)
    }

    @Test func `a wrong passkey typed into the board is found by who checks first`() throws {
        for isSecure in [false, true] {
            var own = Rig.options(.displayOnly, secure: isSecure)
            var other = Rig.options(.keyboardOnly, secure: isSecure)
            (own.passkey, other.passkey) = (1, 2)
            let connection = try Rig(central: own, board: other).connect()
            let wrong = PairingOutcome.failedByPeer(PairingFailure.confirmValueFailed.rawValue)
            #expect(throws: CentralError.pairing(wrong)) { try connection.pairAndWait() }
        }
    }

    @Test func `after a wrong secret the next attempt waits`() throws {
        var own = Rig.options(.displayOnly)
        own.passkey = 1
        own.delayAfterFailure = .seconds(1 as Int64)
        var other = Rig.options(.keyboardOnly)
        other.passkey = 2
        let bench = Rig(central: own, board: other)
        let connection = try bench.connect()
        #expect(throws: CentralError.self) { try connection.pairAndWait() }
        #expect(throws: CentralError.pairing(.failed(.repeatedAttempts))) {
            try connection.pairAndWait()
        }
        bench.central.pairingOptions?.passkey = 2
        bench.simulation.run(for: .seconds(1))
        #expect(try connection.pairAndWait() == .passkeyEntered)
    }

    @Test func `a board that makes centrals wait says so`() throws {
        var own = Rig.options(.keyboardOnly)
        own.passkey = 1
        var other = Rig.options(.displayOnly)
        other.passkey = 2
        other.delayAfterFailure = .seconds(1 as Int64)
        let connection = try Rig(central: own, board: other).connect()
        #expect(throws: CentralError.self) { try connection.pairAndWait() }
        let soon = PairingOutcome.failedByPeer(PairingFailure.repeatedAttempts.rawValue)
        #expect(throws: CentralError.pairing(soon)) { try connection.pairAndWait() }
    }

    @Test func `who finds the numbers unequal ends it`() throws {
        let (bench, _) = Self.bench(.displayYesNo, .displayYesNo)
        bench.person.agrees = false
        let connection = try bench.connect()
        #expect(throws: CentralError.pairing(.failed(.numericComparisonFailed))) {
            try connection.pairAndWait()
        }
        #expect(bench.person.numbers.count == 1)
        #expect(bench.person.questions == bench.person.numbers.map { .compare($0) })
        #expect(!connection.isEncrypted)
    }

    @Test func `refusals of either side have their reasons`() throws {
        let rows:
            [(
                own: (inout SecurityOptions) -> Void, board: (inout SecurityOptions) -> Void,
                PairingOutcome
            )] = [
                (
                    { _ in }, { $0.pairing = .refused },
                    .failedByPeer(PairingFailure.pairingNotSupported.rawValue)
                ),
                ({ $0.requiresMITM = true }, { _ in }, .failed(.authenticationRequirements)),
                (
                    { $0.secureConnections = .only }, { $0.secureConnections = .off },
                    .failed(.authenticationRequirements)
                ),
                ({ $0.keySizes = 16...16 }, { $0.keySizes = 7...8 }, .failed(.encryptionKeySize)),
                (
                    { $0.keySizes = 7...8 }, { $0.keySizes = 16...16 },
                    .failedByPeer(PairingFailure.encryptionKeySize.rawValue)
                ),
            ]
        for (own, board, outcome) in rows {
            var (ownOptions, boardOptions) = (Rig.options(), Rig.options())
            own(&ownOptions)
            board(&boardOptions)
            let bench = Rig(central: ownOptions, board: boardOptions)
            let connection = try bench.connect()
            #expect(throws: CentralError.pairing(outcome)) { try connection.pairAndWait() }
            #expect(bench.person.outcomes == [outcome])
            #expect(bench.bonds.bonds + bench.boardBonds.bonds == [])
            #expect(connection.isOpen)
        }
    }

    @Test func `without an answer for 30 s the link pairs no more`() throws {
        let (bench, _) = Self.bench(.keyboardOnly, .displayOnly)
        let connection = try bench.connect()
        connection.onPairingQuestion = { _ in }
        let start = bench.simulation.now
        #expect(throws: CentralError.pairing(.timedOut)) { try connection.pairAndWait() }
        let waited = (bench.simulation.now - start).count
        #expect(waited >= 30_000_000_000 && waited < 31_000_000_000)
        #expect(throws: CentralError.pairing(.timedOut)) { try connection.pairAndWait() }
        try connection.disconnectAndWait()
        #expect(try bench.connect().pairAndWait() == .passkeyShown)
    }

    @Test func `a pairing can be cancelled, and one begins at a time`() throws {
        let (bench, _) = Self.bench(.keyboardOnly, .displayOnly)
        let connection = try bench.connect()
        var results: [Result<PairingMethod, CentralError>] = []
        connection.pair { results.append($0) }
        connection.pair { results.append($0) }
        #expect(results == [.failure(.alreadyPairing)])
        bench.simulation.run(for: .seconds(1))
        #expect(connection.isPairing)
        connection.cancelPairing()
        connection.cancelPairing()
        #expect(results == [.failure(.alreadyPairing), .failure(.pairing(.cancelled))])
        #expect(bench.person.outcomes == [.cancelled])
        // The late answer of somebody who was asked goes nowhere.
        bench.simulation.run(for: .seconds(5))
        #expect(try connection.pairAndWait() == .passkeyShown)
    }

    @Test func `a link that ends takes its pairing with it`() throws {
        let (bench, _) = Self.bench(.keyboardOnly, .displayOnly)
        let connection = try bench.connect()
        var results: [Result<PairingMethod, CentralError>] = []
        connection.pair { results.append($0) }
        bench.simulation.run(for: .seconds(1))
        bench.strap.link?.vanish(connection.id)
        bench.simulation.run(for: .seconds(10))
        #expect(results == [.failure(.disconnected(.connectionTimeout))])
        #expect(bench.person.outcomes == [.linkLost])
        #expect(throws: CentralError.self) { try connection.pairAndWait() }
    }

    @Test func `a central that is not set up pairs with no peer and asks nothing`() throws {
        var board = Rig.options()
        board.pairing = .required
        let bench = Rig(central: nil, board: board)
        let connection = try bench.connect()
        bench.simulation.run(for: .seconds(2))
        #expect(throws: CentralError.noSecurity) { try connection.pairAndWait() }
        #expect(throws: CentralError.noSecurity) { try connection.encryptAndWait() }
        #expect(throws: CentralError.noSecurity) { try connection.protectAndWait(to: .encrypted) }
        #expect(!connection.isEncrypted && bench.central.bonds == [])
    }

    @Test func `the same seed gives the same keys`() throws {
        var keys: [[UInt8]] = []
        for seed in [1, 1, 2] as [UInt64] {
            let bench = Rig(central: Rig.options(), board: Rig.options(), seed: seed)
            try bench.connect().pairAndWait()
            keys.append(try #require(bench.bonds.bonds.first).longTermKey)
        }
        #expect(keys[0] == keys[1] && keys[0] != keys[2])
    }
}
