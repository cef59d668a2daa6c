import Bluetooth
import Checkout
import Peripheral
import Simulation
import Testing

@testable import Pairing

/// What a board refuses, and with which reason.
@Suite struct RefusalTests {
    struct Row: Sendable {
        var name: String
        var board: @Sendable (inout SecurityOptions) -> Void = { _ in }
        var central: @Sendable (inout PairingFeatures) -> Void = { _ in }
        var isSecure = false
        var reason: PairingFailure
    }

    static let rows = [
        Row(
            name: "pairing is off", board: { $0.pairing = .refused }, reason: .pairingNotSupported),
        Row(
            name: "Secure Connections only", board: { $0.secureConnections = .only },
            reason: .authenticationRequirements),
        Row(
            name: "protection is required and cannot be had", board: { $0.requiresMITM = true },
            reason: .authenticationRequirements),
        Row(
            name: "protection is required and the central shows and reads nothing",
            board: {
                $0.requiresMITM = true
                $0.capability = .keyboardDisplay
            }, isSecure: true, reason: .authenticationRequirements),
        Row(
            name: "the central's key is too short", board: { $0.keySizes = 16...16 },
            central: { $0.maximumKeySize = 15 }, reason: .encryptionKeySize),
        Row(
            name: "foreign out-of-band data", central: { $0.hasOOBData = true }, isSecure: true,
            reason: .oobNotAvailable),
    ]

