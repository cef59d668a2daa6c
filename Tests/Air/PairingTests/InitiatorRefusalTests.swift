import Bluetooth
import Checkout
import Peripheral
import Simulation
import Testing

@testable import Pairing

/// What a central makes of a board that does something wrong.
@Suite struct InitiatorRefusalTests {
    /// A pairing of every kind; somebody answers what is asked.
    enum Kind: CaseIterable {
        case legacyJustWorks, legacyPasskey, justWorks, passkey, typedOnBoard, comparison

        var isSecure: Bool { self != .legacyJustWorks && self != .legacyPasskey }

        var hasPasskey: Bool {
            self == .legacyPasskey || self == .passkey || self == .typedOnBoard
        }

        private var capabilities: (central: IOCapability, board: IOCapability) {
            switch self {
            case .legacyJustWorks, .justWorks: (.noInputNoOutput, .noInputNoOutput)
            case .legacyPasskey, .passkey: (.keyboardOnly, .displayOnly)
            case .typedOnBoard: (.displayOnly, .keyboardOnly)
            case .comparison: (.displayYesNo, .displayYesNo)
            }
        }

        func sides(seed: UInt64 = 1) -> TwoSides {
            let sides = TwoSides(
                central: BothSidesTests.options(capabilities.central, secure: isSecure),
                board: BothSidesTests.options(capabilities.board, secure: isSecure), seed: seed)
            sides.attend()
            return sides
        }

        /// What the board sends in a pairing that comes about.
        func boardCodes() -> [PairingCode] {
            let sides = sides()
            sides.pair()
            return sides.codes.filter { $0 < 0 }.compactMap {
                PairingCode(rawValue: UInt8(clamping: -$0))
            }
        }

        /// Pairs while one PDU of the board's is another one.
        func spoiled(
            _ number: Int, _ change: @escaping (inout [UInt8]) -> Void
        ) -> TwoSides {
            let sides = sides()
            sides.spoil = { from, index, pdu in
                if from == .responder, index == number { change(&pdu) }
            }
            sides.pair()
            return sides
        }
    }

