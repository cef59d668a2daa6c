import Bluetooth
import Foundation
import Peripheral
import Simulation
import Testing

@testable import Pairing

/// Whatever comes, in whatever state: the board answers by the book and can pair again.
@Suite struct PairingFuzzTests {
    static let rounds = Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 4_000

    /// What a board may send at all.
    static let boardCodes: Set<PairingCode> = [
        .pairingResponse, .pairingConfirm, .pairingRandom, .pairingFailed,
        .encryptionInformation, .centralIdentification, .identityInformation,
        .identityAddressInformation, .signingInformation, .securityRequest, .pairingPublicKey,
        .pairingDHKeyCheck,
    ]

    static func options(_ random: inout RandomStream) -> SecurityOptions {
        func one<T>(of values: [T]) -> T { values[Int(random.below(UInt64(values.count)))] }
        var options = SecurityOptions()
        options.pairing = one(of: SecurityOptions.Policy.allCases)
        options.capability = one(of: IOCapability.allCases)
        options.isBonding = one(of: [true, true, false])
        options.secureConnections = one(of: SecurityOptions.SecureConnections.allCases)
        options.requiresMITM = one(of: [true, false, false])
        options.keySizes = one(of: [7...16, 7...7, 16...16, 1...255])
        options.keys = KeyDistribution(rawValue: UInt8(random.below(16)))
        options.passkey = one(of: [nil, 0, 123_456])
        options.asksBeforeJustWorks = one(of: [false, false, true])
        options.numbersAgree = one(of: [nil, true, false])
        options.maximumBonds = Int(random.below(4))
        options.delayAfterFailure = one(of: [.zero, .seconds(1 as Int64)])
        return options
    }

    private static func noise(_ random: inout RandomStream, _ most: UInt64) -> [UInt8] {
        random.bytes(Int(random.below(most + 1)))
    }

    static func pdu(
        _ random: inout RandomStream, beginning: PairingCode = .pairingRequest
    ) -> [UInt8] {
        if random.below(12) == 0 { return noise(&random, 80) }
        let codes = PairingCode.allCases
        let code = codes[Int(random.below(UInt64(codes.count)))]
        var pdu = [code.rawValue] + random.bytes(code.length - 1)
        if code == beginning, random.below(8) > 0 {
            pdu = [
                code.rawValue, UInt8(random.below(5)), 0, UInt8(random.below(64)),
                UInt8(7 + random.below(10)), UInt8(random.below(16)), UInt8(random.below(16)),
            ]
        }
        if code == .pairingPublicKey, random.below(4) > 0 {
            pdu = [code.rawValue] + RefusalTests.someKey
        }
        mutate(&pdu, &random)
        return pdu
    }

    static func mutate(_ pdu: inout [UInt8], _ random: inout RandomStream) {
        switch random.below(16) {
        case 0: pdu.removeLast(Int(random.below(UInt64(pdu.count) + 1)))
        case 1: pdu += noise(&random, 3)
        case 2 where !pdu.isEmpty:
            pdu[Int(random.below(UInt64(pdu.count)))] ^= 1 << UInt8(random.below(8))
        default: break
        }
    }

    private static func check(_ link: TestLink, _ place: String) {
        for bytes in link.sent {
            guard let pdu = try? PairingPDU(bytes.span), boardCodes.contains(pdu.code) else {
                Issue.record("\(place): sent \(bytes)")
                continue
            }
            if pdu.code == .pairingFailed, PairingFailure(rawValue: pdu.body[0]) == nil {
                Issue.record("\(place): failed for no reason, \(bytes)")
            }
        }
        if link.store.bonds.count > max(link.board.options.maximumBonds, 1) {
            Issue.record("\(place): \(link.store.bonds.count) bonds")
        }
        let isProtected = link.board.security(of: link.connection) != .open
        if isProtected, link.changes.isEmpty { Issue.record("\(place): protected in silence") }
    }

    /// Whatever went before, on a new link and after a while a pairing comes about.
    private static func recovers(_ link: TestLink, _ place: String) throws {
        link.now = link.now + .seconds(100 as Int64)
        link.board.timer(at: link.now)
        if link.board.isPairing(link.connection) { Issue.record("\(place): pairs for ever") }
        link.board.options = SecurityOptions()
        link.reconnect(from: TestLink.centralAddress)
        link.reaction = { _ in nil }
        _ = try Initiator(link, secure: true).pair()
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `fuzz: random PDUs in random order`(_ seed: UInt64) throws {
        var random = RandomStream(seed: seed, purpose: "fuzz.pairing")
        var link = TestLink(Self.options(&random), seed: seed)
        for round in 0..<Self.rounds / 4 {
            let place = "seed \(seed), round \(round)"
            switch random.below(40) {
            case 0:
                try Self.recovers(link, place)
                link = TestLink(Self.options(&random), seed: seed &+ UInt64(round))
            case 1: link.reconnect(from: Address(random.next(), kind: .random))
            case 2:
                link.board.answer(
                    .passkey(UInt32(random.below(1_100_000))), for: link.connection, at: link.now)
            case 3:
                link.board.answer(
                    random.below(2) == 0 ? .yes : .no, for: link.connection, at: link.now)
            case 4...6:
                _ = link.board.longTermKey(
                    for: link.connection, diversifier: UInt16(random.below(2)),
                    random: random.below(2))
            case 7, 8:
                link.board.encryptionChanged(
                    link.connection, isEncrypted: random.below(3) > 0, at: link.now)
            case 9:
                link.now = link.now + Nanoseconds(Int64(random.below(40_000_000_000)))
                link.board.timer(at: link.now)
            case 10: link.board.requestSecurity(link.connection)
            default: link.receive(Self.pdu(&random))
            }
            Self.check(link, place)
            (link.sent, link.wakes, link.questions) = ([], [], [])
            (link.outcomes, link.changes) = ([], link.changes.suffix(1))
        }
        try Self.recovers(link, "seed \(seed), at the end")
    }

    /// A central that knows what it does, but for a few PDUs: this gets to the last steps.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `fuzz: pairings with mutated PDUs`(_ seed: UInt64) throws {
        let source = Box(RandomStream(seed: seed, purpose: "fuzz.initiator"))
        var completed = 0
        for round in 0..<max(Self.rounds / 400, 20) {
            let place = "seed \(seed), pairing \(round)"
            var options = Self.options(&source.value)
            options.pairing = .allowed
            let link = TestLink(options, seed: source.value.next())
            link.reaction = { $0 == .enterPasskey ? .passkey(77) : .yes }
            let initiator = try Initiator(link, secure: source.value.below(4) > 0)
            initiator.features.capability =
                IOCapability.allCases[Int(source.value.below(5))]
            if source.value.below(2) == 0 { initiator.features.requirements.insert(.mitm) }
            initiator.passkey = {
                if case .show(let passkey)? = link.questions.first { return passkey }
                return options.passkey ?? 77
            }
            initiator.spoil = { _, pdu in
                if source.value.below(8) == 0 { Self.mutate(&pdu, &source.value) }
            }
            do {
                _ = try initiator.pair()
                completed += 1
            } catch {}
            Self.check(link, place)
            try Self.recovers(link, place)
        }
        #expect(completed > 0)
    }

    final class Box {
        var value: RandomStream
        init(_ value: RandomStream) { self.value = value }
    }
}
