import Bluetooth
import LibCrypto
import Pairing
import Peripheral
import Simulation
import Testing
import VirtualRadio

@testable import Central

/// What becomes of keys on the links after the one that made them.
@Suite struct ReconnectionTests {
    typealias Rig = PairingBench

    static func bonded(
        secure: Bool = true, board change: (inout SecurityOptions) -> Void = { _ in }
    )
        throws -> Rig
    {
        var board = Rig.options(secure: secure)
        change(&board)
        let bench = Rig(central: Rig.options(secure: secure), board: board)
        let connection = try bench.connect()
        // A board that asks for it has begun by now, or is about to.
        if !connection.isPairing { _ = try? connection.pairAndWait() }
        bench.simulation.run(for: .seconds(1))
        try connection.disconnectAndWait()
        #expect(bench.bonds.bonds.count == 1 && bench.boardBonds.bonds.count == 1)
        (bench.person.outcomes, bench.person.levels) = ([], [])
        return bench
    }

    @Test(arguments: [false, true])
    func `the link is encrypted with the keys that are kept`(_ isSecure: Bool) throws {
        let bench = try Self.bonded(secure: isSecure)
        let connection = try bench.connect()
        #expect(try connection.encryptAndWait() == .encrypted)
        #expect(bench.person.levels == [.encrypted])
        #expect(bench.person.outcomes == [])
        // Once more is a refresh: nothing changes.
        #expect(try connection.encryptAndWait() == .encrypted)
        #expect(bench.person.levels == [.encrypted])
        #expect(bench.lines.text.contains { $0.contains("encrypted with a new key") })
    }

    @Test(arguments: [false, true])
    func `a board that has lost its keys refuses, and can be paired with anew`(
        _ isSecure: Bool
    ) throws {
        let bench = try Self.bonded(secure: isSecure)
        bench.strap.link?.deleteBonds()
        #expect(bench.boardBonds.bonds == [])
        let connection = try bench.connect()
        #expect(throws: CentralError.keyRefused(status: 0x06)) {
            try connection.encryptAndWait()
        }
        #expect(bench.person.refusals == [0x06])
        #expect(connection.isOpen && !connection.isEncrypted && connection.isBonded)
        try connection.pairAndWait()
        // The last keys are still on their way.
        bench.simulation.run(for: .seconds(1))
        try connection.disconnectAndWait()
        #expect(try bench.connect().encryptAndWait() == .encrypted)
    }

    @Test func `keys that were deleted on a link serve it to its end`() throws {
        let bench = try Self.bonded()
        let connection = try bench.connect()
        try connection.encryptAndWait()
        bench.strap.link?.deleteBonds()
        #expect(connection.isEncrypted)
        // A refresh without a key ends the link (Core Vol 6, Part B, 5.1.3.2).
        #expect(throws: CentralError.disconnected(.keyMissing)) {
            try connection.encryptAndWait()
        }
    }

    @Test func `a central that has forgotten its keys pairs anew`() throws {
        let bench = try Self.bonded()
        bench.central.forgetBond(with: bench.strap.address)
        #expect(bench.central.bonds == [])
        let connection = try bench.connect()
        #expect(!connection.isBonded)
        #expect(throws: CentralError.notBonded(bench.strap.address)) {
            try connection.encryptAndWait()
        }
        bench.simulation.run(for: .seconds(1))
        #expect(!connection.isEncrypted)
        try connection.pairAndWait()
        #expect(bench.central.bond(with: bench.strap.address) != nil)
        #expect(bench.boardBonds.bonds.count == 1)
    }

    @Test func `another key than the board's ends the link`() throws {
        let bench = try Self.bonded()
        var bond = try #require(bench.bonds.bonds.first)
        bond.longTermKey[3] ^= 1
        bench.bonds.keep(bond)
        let connection = try bench.connect()
        #expect(throws: CentralError.disconnected(.integrityFailure)) {
            try connection.encryptAndWait()
        }
    }

    @Test func `a board that requires pairing is paired with, and encrypted the next time`() throws
    {
        let bench = try Self.bonded { $0.pairing = .required }
        let connection = try bench.connect()
        bench.simulation.run(for: .seconds(1))
        #expect(connection.isEncrypted)
        #expect(bench.person.outcomes == [])
    }

    @Test func `a security request gets what the central's policy allows`() throws {
        for (policy, outcomes) in [
            (SecurityOptions.Policy.refused, [PairingOutcome.failed(.pairingNotSupported)]),
            (.allowed, [.completed(.justWorks, bonded: true)]),
            (.required, [.completed(.justWorks, bonded: true)]),
        ] {
            var (own, board) = (Rig.options(), Rig.options())
            own.pairing = policy
            board.pairing = .required
            let bench = Rig(central: own, board: board)
            let connection = try bench.connect()
            bench.simulation.run(for: .seconds(2))
            #expect(bench.person.outcomes == outcomes)
            #expect(connection.isEncrypted == (policy != .refused))
        }
    }

    @Test func `a central that requires protection sees to it itself`() throws {
        var own = Rig.options()
        own.pairing = .required
        let bench = Rig(central: own, board: Rig.options())
        let connection = try bench.connect()
        bench.simulation.run(for: .seconds(2))
        #expect(connection.isEncrypted && connection.isBonded)
        #expect(bench.person.outcomes == [.completed(.justWorks, bonded: true)])
    }

    @Test func `a key that is not authenticated is replaced where more is wanted`() throws {
        var own = Rig.options(.keyboardOnly)
        let bench = Rig(central: own, board: Rig.options(.displayOnly))
        // The first pairing is by Just Works: the central can do nothing then.
        own.capability = .noInputNoOutput
        bench.central.pairingOptions = own
        let first = try bench.connect()
        #expect(try first.pairAndWait() == .justWorks)
        try first.disconnectAndWait()
        own.capability = .keyboardOnly
        bench.central.pairingOptions = own
        let connection = try bench.connect()
        #expect(try connection.protectAndWait(to: .authenticated) == .authenticated)
        // The keys follow.
        bench.simulation.run(for: .seconds(1))
        #expect(bench.bonds.bonds.map(\.isAuthenticated) == [true])
        #expect(bench.bonds.bonds.count == 1)
    }

    @Test func `bonds of several boards are kept apart`() throws {
        let bench = try Self.bonded()
        let other = HeartRateStrap(name: "other", address: Address(0xC0_0000_000002))
        bench.air.add(
            other,
            security: SecuritySetup(Rig.options(), cryptography: OpenSSL()))
        let connection = try bench.central.connectAndWait(to: other.address)
        #expect(!connection.isBonded)
        try connection.pairAndWait()
        #expect(bench.central.bonds.map(\.identity) == [bench.strap.address, other.address])
        bench.central.forgetBond(with: other.address)
        #expect(connection.isEncrypted && !connection.isBonded)
        #expect(bench.central.bonds.map(\.identity) == [bench.strap.address])
    }
}