    private func expectNothingGained(
        _ sides: TwoSides, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(sides.central.store.bonds == [], comment, sourceLocation: sourceLocation)
        #expect(!sides.central.isBonded, comment, sourceLocation: sourceLocation)
        #expect(
            !sides.central.manager.isPairing(sides.central.connection), comment,
            sourceLocation: sourceLocation)
    }

    @Test(arguments: Kind.allCases)
    func `a wrong value at any step ends the pairing`(_ kind: Kind) {
        let reasons: [PairingCode: PairingFailure] = [
            .pairingConfirm: .confirmValueFailed, .pairingRandom: .confirmValueFailed,
            .pairingPublicKey: .invalidParameters, .pairingDHKeyCheck: .dhKeyCheckFailed,
        ]
        for (number, code) in kind.boardCodes().enumerated() {
            guard let reason = reasons[code] else { continue }
            let sides = kind.spoiled(number) { $0[1 + number % ($0.count - 1)] ^= 0x10 }
            #expect(sides.central.outcomes == [.failed(reason)], "\(code), PDU \(number)")
            #expect(sides.board.outcomes == [.failedByPeer(reason.rawValue)])
            #expect(!sides.isEncrypted)
            expectNothingGained(sides, "\(code), PDU \(number)")
        }
    }

    @Test(arguments: Kind.allCases)
    func `a PDU of another length is an invalid parameter`(_ kind: Kind) {
        for (number, code) in kind.boardCodes().enumerated() {
            for change in [-1, 1] {
                let sides = kind.spoiled(number) { pdu in
                    if change < 0 { pdu.removeLast() } else { pdu.append(0) }
                }
                let place: Comment = "\(code) \(change)"
                #expect(sides.central.outcomes == [.failed(.invalidParameters)], place)
                expectNothingGained(sides, place)
            }
        }
    }

    @Test(.slow, arguments: Kind.allCases)
    func `a PDU that is not awaited ends the pairing`(_ kind: Kind) {
        let codes = kind.boardCodes()
        // Two for the long-term key, two for the identity, one for signing.
        let keys = codes.count - (kind.isSecure ? 3 : 5)
        for (number, code) in codes.enumerated() {
            // What the board says next without a word of the central between.
            let isFollowed =
                number >= keys && number < codes.count - 1
                || code == .pairingPublicKey && !kind.hasPasskey
            for other in PairingCode.allCases where other != code {
                let sides = kind.spoiled(number) { pdu in
                    pdu = [other.rawValue] + [UInt8](repeating: 1, count: other.length - 1)
                }
                let outcomes: [PairingOutcome] =
                    switch (number, code, other) {
                    case (_, _, .pairingFailed): [.failedByPeer(1)]
                    // A wish that came too late.
                    case (_, _, .securityRequest): isFollowed ? [.failed(.unspecifiedReason)] : []
                    case (1..., .pairingConfirm, .pairingKeypressNotification)
                    where kind.hasPasskey:
                        []
                    default: [.failed(.unspecifiedReason)]
                    }
                #expect(
                    sides.central.outcomes == outcomes, "\(other) for \(code), PDU \(number)")
                #expect(sides.central.store.bonds == [])
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `reserved codes and nothing at all are ignored at every step`(_ kind: Kind) {
        let sides = kind.sides()
        sides.spoil = { [unowned sides] from, _, _ in
            guard from == .responder else { return }
            for pdu in [[], [0x00], [0x0F, 1, 2, 3], [0xFF], [0x05], [0x05, 1, 1]] as [[UInt8]] {
                sides.central.receive(pdu)
            }
        }
        sides.pair()
        #expect(sides.central.store.bonds.count == 1)
    }

    /// Capability, OOB flag, AuthReq, key size, keys of both (Core Vol 3, Part H, 3.5.2).
    @Test(arguments: [
        ("05 00 09 10 00 00", PairingFailure.invalidParameters),
        ("03 02 09 10 00 00", .invalidParameters), ("03 00 09 06 00 00", .invalidParameters),
        ("03 00 09 11 00 00", .invalidParameters),
        // More than was asked for.
        ("03 00 09 10 0F 07", .invalidParameters), ("03 00 09 10 00 08", .invalidParameters),
        ("03 01 09 10 00 00", .oobNotAvailable), ("03 00 01 0F 00 00", .encryptionKeySize),
    ])
    func `a response that says something wrong is refused`(
        _ features: String, _ reason: PairingFailure
    ) {
        var options = BothSidesTests.options(.noInputNoOutput)
        options.keySizes = 16...16
        let sides = TwoSides(central: options)
        sides.spoil = { from, _, pdu in
            if from == .responder { pdu = [0x02] + bytes(features) }
        }
        sides.pair()
        #expect(sides.central.outcomes == [.failed(reason)])
        expectNothingGained(sides, "\(features)")
    }

    /// Some boards grant the key that Secure Connections does not have.
    @Test func `an encryption key is not waited for in Secure Connections`() {
        let sides = TwoSides()
        sides.spoil = { from, number, pdu in
            if from == .responder, number == 0 { pdu[6] |= 1 }
        }
        sides.pair()
        // The check covers capabilities and requirements, not the keys.
        #expect(sides.central.outcomes == [.completed(.justWorks, bonded: true)])
    }

    @Test(arguments: [Kind.justWorks, .passkey, .comparison])
    func `the central's own public key is not taken for the board's`(_ kind: Kind) {
        let sides = kind.sides()
        var own: [UInt8] = []
        sides.spoil = { from, _, pdu in
            guard pdu[0] == 0x0C else { return }
            if from == .initiator { own = pdu } else { pdu = own }
        }
        sides.pair()
        #expect(sides.central.outcomes == [.failed(.invalidParameters)])
        sides.spoil = { from, _, pdu in
            guard pdu[0] == 0x0C else { return }
            if from == .initiator {
                own = pdu
            } else {
                pdu = Array(own[..<33]) + RefusalTests.negative(own[33...])
            }
        }
        sides.pair()
        #expect(sides.central.outcomes.suffix(1) == [.failed(.invalidParameters)])
        expectNothingGained(sides, "reflected")
    }

    @Test(
        arguments: [
            [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64),
        ])
    func `a point that is not on the curve is refused`(_ point: [UInt8]) {
        let sides = Kind.justWorks.spoiled(1) { $0 = [0x0C] + point }
        #expect(sides.central.outcomes == [.failed(.invalidParameters)])
        expectNothingGained(sides, "off the curve")
    }

    @Test(arguments: ["02", "01 000000000040", "01 000000000000"])
    func `an identity address is public or static`(_ start: String) {
        let wrong = bytes(start) + [UInt8](repeating: 0, count: 7 - bytes(start).count)
        let sides = Kind.justWorks.sides()
        sides.spoil = { if $0 == .responder, $2[0] == 0x09 { $2 = [0x09] + wrong } }
        sides.pair()
        #expect(sides.central.outcomes == [.failed(.invalidParameters)])
        expectNothingGained(sides, "\(start)")
    }

    @Test(arguments: Kind.allCases, [UInt8(0x06), 0x1F])
    func `a board that will not encrypt with the new key has not paired`(
        _ kind: Kind, _ status: UInt8
    ) {
        let sides = kind.sides()
        sides.denial = status
        sides.pair()
        #expect(sides.central.outcomes == [.encryptionFailed(status)])
        #expect(
            sides.board.outcomes == [.failedByPeer(PairingFailure.unspecifiedReason.rawValue)])
        #expect(sides.central.refused == [])
        expectNothingGained(sides, "\(status)")
        sides.denial = nil
        sides.pair()
        #expect(sides.central.store.bonds.count == 1)
    }

    @Test(arguments: Kind.allCases)
    func `a pairing that is cancelled at any step leaves nothing behind`(_ kind: Kind) {
        for (number, code) in kind.boardCodes().enumerated() {
            let sides = kind.sides()
            sides.spoil = { [unowned sides] from, index, _ in
                guard from == .responder, index == number else { return }
                sides.central.manager.cancelPairing(sides.central.connection, at: .zero)
            }
            sides.pair()
            #expect(sides.central.outcomes == [.cancelled], "\(code), PDU \(number)")
            expectNothingGained(sides, "\(code), PDU \(number)")
            sides.spoil = { _, _, _ in }
            sides.pair()
            #expect(sides.central.store.bonds.count == 1)
        }
    }
}