    @Test(arguments: rows.indices)
    func `demands that are not met`(_ index: Int) throws {
        let row = Self.rows[index]
        var options = SecurityOptions()
        row.board(&options)
        let link = TestLink(options)
        let initiator = try Initiator(link, secure: row.isSecure)
        row.central(&initiator.features)
        #expect(throws: Initiator.Stop.refused(row.reason), "\(row.name)") {
            try initiator.pair()
        }
        expectNothingGained(link)
        #expect(link.outcomes == [.failed(row.reason)])
    }

    @Test func `without cryptography pairing is not supported`() throws {
        var options = SecurityOptions()
        options.pairing = .required
        let link = TestLink(options, hasCryptography: false)
        #expect(link.sent == [])
        #expect(throws: Initiator.Stop.refused(.pairingNotSupported)) {
            try Initiator(link).pair()
        }
        link.receive([0x03] + [UInt8](repeating: 0, count: 16))
        #expect(link.sent == [])
        expectNothingGained(link)
    }

    private func expectNothingGained(
        _ link: TestLink, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(link.store.bonds == [], sourceLocation: sourceLocation)
        #expect(link.changes.isEmpty, sourceLocation: sourceLocation)
        #expect(!link.board.isPairing(link.connection), sourceLocation: sourceLocation)
        let key = link.board.longTermKey(for: link.connection, diversifier: 0, random: 0)
        #expect(key == nil, sourceLocation: sourceLocation)
    }

    /// A pairing of every kind, with its passkey known to the central.
    enum Kind: CaseIterable {
        case legacyJustWorks, legacyPasskey, justWorks, passkey, comparison
        var isSecure: Bool { self != .legacyJustWorks && self != .legacyPasskey }
    }

    private func initiator(_ kind: Kind, seed: UInt64 = 1) throws -> Initiator {
        var options = SecurityOptions()
        options.passkey = 314_159
        options.delayAfterFailure = .zero
        if kind != .legacyJustWorks, kind != .justWorks { options.capability = .displayYesNo }
        let initiator = try Initiator(TestLink(options, seed: seed), secure: kind.isSecure)
        initiator.features.capability = kind == .comparison ? .displayYesNo : .keyboardOnly
        initiator.passkey = { 314_159 }
        return initiator
    }

    /// One bit of one PDU of the central is wrong: the board finds it at the latest when the central
    /// shows that it knows the keys, and names the reason that the specification gives.
    @Test(arguments: Kind.allCases)
    func `a wrong value at any step ends the pairing`(_ kind: Kind) throws {
        let right = try initiator(kind)
        _ = try right.pair()
        let reasons: [PairingCode: [PairingFailure]] = [
            .pairingConfirm: [.confirmValueFailed],
            .pairingRandom: kind == .passkey || !kind.isSecure
                ? [.confirmValueFailed] : [.dhKeyCheckFailed],
            .pairingPublicKey: [.invalidParameters], .pairingDHKeyCheck: [.dhKeyCheckFailed],
        ]
        for (number, code) in right.codes.enumerated() {
            guard let expected = reasons[code] else { continue }
            let initiator = try initiator(kind)
            initiator.spoil = { if $0 == number { $1[1 + number % ($1.count - 1)] ^= 0x10 } }
            let link = initiator.link
            do {
                _ = try initiator.pair()
                Issue.record("\(code), PDU \(number), was taken")
            } catch .refused(let reason?) {
                #expect(expected.contains(reason), "\(code), PDU \(number)")
            } catch .wrongValue {
                // The central would notice first; the board does when it goes on regardless.
                #expect(kind != .passkey && kind.isSecure)
                link.receive([0x0D] + [UInt8](repeating: 1, count: 16))
                #expect(link.outcomes == [.failed(.dhKeyCheckFailed)])
            }
            expectNothingGained(link)
        }
    }

    @Test(arguments: Kind.allCases)
    func `a wrong passkey is found, and so is a number that differs`(_ kind: Kind) throws {
        let initiator = try initiator(kind)
        initiator.passkey = { 314_158 }
        initiator.link.board.options.numbersAgree = false
        switch kind {
        case .legacyJustWorks, .justWorks: _ = try initiator.pair()
        case .comparison:
            #expect(throws: Initiator.Stop.refused(.numericComparisonFailed)) {
                try initiator.pair()
            }
        case .passkey:
            // The lowest bit is the first to go.
            #expect(throws: Initiator.Stop.refused(.confirmValueFailed)) { try initiator.pair() }
            #expect(initiator.codes.count == 4)
        case .legacyPasskey:
            #expect(throws: Initiator.Stop.refused(.confirmValueFailed)) { try initiator.pair() }
        }
    }

    /// Every PDU, too short and too long, at every step.
    @Test(arguments: Kind.allCases)
    func `a PDU of another length is an invalid parameter`(_ kind: Kind) throws {
        let right = try initiator(kind)
        _ = try right.pair()
        for (number, code) in right.codes.enumerated() {
            for change in [-1, 1] {
                let initiator = try initiator(kind)
                initiator.spoil = { index, pdu in
                    guard index == number else { return }
                    if change < 0 { pdu.removeLast() } else { pdu.append(0) }
                }
                #expect(throws: Initiator.Stop.refused(.invalidParameters), "\(code) \(change)") {
                    try initiator.pair()
                }
                #expect(initiator.link.outcomes == [.failed(.invalidParameters)])
                #expect(initiator.link.store.bonds == [])
            }
        }
    }

    /// Every known PDU in the place of every PDU.
    @Test(.slow, arguments: Kind.allCases)
    func `a PDU that is not awaited ends the pairing`(_ kind: Kind) throws {
        let right = try initiator(kind)
        _ = try right.pair()
        for (number, code) in right.codes.enumerated() {
            for other in PairingCode.allCases where other != code {
                let initiator = try initiator(kind)
                initiator.spoil = { index, pdu in
                    guard index == number else { return }
                    pdu = [other.rawValue] + [UInt8](repeating: 1, count: other.length - 1)
                }
                let link = initiator.link
                do {
                    _ = try initiator.pair()
                } catch {}
                let outcomes: [PairingOutcome] =
                    switch (number, code, other) {
                    case (0, _, .securityRequest): [.failed(.commandNotSupported)]
                    case (0, _, _): []
                    case (_, _, .pairingFailed): [.failedByPeer(1)]
                    case (_, .pairingConfirm, .pairingKeypressNotification)
                    where kind != .legacyJustWorks:
                        []
                    default: [.failed(.unspecifiedReason)]
                    }
                #expect(link.outcomes == outcomes, "\(other) for \(code), PDU \(number)")
                #expect(link.store.bonds == [])
            }
        }
    }

    @Test func `reserved codes and nothing at all are ignored at every step`() throws {
        for kind in Kind.allCases {
            let initiator = try initiator(kind)
            initiator.spoil = { _, _ in
                for pdu in [[], [0x00], [0x0F, 1, 2, 3], [0xFF]] as [[UInt8]] {
                    initiator.link.receive(pdu)
                }
            }
            _ = try initiator.pair()
            #expect(initiator.link.store.bonds.count == 1)
        }
    }

    /// The key that the board will draw is known from a board with the same seed.
    @Test(arguments: [Kind.justWorks, .passkey, .comparison])
    func `the board's own public key is not taken for the central's`(_ kind: Kind) throws {
        let first = try initiator(kind)
        first.put(first.features.pdu(.pairingRequest))
        first.put(PairingPDU(.pairingPublicKey, Self.someKey))
        let own = try #require(first.link.sent.first { $0[0] == 0x0C })
        let mirror = try initiator(kind)
        mirror.spoil = { if $0 == 1 { $1 = own } }
        #expect(throws: Initiator.Stop.refused(.invalidParameters)) { try mirror.pair() }
        // With Y turned round it is another point with the same X.
        let turned = try initiator(kind)
        turned.spoil = { if $0 == 1 { $1 = Array(own[..<33]) + Self.negative(own[33...]) } }
        #expect(throws: Initiator.Stop.refused(.invalidParameters)) { try turned.pair() }
        expectNothingGained(turned.link)
    }

    /// Core Vol 2, Part G, 7.1.2.1, public key B, as it goes on the air.
    static let someKey: [UInt8] =
        bytes("1ea1f0f01faf1d9609592284f19e4c0047b58afd8615a69f559077b22faaa190").reversed()
        + bytes("4c55f33e429dad377356703a9ab85160472d1130e28e36765f89aff915b1214a").reversed()

    /// The prime of P-256 minus a coordinate, least significant byte first.
    static func negative(_ y: ArraySlice<UInt8>) -> [UInt8] {
        let prime = bytes("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
        var borrow = 0
        return zip(prime.reversed(), y).map { p, y in
            let difference = Int(p) - Int(y) - borrow
            borrow = difference < 0 ? 1 : 0
            return UInt8(truncatingIfNeeded: difference)
        }
    }

    @Test(
        arguments: [
            [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64),
            someKey[..<32] + [UInt8](repeating: 0, count: 32),
        ])
    func `a point that is not on the curve is refused`(_ point: [UInt8]) throws {
        let initiator = try initiator(.justWorks)
        initiator.spoil = { if $0 == 1 { $1 = [0x0C] + point } }
        #expect(throws: Initiator.Stop.refused(.invalidParameters)) { try initiator.pair() }
        expectNothingGained(initiator.link)
    }

    @Test(arguments: ["02", "01 000000000040", "01 000000000000"])
    func `an identity address is public or static`(_ start: String) throws {
        let initiator = try initiator(.justWorks)
        let wrong = bytes(start) + [UInt8](repeating: 0, count: 7 - bytes(start).count)
        initiator.spoil = { if $1[0] == 0x09 { $1 = [0x09] + wrong } }
        #expect(throws: Initiator.Stop.refused(.invalidParameters)) { try initiator.pair() }
        #expect(initiator.link.store.bonds == [])
    }

    @Test(arguments: Kind.allCases)
    func `keys are neither asked for nor given before the values are checked`(
        _ kind: Kind
    ) throws {
        let initiator = try initiator(kind)
        let link = initiator.link
        initiator.spoil = { number, _ in
            guard link.changes.isEmpty else { return }
            #expect(
                link.board.longTermKey(for: link.connection, diversifier: 0, random: 0) == nil)
        }
        _ = try initiator.pair()
        #expect(link.board.security(of: link.connection) != .open)
    }
}
