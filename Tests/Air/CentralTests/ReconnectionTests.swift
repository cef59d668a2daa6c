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
    typealias Rig = PairingRig

    static func bonded(
        secure: Bool = true, board change: (inout SecurityOptions) -> Void = { _ in }
    )
        throws -> Rig
    {
        var board = Rig.options(secure: secure)
        change(&board)
        let rig = Rig(central: Rig.options(secure: secure), board: board)
        let connection = try rig.connect()
        // A board that asks for it has begun by now, or is about to.
        if !connection.isPairing { _ = try? connection.pairAndWait() }
        rig.simulation.run(for: .seconds(1))
        try connection.disconnectAndWait()
        #expect(rig.bonds.bonds.count == 1 && rig.boardBonds.bonds.count == 1)
        (rig.person.outcomes, rig.person.levels) = ([], [])
        return rig
    }

    @Test(arguments: [false, true])
    func `the link is encrypted with the keys that are kept`(_ isSecure: Bool) throws {
        let rig = try Self.bonded(secure: isSecure)
        let connection = try rig.connect()
        #expect(try connection.encryptAndWait() == .encrypted)
        #expect(rig.person.levels == [.encrypted])
        #expect(rig.person.outcomes == [])
        // Once more is a refresh: nothing changes.
        #expect(try connection.encryptAndWait() == .encrypted)
        #expect(rig.person.levels == [.encrypted])
        #expect(rig.lines.text.contains { $0.contains("encrypted with a new key") })
    }

    @Test(arguments: [false, true])
    func `a board that has lost its keys refuses, and can be paired with anew`(
        _ isSecure: Bool
    ) throws {
        let rig = try Self.bonded(secure: isSecure)
        rig.strap.link?.deleteBonds()
        #expect(rig.boardBonds.bonds == [])
        let connection = try rig.connect()
        #expect(throws: CentralError.keyRefused(status: 0x06)) {
            try connection.encryptAndWait()
        }
        #expect(rig.person.refusals == [0x06])
        #expect(connection.isOpen && !connection.isEncrypted && connection.isBonded)
        try connection.pairAndWait()
        try connection.disconnectAndWait()
        #expect(try rig.connect().encryptAndWait() == .encrypted)
    }

    @Test func `keys that were deleted on a link serve it to its end`() throws {
        let rig = try Self.bonded()
        let connection = try rig.connect()
        try connection.encryptAndWait()
        rig.strap.link?.deleteBonds()
        #expect(connection.isEncrypted)
        // A refresh without a key ends the link (Core Vol 6, Part B, 5.1.3.2).
        #expect(throws: CentralError.disconnected(.keyMissing)) {
            try connection.encryptAndWait()
        }
    }

    @Test func `a central that has forgotten its keys pairs anew`() throws {
        let rig = try Self.bonded()
        rig.central.forgetBond(with: rig.strap.address)
        #expect(rig.central.bonds == [])
        let connection = try rig.connect()
        #expect(!connection.isBonded)
        #expect(throws: CentralError.notBonded(rig.strap.address)) {
            try connection.encryptAndWait()
        }
        rig.simulation.run(for: .seconds(1))
        #expect(!connection.isEncrypted)
        try connection.pairAndWait()
        #expect(rig.central.bond(with: rig.strap.address) != nil)
        #expect(rig.boardBonds.bonds.count == 1)
    }

    @Test func `another key than the board's ends the link`() throws {
        let rig = try Self.bonded()
        var bond = try #require(rig.bonds.bonds.first)
        bond.longTermKey[3] ^= 1
        rig.bonds.keep(bond)
        let connection = try rig.connect()
        #expect(throws: CentralError.disconnected(.integrityFailure)) {
            try connection.encryptAndWait()
        }
    }

    @Test func `a board that requires pairing is paired with, and encrypted the next time`() throws
    {
        let rig = try Self.bonded { $0.pairing = .required }
        let connection = try rig.connect()
        rig.simulation.run(for: .seconds(1))
        #expect(connection.isEncrypted)
        #expect(rig.person.outcomes == [])
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
            let rig = Rig(central: own, board: board)
            let connection = try rig.connect()
            rig.simulation.run(for: .seconds(2))
            #expect(rig.person.outcomes == outcomes)
            #expect(connection.isEncrypted == (policy != .refused))
        }
    }

    @Test func `a central that requires protection sees to it itself`() throws {
        var own = Rig.options()
        own.pairing = .required
        let rig = Rig(central: own, board: Rig.options())
        let connection = try rig.connect()
        rig.simulation.run(for: .seconds(2))
        #expect(connection.isEncrypted && connection.isBonded)
        #expect(rig.person.outcomes == [.completed(.justWorks, bonded: true)])
    }

    @Test func `a key that is not authenticated is replaced where more is wanted`() throws {
        var own = Rig.options(.keyboardOnly)
        let rig = Rig(central: own, board: Rig.options(.displayOnly))
        // The first pairing is by Just Works: the central can do nothing then.
        own.capability = .noInputNoOutput
        rig.central.pairingOptions = own
        let first = try rig.connect()
        #expect(try first.pairAndWait() == .justWorks)
        try first.disconnectAndWait()
        own.capability = .keyboardOnly
        rig.central.pairingOptions = own
        let connection = try rig.connect()
        #expect(try connection.protectAndWait(to: .authenticated) == .authenticated)
        // The keys follow.
        rig.simulation.run(for: .seconds(1))
        #expect(rig.bonds.bonds.map(\.isAuthenticated) == [true])
        #expect(rig.bonds.bonds.count == 1)
    }

    @Test func `bonds of several boards are kept apart`() throws {
        let rig = try Self.bonded()
        let other = HeartRateStrap(name: "other", address: Address(0xC0_0000_000002))
        rig.air.add(
            other,
            security: SecuritySetup(Rig.options(), cryptography: OpenSSL()))
        let connection = try rig.central.connectAndWait(to: other.address)
        #expect(!connection.isBonded)
        try connection.pairAndWait()
        #expect(rig.central.bonds.map(\.identity) == [rig.strap.address, other.address])
        rig.central.forgetBond(with: other.address)
        #expect(connection.isEncrypted && !connection.isBonded)
        #expect(rig.central.bonds.map(\.identity) == [rig.strap.address])
    }
}
